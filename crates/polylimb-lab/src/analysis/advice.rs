//! What to use: the fastest algorithm of each size, and the sizes at which an algorithm leads.
//!
//! Threads are advised only where they pay, by the rule of [`super::crossover`]. Only the library's
//! own constant-time algorithms are advised, and no thread count above the machine's. Baselines and
//! variable-time algorithms stay in the tables.

use super::OVERSUBSCRIBED;
use super::crossover::PAYS;
use crate::record::Measurement;
use std::collections::BTreeMap;

/// The fastest algorithms of one size.
#[derive(Debug, Clone, Copy)]
pub struct Advice<'a> {
    /// The size.
    pub bits: usize,
    /// The fastest on one thread; `None` if no algorithm was measured on one.
    pub alone: Option<&'a Measurement>,
    /// The fastest on any number of threads.
    pub overall: &'a Measurement,
}

/// A range of neighbouring sizes with the same fastest algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reign {
    /// The smallest size.
    pub from: usize,
    /// The largest size.
    pub to: usize,
    /// The algorithm, with the parameters that tell its rows apart.
    pub algorithm: String,
    /// Its threads.
    pub threads: usize,
}

/// Advice for each size measured with the operation `op`, smallest first.
#[must_use]
pub fn by_size<'a>(measurements: &'a [Measurement], op: &str) -> Vec<Advice<'a>> {
    let mut sizes: BTreeMap<usize, Vec<&Measurement>> = BTreeMap::new();
    for m in measurements.iter().filter(|m| m.op == op && advisable(m)) {
        sizes.entry(m.bits).or_default().push(m);
    }
    let fastest = |ms: &[&'a Measurement], most_threads: usize| {
        let ms = ms.iter().copied().filter(|m| m.threads <= most_threads);
        ms.min_by(|a, b| a.time().total_cmp(&b.time()))
    };
    sizes
        .into_iter()
        .filter_map(|(bits, ms)| {
            let alone = fastest(&ms, 1);
            let any = fastest(&ms, usize::MAX)?;
            let overall = alone.filter(|m| m.time() < any.time() * PAYS).unwrap_or(any);
            Some(Advice { bits, alone, overall })
        })
        .collect()
}

/// The sizes at which each fastest algorithm leads. `advice` must be sorted by size.
#[must_use]
pub fn reigns(advice: &[Advice<'_>]) -> Vec<Reign> {
    let mut reigns: Vec<Reign> = Vec::new();
    for a in advice {
        let (algorithm, threads) = (a.overall.label(), a.overall.threads);
        match reigns.last_mut() {
            Some(last) if last.algorithm == algorithm && last.threads == threads => {
                last.to = a.bits;
            }
            _ => reigns.push(Reign { from: a.bits, to: a.bits, algorithm, threads }),
        }
    }
    reigns
}

/// Whether an application may use the measured algorithm.
fn advisable(m: &Measurement) -> bool {
    m.correct
        && m.library
        && m.constant_time == "yes"
        && !m.warnings.iter().any(|w| w == OVERSUBSCRIBED)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;

    #[test]
    fn only_what_an_application_may_use_is_advised() {
        let mut ms = vec![
            mul("a", 1, 256, 10.0),
            mul("b", 1, 256, 12.0),
            mul("a", 1, 512, 40.0),
            mul("b", 1, 512, 30.0),
            mul("p", 2, 512, 20.0),
            // A gain of one percent is not worth a second core.
            mul("p", 2, 256, 9.9),
            mul("b", 1, 1024, 90.0),
            mul("p", 2, 1024, 50.0),
        ];
        for (what, change) in [
            ("baseline", (|m: &mut Measurement| m.library = false) as fn(&mut Measurement)),
            ("leaky", |m| m.constant_time = "no".into()),
            ("wrong", |m| m.correct = false),
            ("crowd", |m| m.warnings.push(OVERSUBSCRIBED.into())),
        ] {
            let mut m = mul(what, 1, 256, 1.0);
            change(&mut m);
            ms.push(m);
        }
        let advice = by_size(&ms, "mul");
        let names: Vec<_> = advice.iter().map(|a| a.overall.algorithm.as_str()).collect();
        assert_eq!(names, ["a", "p", "p"]);
        assert_eq!(advice[1].alone.unwrap().algorithm, "b");
        let reigns = reigns(&advice);
        assert_eq!(reigns.len(), 2);
        assert_eq!((reigns[1].from, reigns[1].to, reigns[1].threads), (512, 1024, 2));
    }
}
