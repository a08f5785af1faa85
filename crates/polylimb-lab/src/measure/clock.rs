//! The clock, and a chain of instructions whose time is known: what the instrument needs of a
//! machine. Tests bring a simulated one.

use std::time::{Duration, Instant};

/// A clock beside a processor.
pub trait Clock {
    /// The time since some moment.
    fn now(&self) -> Duration;

    /// Runs a chain of `steps` steps; a step takes the result of the one before. A step takes the
    /// same number of cycles on every core of a machine, so its time changes only with the core's
    /// frequency, or when something else takes the core.
    fn chain(&self, steps: usize);
}

/// This machine's.
#[derive(Debug)]
pub struct System(Instant);

impl System {
    /// Starts now.
    #[must_use]
    pub fn new() -> Self {
        Self(Instant::now())
    }
}

impl Default for System {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for System {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn chain(&self, steps: usize) {
        let _ = chain::run(steps);
    }
}

/// The chain: a product and a sum in each step. A compiler can shorten a chain of products alone,
/// or of sums.
pub mod chain {
    use std::hint::black_box;

    const FACTOR: u64 = 0xd134_2543_de82_ef95;
    const TERM: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Runs that number of steps.
    #[must_use]
    pub fn run(steps: usize) -> u64 {
        let [factor, term] = black_box([FACTOR, TERM]);
        let mut x = term;
        let mut left = steps;
        // Not a range: a debug build, which the tests run, would call functions in each step.
        while left > 0 {
            x = x.wrapping_mul(factor).wrapping_add(term);
            left -= 1;
        }
        black_box(x)
    }

    /// What [`run`] returns, without running it: a step maps x to f x + t, and the square of such a
    /// map is another.
    #[must_use]
    pub fn expected(steps: usize) -> u64 {
        let after = |[f, t]: [u64; 2], [g, u]: [u64; 2]| {
            [g.wrapping_mul(f), g.wrapping_mul(t).wrapping_add(u)]
        };
        let (mut all, mut power) = ([1, 0], [FACTOR, TERM]);
        let mut left = steps;
        while left > 0 {
            if left % 2 == 1 {
                all = after(all, power);
            }
            power = after(power, power);
            left /= 2;
        }
        all[0].wrapping_mul(TERM).wrapping_add(all[1])
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn expected_without_running() {
            for steps in [0, 1, 2, 3, 10, 1000, 12_345] {
                assert_eq!(super::run(steps), super::expected(steps), "{steps}");
            }
        }
    }
}
