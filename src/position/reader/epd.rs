//! Lines of books: FEN, or EPD, which has operations where FEN has its counters.

use super::number;

/// The fields of a FEN before the counters.
const FIELDS: usize = 4;
/// What the counters are where they are missing.
const COUNTERS: [&str; 2] = ["0", "1"];

/// The FEN that a line of a book for the 8x8 games means: the numbers after the first four fields
/// are the counters, as many of them as there are, and what comes after is passed over. Lines that
/// are of no such form are left as they are.
#[must_use]
pub fn full_fen(line: &str) -> String {
    let text = line.split(';').next().unwrap_or("").trim();
    let mut rest = text.split_ascii_whitespace();
    let mut words: Vec<&str> = rest.by_ref().take(FIELDS).collect();
    if words.len() < FIELDS || text.contains('{') {
        return text.to_string();
    }
    let mut counters = rest.take_while(|word| number::<u32>(word).is_some());
    words.extend(COUNTERS.map(|missing| counters.next().unwrap_or(missing)));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::full_fen;

    #[test]
    fn counters_are_added_where_they_are_missing() {
        let four = "8/8/8/8/8/8/8/8 w - -";
        for (rest, counters) in [
            ("", "0 1"),
            (" 10", "10 1"),
            (" 3 9", "3 9"),
            (" hmvc 3; fmvn 9;", "0 1"),
            (" bm e4", "0 1"),
            (" 3 9 ; c0 x", "3 9"),
            (" 3 9 c0 \"x\"; c1 y;", "3 9"),
            (" 3; c0 x", "3 1"),
            (" 3 bm e4", "3 1"),
            (" x 9", "0 1"),
            (" -3 9", "0 1"),
        ] {
            assert_eq!(full_fen(&format!("{four}{rest}")), format!("{four} {counters}"), "{rest}");
        }
    }

    #[test]
    fn other_forms_are_left_as_they_are() {
        for text in ["", "startpos", "8/8/8/8/8/8/8/8 w -", "8/8 w 3 {\"flags\":\"8888\"}"] {
            assert_eq!(full_fen(text), text);
        }
    }
}
