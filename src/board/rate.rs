//! How fast lines are taken: a token bucket. Lines beyond it wait, none is lost.

use std::time::{Duration, Instant};

/// A rate with room for a burst.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Lines that may come at once, at least 1.
    pub burst: u32,
    /// Lines a second in the long run, more than 0.
    pub per_second: f64,
}

/// A bucket that holds up to a burst of tokens and fills at a rate. Every line takes a token.
#[derive(Clone, Debug)]
pub struct Bucket {
    rate: Rate,
    tokens: f64,
    /// When `tokens` was right.
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub fn new(rate: Rate, now: Instant) -> Bucket {
        Bucket { rate, tokens: f64::from(rate.burst), at: now }
    }

    /// How long until there is a token; zero if there is one now.
    #[must_use]
    pub fn wait(&mut self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * self.rate.per_second).min(f64::from(self.rate.burst));
        self.at = now;
        let missing = (1.0 - self.tokens).max(0.0);
        // Rounded up, so that who waits as long finds a token.
        let seconds = missing / self.rate.per_second;
        if missing > 0.0 {
            Duration::try_from_secs_f64(seconds + 1e-6).unwrap_or(Duration::MAX)
        } else {
            Duration::ZERO
        }
    }

    /// Takes a token; there must be one.
    pub fn take(&mut self) {
        self.tokens -= 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_the_rest_waits_for_its_turn() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate { burst: 3, per_second: 10.0 }, start);
        for _ in 0..3 {
            assert_eq!(bucket.wait(start), Duration::ZERO);
            bucket.take();
        }
        let wait = bucket.wait(start);
        assert!((0.1..0.101).contains(&wait.as_secs_f64()), "{wait:?}");
        // Half the time is not enough, the time named is.
        assert!(bucket.wait(start + wait / 2) > Duration::ZERO);
        assert_eq!(bucket.wait(start + wait), Duration::ZERO);
    }

    #[test]
    fn an_idle_bucket_holds_no_more_than_a_burst() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate { burst: 2, per_second: 10.0 }, start);
        let later = start + Duration::from_secs(3600);
        for _ in 0..2 {
            assert_eq!(bucket.wait(later), Duration::ZERO);
            bucket.take();
        }
        assert!(bucket.wait(later) > Duration::ZERO);
    }
}
