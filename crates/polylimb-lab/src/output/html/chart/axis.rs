//! Logarithmic axes and the places of their labels.

use crate::measure::statistics::count;

/// The most powers of ten with a label.
const MOST_DECADES: usize = 9;

/// Maps the smallest value to 0 and the largest to 1.
pub(super) struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// The axis of the sizes, with a margin at both ends.
    pub(super) fn of_sizes(bits: &[usize]) -> Self {
        let ends = bits.first().zip(bits.last());
        let (low, high) = ends.map_or((1.0, 2.0), |(&low, &high)| (count(low), count(high)));
        let room = (high / low).powf(0.025).max(1.01);
        Self { low: low / room, high: high * room }
    }

    /// The axis of some times, ending at round numbers.
    pub(super) fn of_times(times: impl Iterator<Item = f64>) -> Self {
        let (low, high) =
            times.fold((f64::INFINITY, 0.0), |(low, high), t: f64| (t.min(low), t.max(high)));
        if low > high {
            return Self { low: 1.0, high: 10.0 };
        }
        let low = round_numbers(low / 10.0, low).last().copied().unwrap_or(low);
        let above = round_numbers(high, high * 10.0);
        Self { low, high: above.into_iter().find(|&t| t > low).unwrap_or(high * 2.0) }
    }

    /// The place of a value, 0 to 1.
    pub(super) fn at(&self, value: f64) -> f64 {
        (value / self.low).ln() / (self.high / self.low).ln()
    }

    /// The times with a line and a label: powers of ten; 2 and 5 times them if there are few.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let all = round_numbers(self.low, self.high);
        let decades: Vec<f64> = all.iter().copied().filter(|t| is_power_of_ten(*t)).collect();
        if decades.len() < 3 {
            return all;
        }
        decades.iter().copied().step_by(decades.len().div_ceil(MOST_DECADES)).collect()
    }

    /// The sizes with a label, and whether a phone has room for it too. Powers of two come first.
    pub(super) fn labelled(&self, bits: &[usize]) -> Vec<(usize, bool)> {
        let mut chosen: Vec<(usize, bool)> = Vec::new();
        for (apart, phone) in [(0.15, true), (0.06, false)] {
            let powers = bits.iter().filter(|b| b.is_power_of_two());
            for &b in powers.chain(bits.iter().filter(|b| !b.is_power_of_two())) {
                let far = |&(c, _): &(usize, bool)| {
                    (self.at(count(b)) - self.at(count(c))).abs() >= apart
                };
                if chosen.iter().all(far) {
                    chosen.push((b, phone));
                }
            }
        }
        chosen.sort_unstable();
        chosen
    }
}

/// The numbers 1, 2 and 5 times a power of ten from `low` to `high`, both included.
fn round_numbers(low: f64, high: f64) -> Vec<f64> {
    let decades = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let numbers = decades.flat_map(|d| [1.0, 2.0, 5.0].map(|n| n * 10_f64.powi(d)));
    numbers.filter(|&n| n >= low * (1.0 - 1e-9) && n <= high * (1.0 + 1e-9)).collect()
}

fn is_power_of_ten(value: f64) -> bool {
    let log = value.log10();
    (log - log.round()).abs() < 1e-9
}

/// A round number of ns, or of another unit.
pub(super) fn label(value: f64, unit: &str) -> String {
    if !unit.is_empty() && unit != "ns" {
        return format!("{value}");
    }
    let (divisor, unit) = match value {
        _ if value < 0.9e3 => (1.0, "ns"),
        _ if value < 0.9e6 => (1e3, "µs"),
        _ if value < 0.9e9 => (1e6, "ms"),
        _ => (1e9, "s"),
    };
    let value = value / divisor;
    // Below 1 all significant digits, without the rounding error of the division.
    let value = if value < 0.95 { (value * 1e9).round() / 1e9 } else { value.round() };
    format!("{value} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_round_and_enclose_the_times() {
        let axis = Axis::of_times([18.3, 7200.0].into_iter());
        assert!((axis.low - 10.0).abs() < 1e-9 && (axis.high - 10_000.0).abs() < 1e-6);
        assert_eq!(axis.ticks().len(), 4);
        let axis = Axis::of_times([23.0, 110.0].into_iter());
        let labels: Vec<_> = axis.ticks().into_iter().map(|t| label(t, "ns")).collect();
        assert_eq!(labels, ["20 ns", "50 ns", "100 ns", "200 ns"]);
        for times in [vec![], vec![50.0], vec![1e-3, 1e12]] {
            let axis = Axis::of_times(times.iter().copied());
            assert!(axis.low < axis.high && axis.ticks().len() >= 2);
            assert!(times.iter().all(|&t| (0.0..=1.0).contains(&axis.at(t))));
        }
        assert_eq!(label(0.05, "ns"), "0.05 ns");
        assert_eq!(label(2e6, "ns"), "2 ms");
        assert_eq!(label(500.0, "cycles"), "500");
    }

    #[test]
    fn labels_of_sizes_keep_their_distance() {
        let bits = [128, 256, 384, 512, 521, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16384];
        let axis = Axis::of_sizes(&bits);
        let labelled = axis.labelled(&bits);
        let on_a_phone: Vec<_> = labelled.iter().filter(|l| l.1).map(|l| l.0).collect();
        assert_eq!(on_a_phone, [128, 512, 2048, 8192]);
        assert!(labelled.iter().any(|l| l.0 == 1024) && !labelled.iter().any(|l| l.0 == 521));
        assert_eq!(Axis::of_sizes(&[384]).labelled(&[384]), [(384, true)]);
        assert!((Axis::of_sizes(&[384]).at(384.0) - 0.5).abs() < 1e-9);
    }
}
