//! The statistics of samples.

/// The summary of a set of samples.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Summary {
    /// The number of samples.
    pub runs: usize,
    /// The smallest sample.
    pub min: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The middle sample, or the mean of the two middle ones.
    pub median: f64,
    /// The sample standard deviation (divisor `runs - 1`); 0 for a single sample.
    pub sd: f64,
    /// The coefficient of variation: `sd / mean`.
    pub cv: f64,
    /// The lower quartile.
    pub q1: f64,
    /// The upper quartile.
    pub q3: f64,
}

impl Summary {
    /// Summarises `samples`, which it sorts; `None` if there are none.
    #[must_use]
    pub fn of(samples: &mut [f64]) -> Option<Self> {
        let runs = samples.len();
        if runs == 0 {
            return None;
        }
        samples.sort_by(f64::total_cmp);
        let mean = samples.iter().sum::<f64>() / count(runs);
        let median = f64::midpoint(samples[(runs - 1) / 2], samples[runs / 2]);
        // Two passes: the one-pass formula loses all digits if the deviation is small.
        let squares: f64 = samples.iter().map(|x| (x - mean) * (x - mean)).sum();
        let sd = if runs == 1 { 0.0 } else { (squares / count(runs - 1)).sqrt() };
        let cv = if mean == 0.0 { 0.0 } else { sd / mean };
        let [q1, q3] = [samples[(runs - 1) / 4], samples[(runs - 1) * 3 / 4]];
        Some(Self { runs, min: samples[0], mean, median, sd, cv, q1, q3 })
    }

    /// The distance of the quartiles over the median: the spread without outliers.
    #[must_use]
    pub fn spread(&self) -> f64 {
        if self.median == 0.0 { 0.0 } else { (self.q3 - self.q1) / self.median }
    }
}

/// A count as a float; exact below 2^53.
#[allow(clippy::cast_precision_loss, reason = "counts of samples, threads and bits")]
#[must_use]
pub const fn count(n: usize) -> f64 {
    n as f64
}

/// `x` with `digits` digits after the point.
#[must_use]
pub fn round_to(x: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (x * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn eight_samples_worked_out_by_hand() {
        // Mean 5; squared deviations 9+1+1+1+0+0+4+16 = 32; 32 / 7.
        let s = Summary::of(&mut [9.0, 2.0, 4.0, 5.0, 4.0, 7.0, 4.0, 5.0]).unwrap();
        assert_eq!((s.runs, s.min), (8, 2.0));
        assert!(close(s.mean, 5.0) && close(s.median, 4.5));
        // Sorted 2 4 4 4 5 5 7 9: quartiles 4 and 5.
        assert!(close(s.q1, 4.0) && close(s.q3, 5.0) && close(s.spread(), 1.0 / 4.5));
        assert!(close(s.sd, (32.0_f64 / 7.0).sqrt()) && close(s.cv, (32.0_f64 / 7.0).sqrt() / 5.0));
    }

    #[test]
    fn odd_count_single_sample_and_none() {
        let s = Summary::of(&mut [30.0, 10.0, 20.0]).unwrap();
        assert!(close(s.median, 20.0) && close(s.mean, 20.0) && close(s.sd, 10.0));
        assert!(close(s.cv, 0.5));
        let s = Summary::of(&mut [7.0]).unwrap();
        assert_eq!((s.min, s.mean, s.median, s.sd, s.cv), (7.0, 7.0, 7.0, 0.0, 0.0));
        assert_eq!(Summary::of(&mut []), None);
    }

    #[test]
    fn a_small_deviation_of_large_values_survives() {
        let s = Summary::of(&mut [1e9 + 1.0, 1e9 + 2.0, 1e9 + 3.0]).unwrap();
        assert!(close(s.sd, 1.0));
    }

    #[test]
    fn rounding() {
        assert!(close(round_to(1.23456, 3), 1.235) && close(round_to(1234.5, 0), 1235.0));
    }
}
