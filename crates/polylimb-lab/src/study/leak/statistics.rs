//! Welch's t-test, and the straight line through times and densities.

use super::Sample;
use crate::measure::statistics::{Summary, count};

/// Welch's t: the difference of the means over its standard error, without assuming equal
/// variances; 0 for too few samples or without variation.
pub(super) fn welch(a: &[f64], b: &[f64]) -> f64 {
    let summary = |samples: &[f64]| Summary::of(&mut samples.to_vec());
    let (Some(a), Some(b)) = (summary(a), summary(b)) else { return 0.0 };
    let error = |s: Summary| s.sd * s.sd / count(s.runs);
    let error = (error(a) + error(b)).sqrt();
    if error > 0.0 { (a.mean - b.mean) / error } else { 0.0 }
}

/// How time depends on density.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Line {
    /// Pearson's correlation.
    pub(super) correlation: f64,
    /// The time difference between density 0 and density 1, by least squares.
    pub(super) slope: f64,
}

/// The line through the samples; flat without variation.
pub(super) fn line(samples: &[Sample]) -> Line {
    let n = count(samples.len().max(1));
    let mean = |of: &dyn Fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|s| s.density), mean(&|s| s.time));
    let sum = |of: &dyn Fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>();
    let xx = sum(&|s| (s.density - x) * (s.density - x));
    let yy = sum(&|s| (s.time - y) * (s.time - y));
    let xy = sum(&|s| (s.density - x) * (s.time - y));
    if xx > 0.0 && yy > 0.0 {
        Line { correlation: xy / (xx * yy).sqrt(), slope: xy / xx }
    } else {
        Line { correlation: 0.0, slope: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_worked_out_by_hand() {
        // Means 3 and 6, variances 2.5 and 10 of five each: 3 / sqrt(0.5 + 2).
        let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 4.0, 6.0, 8.0, 10.0]);
        assert!((welch(&b, &a) - 3.0 / 2.5_f64.sqrt()).abs() < 1e-12);
        assert!((welch(&a, &b) + 3.0 / 2.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!((welch(&a, &[]), welch(&[1.0, 1.0], &[2.0, 2.0])), (0.0, 0.0));
    }

    #[test]
    fn a_line_and_its_scatter() {
        let samples = |times: [f64; 4]| -> Vec<Sample> {
            let densities = [0.0, 0.25, 0.5, 0.75];
            let pairs = densities.into_iter().zip(times);
            pairs.map(|(density, time)| Sample { density, time }).collect()
        };
        let exact = line(&samples([10.0, 12.0, 14.0, 16.0]));
        assert!((exact.correlation - 1.0).abs() < 1e-12 && (exact.slope - 8.0).abs() < 1e-12);
        // Deviations (-1.5, -0.5, 0.5, 1.5)/4 and (-1, 1, -1, 1): 0.5 / sqrt(5/16 · 4).
        let scattered = line(&samples([9.0, 11.0, 9.0, 11.0]));
        assert!((scattered.correlation - 0.5 / 1.25_f64.sqrt()).abs() < 1e-12);
        assert_eq!(line(&samples([7.0; 4])), Line { correlation: 0.0, slope: 0.0 });
    }
}
