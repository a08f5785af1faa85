//! Why a figure may not be trusted.

use super::machine::Machine;
use crate::analysis::OVERSUBSCRIBED;
use crate::measure::statistics::Summary;

/// The largest spread of the middle half of the samples, as a share of the median, that does not
/// count as noise.
const NOISE: f64 = 0.05;
/// The share by which the mean may exceed the median before outliers are reported.
const OUTLIERS: f64 = 0.25;
/// The slowdown of the reference loop, over its fastest time, beyond which the frequency is
/// doubted.
const SLOWDOWN: f64 = 1.1;

/// The warnings of a row on `threads` threads, whose core ran `slowdown` times slower than at its
/// fastest.
pub(super) fn of(
    summary: &Summary,
    threads: usize,
    machine: &Machine,
    slowdown: f64,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if machine.is_crowded_by(threads) {
        warnings.push(OVERSUBSCRIBED.into());
    } else if threads > machine.cores {
        warnings.push("threads share cores".into());
    }
    let percent = |x: f64| (x * 100.0).round();
    if summary.middle_half > NOISE {
        let (cv, half) = (percent(summary.cv), percent(summary.middle_half));
        warnings.push(format!("noisy: cv {cv} %, the middle half spreads over {half} %"));
    } else if summary.mean > summary.median * (1.0 + OUTLIERS) {
        let above = percent(summary.mean / summary.median - 1.0);
        warnings.push(format!("outliers: the mean is {above} % above the median, which is steady"));
    }
    if slowdown > SLOWDOWN {
        let slower = percent(slowdown - 1.0);
        warnings.push(format!("frequency: the core ran {slower} % slower than at its fastest"));
    }
    warnings
}
