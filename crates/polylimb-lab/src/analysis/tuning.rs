//! Makes a tuning profile from measurements: the fastest algorithm of each size, with its cut, for
//! each kernel, odd and even moduli, and thread count. An algorithm with another cut counts as
//! another algorithm.
//!
//! A profile must not change with noise, nor use a core for a gain within noise. An algorithm gives
//! way to the next size's fastest only if that is faster by [`PAYS`], and threads are used only
//! from the same gain on. Between two measured sizes the change lies where the two times cross,
//! both interpolated linearly in logarithmic scales, at a whole number of words. The profile has no
//! sizes above the largest measured.

use super::OVERSUBSCRIBED;
use super::crossover::PAYS;
use crate::measure::statistics::count;
use crate::record::Measurement;
use polylimb::authors::entry::{ConstantTime, Domain, find};
use polylimb::authors::limb::{Kernel, WORD_BITS};
use polylimb::authors::modmul::{Entry, Rule, Section};
use polylimb::modmul::Profile;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Times in ns by bits.
type Times = BTreeMap<usize, f64>;

/// A candidate for a range: an algorithm with its cut as the profile writes it.
#[derive(Clone, Copy)]
struct Candidate {
    entry: &'static Entry,
    cut_percent: Option<u8>,
}

/// The profile from the measurements of `mul` by algorithms among `entries`. Uses only correct
/// measurements with at most the machine's number of threads. Variable-time algorithms get sections
/// of their own, for the sizes at which they beat the constant-time ones. Cuts in words are left
/// out: they fit one size only.
///
/// # Errors
/// [`polylimb::Error::UnknownName`] for an algorithm that is not among `entries`.
pub fn profile(
    measurements: &[Measurement],
    entries: &[&'static Entry],
) -> polylimb::Result<Profile> {
    let usable: Vec<_> = measurements.iter().filter(|m| m.op == "mul" && usable(m)).collect();
    let mut sections = Vec::new();
    for kernel in Kernel::names() {
        let of_kernel: Vec<_> = usable.iter().copied().filter(|m| m.kernel == kernel).collect();
        let counts: BTreeSet<_> = of_kernel.iter().map(|m| m.threads).collect();
        for odd in [true, false] {
            let mut fewer = Times::new();
            for &threads in &counts {
                let times = times(&of_kernel, threads, odd, entries)?;
                let (constant, variable): (Vec<_>, Vec<_>) = times
                    .into_iter()
                    .partition(|(c, _)| c.entry.constant_time == ConstantTime::Yes);
                let mut add = |constant_time, rules: Vec<Rule>| {
                    if !rules.is_empty() {
                        let rules = rules.into();
                        sections.push(Section { kernel, odd, threads, constant_time, rules });
                    }
                };
                add(true, rules(&constant, &fewer, threads));
                for (&bits, &time) in constant.iter().flat_map(|(_, times)| times) {
                    let best = fewer.entry(bits).or_insert(time);
                    *best = best.min(time);
                }
                add(false, rules(&variable, &fewer, threads));
            }
        }
    }
    Profile::new(sections)
}

/// Whether a profile may use the measurement.
fn usable(m: &Measurement) -> bool {
    m.competes() && m.library && !m.warnings.iter().any(|w| w == OVERSUBSCRIBED)
}

/// Where an algorithm was cut.
#[derive(PartialEq)]
enum Cut {
    /// At the algorithm's own place, or at this percentage of the words.
    Rule(Option<u8>),
    /// At a number of words, which fits one size only.
    Words,
}

fn cut(m: &Measurement) -> Cut {
    let Some(cut) = m.params.get("cut").and_then(Value::as_str) else { return Cut::Rule(None) };
    let percent = cut.strip_suffix('%').and_then(|percent| percent.parse().ok());
    percent.map_or(Cut::Words, |percent| Cut::Rule(Some(percent)))
}

/// Whether the measurement has the algorithm and the cut of the rule.
#[must_use]
pub fn measured(rule: &Rule, m: &Measurement) -> bool {
    m.algorithm == rule.entry.name && cut(m) == Cut::Rule(rule.cut_percent)
}

/// The times of each candidate on exactly `threads` threads for odd or even moduli, by the names in
/// the register.
fn times(
    measurements: &[&Measurement],
    threads: usize,
    odd: bool,
    entries: &[&'static Entry],
) -> polylimb::Result<Vec<(Candidate, Times)>> {
    let mut found: BTreeMap<_, (Candidate, Times)> = BTreeMap::new();
    for m in measurements.iter().filter(|m| m.threads == threads) {
        let entry = find(entries.iter().copied(), "modmul algorithm", &m.algorithm)?;
        let Cut::Rule(cut_percent) = cut(m) else { continue };
        if odd || entry.domain == Domain::Any {
            let candidate = Candidate { entry, cut_percent };
            let times = found.entry((entry.name, cut_percent));
            times.or_insert((candidate, Times::new())).1.insert(m.bits, m.median);
        }
    }
    Ok(found.into_values().collect())
}

/// The ranges in which each candidate leads. No candidate leads where `fewer` threads take about as
/// long.
fn rules(candidates: &[(Candidate, Times)], fewer: &Times, threads: usize) -> Vec<Rule> {
    let sizes: BTreeSet<usize> = candidates.iter().flat_map(|(_, t)| t.keys().copied()).collect();
    let mut rules: Vec<Rule> = Vec::new();
    let mut incumbent: Option<usize> = None;
    // The size before, and its leader if it had one.
    let mut before: Option<(usize, Option<usize>)> = None;
    for bits in sizes {
        let time = |index: &usize| candidates[*index].1.get(&bits).copied();
        let all = (0..candidates.len()).filter(|i| time(i).is_some());
        let Some(fastest) = all.min_by(|a, b| time(a).partial_cmp(&time(b)).expect("times")) else {
            continue;
        };
        let limit = time(&fastest).unwrap_or(0.0) * PAYS;
        let leader = incumbent.filter(|i| time(i).is_some_and(|t| t < limit)).unwrap_or(fastest);
        incumbent = Some(leader);
        let alone = fewer.get(&bits).copied().unwrap_or(f64::INFINITY);
        let winner = time(&leader).is_some_and(|t| t * PAYS <= alone).then_some(leader);
        let from_bits = match before {
            None => 1,
            Some((last, old)) if old == winner => last + 1,
            Some((last, old)) => {
                let times = |who: Option<usize>| who.map_or(fewer, |i| &candidates[i].1);
                first_after(last, bits, times(old), times(winner))
            }
        };
        // The previous leader leads up to here.
        if let (Some((_, Some(_))), Some(rule)) = (before, rules.last_mut()) {
            rule.to_bits = from_bits - 1;
        }
        if let Some(index) = winner {
            let same = before.is_some_and(|(_, old)| old == winner);
            match rules.last_mut().filter(|_| same) {
                Some(rule) => rule.to_bits = bits,
                None => rules.push(Rule {
                    from_bits,
                    to_bits: bits,
                    entry: candidates[index].0.entry,
                    threads: Some(threads),
                    cut_percent: candidates[index].0.cut_percent,
                }),
            }
        }
        before = Some((bits, winner));
    }
    rules
}

/// The first size at which the new candidate leads, above `a` and at most `b`.
#[allow(clippy::cast_sign_loss, reason = "between two sizes")]
fn first_after(a: usize, b: usize, old: &Times, new: &Times) -> usize {
    let lead = |bits| Some((old.get(&bits)? / new.get(&bits)?).ln());
    let crossing = match (lead(a), lead(b)) {
        (Some(at_a), Some(at_b)) if at_a < 0.0 && at_b > 0.0 => {
            let (from, to) = (count(a).ln(), count(b).ln());
            (from + (to - from) * at_a / (at_a - at_b)).exp().ceil() as usize
        }
        _ => b,
    };
    // All sizes of the same number of words cost the same.
    let words = crossing.clamp(a + 1, b).div_ceil(WORD_BITS);
    ((words - 1) * WORD_BITS + 1).max(a + 1)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;
    use crate::registry;
    use polylimb::authors::modmul::ALGORITHMS;

    fn shipped() -> Vec<&'static Entry> {
        ALGORITHMS.iter().collect()
    }

    fn text(measurements: &[Measurement]) -> String {
        profile(measurements, &shipped()).unwrap().to_string()
    }

    #[test]
    fn changes_lie_at_the_crossing_on_a_whole_word() {
        let ms = [
            mul("montgomery-sos", 1, 256, 10.0),
            mul("montgomery-sos", 1, 1024, 160.0),
            mul("montgomery", 1, 256, 20.0),
            mul("montgomery", 1, 1024, 80.0),
        ];
        // Both cross halfway in logarithms, at 512 bits; the change comes where the last word of
        // 512 bits begins.
        let last = 512 - WORD_BITS;
        assert_eq!(
            text(&ms),
            format!(
                "polylimb-profile 1\n[portable odd threads=1]\n1-{last} = montgomery-sos threads=1\n{}-1024 = montgomery threads=1\n",
                last + 1
            )
        );
    }

    #[test]
    fn two_percent_are_needed_for_a_change_and_for_a_thread() {
        let ms = [
            mul("barrett", 1, 256, 10.0),
            mul("montgomery", 1, 256, 10.1),
            mul("barrett", 1, 512, 20.1),
            mul("montgomery", 1, 512, 20.0),
            mul("bipartite", 2, 512, 19.9),
            mul("barrett", 1, 1024, 40.0),
            mul("montgomery", 1, 1024, 50.0),
            mul("bipartite", 2, 1024, 30.0),
            mul("barrett-parallel", 2, 1024, 31.0),
        ];
        let text = text(&ms);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[1..3], ["[portable odd threads=1]", "1-1024 = barrett threads=1"]);
        assert_eq!(lines[3], "[portable odd threads=2]");
        assert!(lines[4].ends_with("-1024 = bipartite threads=2"), "{text}");
        let from: usize = lines[4].split('-').next().unwrap().parse().unwrap();
        assert!((513..=1024).contains(&from) && from % WORD_BITS == 1, "{from}");
        assert_eq!(lines[5..7], ["[portable even threads=1]", "1-1024 = barrett threads=1"]);
        assert_eq!(lines[7], "[portable even threads=2]");
        assert!(lines[8].ends_with("= barrett-parallel threads=2"), "{text}");
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn a_lead_that_ends_and_comes_again() {
        let mut ms = Vec::new();
        for (bits, sos, two) in [(256, 9.0, 8.0), (512, 9.0, 10.0), (1024, 9.0, 8.0)] {
            ms.extend([mul("montgomery-sos", 1, bits, sos), mul("bipartite", 2, bits, two)]);
        }
        let profile = profile(&ms, &shipped()).unwrap();
        let two = &profile.sections()[1];
        assert_eq!((two.threads, two.rules.len()), (2, 2));
        assert!(two.rules[0].to_bits < 512 && two.rules[1].from_bits > 512);
        assert_eq!((two.rules[0].from_bits, two.rules[1].to_bits), (1, 1024));
    }

    #[test]
    fn only_what_may_be_used_counts() {
        let mut ms = vec![mul("montgomery", 1, 256, 10.0), mul("barrett", 1, 256, 9.0)];
        ms[1].correct = false;
        ms.push(mul("bipartite", 2, 256, 1.0));
        ms[2].warnings.push(OVERSUBSCRIBED.into());
        assert_eq!(text(&ms).lines().nth(2), Some("1-256 = montgomery threads=1"));
        assert_eq!(text(&ms).lines().count(), 3);
        assert_eq!(text(&[]).lines().count(), 1);
        assert!(profile(&[mul("frob", 1, 256, 1.0)], &shipped()).is_err());
    }

    #[test]
    fn parameters_that_win_are_written_down() {
        let with = |time: f64, cut: Option<&str>| {
            let mut m = mul("bipartite", 2, 512, time);
            m.params.extend(cut.map(|cut| ("cut".to_owned(), Value::from(cut))));
            m
        };
        let ms = [
            with(12.0, None),
            with(11.0, Some("48%")),
            // A cut in words fits one size only.
            with(1.0, Some("4")),
            with(10.0, Some("25%")),
        ];
        for from in [0, 3] {
            let rule = "1-512 = bipartite threads=2 cut=25";
            assert_eq!(text(&ms[from..]).lines().nth(2), Some(rule));
        }
        assert_eq!(text(&ms[..3]).lines().nth(2), Some("1-512 = bipartite threads=2 cut=48"));
        assert_eq!(text(&ms[..1]).lines().nth(2), Some("1-512 = bipartite threads=2"));
    }

    #[test]
    fn variable_time_leads_in_sections_of_its_own_and_only_where_it_is_faster() {
        let ms = [
            mul("barrett", 1, 256, 10.0),
            mul("classical", 1, 256, 9.9),
            mul("barrett", 1, 512, 20.0),
            mul("classical", 1, 512, 10.0),
        ];
        let text = |ms| profile(ms, &registry::modmuls().collect::<Vec<_>>()).unwrap().to_string();
        let (beaten, text) = (text(&ms[..2]), text(&ms));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[1..4],
            [
                "[portable odd threads=1]",
                "1-512 = barrett threads=1",
                "[portable odd threads=1 vartime]"
            ]
        );
        assert!(
            lines[4].ends_with("-512 = classical threads=1") && !lines[4].starts_with("1-"),
            "{text}"
        );
        assert_eq!(lines[7], "[portable even threads=1 vartime]");
        assert_eq!(beaten.lines().count(), 5);
    }
}
