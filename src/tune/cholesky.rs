//! Systems of linear equations with a symmetric positive definite matrix.

/// Less than this share of a number on the diagonal left by those before is none.
const NOTHING: f64 = 1e-6;

/// A symmetric positive definite matrix, row by row, as the product of a lower triangular one with its
/// transpose (Cholesky); none if it is not definite.
pub(super) fn cholesky(matrix: &[f64], n: usize) -> Option<Vec<f64>> {
    let mut lower = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let known = dot(&lower[i * n..][..j], &lower[j * n..][..j]);
            let rest = matrix[i * n + j] - known;
            if i != j {
                lower[i * n + j] = rest / lower[j * n + j];
            } else if rest > NOTHING * matrix[i * n + i] && rest > 0.0 {
                lower[i * n + i] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    Some(lower)
}

/// The sum of products. Eight sums at a time do not wait for one another, which matters: nearly all time goes
/// here.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    let rest = a_rest.iter().zip(b_rest).map(|(a, b)| a * b);
    sums.into_iter().chain(rest).sum()
}

/// The solution of a system whose matrix has been taken apart by [`cholesky`].
pub(super) fn solve(lower: &[f64], n: usize, right: &[f64]) -> Vec<f64> {
    let mut x = right.to_vec();
    for i in 0..n {
        let known: f64 = (0..i).map(|k| lower[i * n + k] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i * n + i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| lower[k * n + i] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i * n + i];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_solve() {
        let matrix = [4.0, 2.0, -2.0, 2.0, 10.0, 2.0, -2.0, 2.0, 5.0];
        let lower = cholesky(&matrix, 3).expect("it is definite");
        let x = solve(&lower, 3, &[2.0, 28.0, 17.0]);
        for (row, right) in matrix.chunks(3).zip([2.0, 28.0, 17.0]) {
            let sum: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            assert!((sum - right).abs() < 1e-9, "{x:?}");
        }
        assert_eq!(cholesky(&[1.0, 2.0, 2.0, 1.0], 2), None);
    }

    #[test]
    fn many_numbers_are_summed_as_few() {
        // Longer than the steps of the sums, and no multiple of them.
        for n in [1, 7, 8, 9, 37] {
            let root: Vec<f64> = (0..n * n).map(|i| ((i * i) % 17) as f64 / 17.0 - 0.4).collect();
            let mut matrix = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..n {
                    matrix[i * n + j] = (0..n).map(|k| root[i * n + k] * root[j * n + k]).sum();
                }
                matrix[i * n + i] += 1.0;
            }
            let lower = cholesky(&matrix, n).expect("it is definite");
            let right: Vec<f64> = (0..n).map(|i| i as f64 - 3.0).collect();
            let x = solve(&lower, n, &right);
            for (row, right) in matrix.chunks(n).zip(right) {
                let sum: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
                assert!((sum - right).abs() < 1e-9, "{n}: {x:?}");
            }
        }
    }
}
