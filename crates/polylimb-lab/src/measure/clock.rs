//! The clock: its step, the duration of a batch for it, and a loop that reveals a changed
//! frequency.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A batch lasts at least this many steps of the clock, so that reading it costs less than half a
/// percent.
const STEPS_PER_BATCH: u32 = 250;

/// The smallest step the clock makes between two readings.
#[must_use]
pub fn step() -> Duration {
    const READINGS: usize = 2000;
    let mut smallest = Duration::MAX;
    for _ in 0..READINGS {
        let start = Instant::now();
        let mut elapsed = start.elapsed();
        while elapsed.is_zero() {
            elapsed = start.elapsed();
        }
        smallest = smallest.min(elapsed);
    }
    smallest
}

/// The duration of a batch for a clock with this step: between 10 µs and 1 ms.
#[must_use]
pub fn batch_time(step: Duration) -> Duration {
    (step * STEPS_PER_BATCH).clamp(Duration::from_micros(10), Duration::from_millis(1))
}

/// The time of a fixed chain of dependent multiplications, the smallest of three. It takes the same
/// number of cycles on every core of a machine, so it changes only with the core's frequency.
#[must_use]
pub fn reference_loop() -> Duration {
    const LENGTH: u64 = 4000;
    (0..3)
        .map(|_| {
            let start = Instant::now();
            let mut x = black_box(0x9e37_79b9_7f4a_7c15_u64);
            for i in 0..LENGTH {
                x = x.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(i);
            }
            black_box(x);
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_long_for_a_fine_clock_and_bounded_for_a_coarse_one() {
        assert_eq!(batch_time(Duration::from_nanos(1)), Duration::from_micros(10));
        assert_eq!(batch_time(Duration::from_nanos(100)), Duration::from_micros(25));
        assert_eq!(batch_time(Duration::from_millis(15)), Duration::from_millis(1));
    }
}
