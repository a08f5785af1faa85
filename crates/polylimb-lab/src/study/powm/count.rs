//! Counts the squarings and products of an exponentiation: all of them, and those on the longest
//! path.

use crate::executor::{InTurn, Watch};
use crate::study::observed::{Observed, Tally};
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::{Counts, Entry, Job};
use polylimb::powm::Exponent;
use std::sync::{Arc, Mutex, PoisonError};

/// The counts of one exponentiation.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Taken {
    /// In all parts.
    pub total: Counts,
    /// In the longest part of each call, and outside of calls.
    pub critical: Counts,
}

/// Counts one exponentiation in `lanes` parts, which run one after another.
///
/// # Errors
/// The method's.
pub(super) fn count(
    method: &Entry,
    modmul: &dyn ModMul,
    base: &[Word],
    exponent: Exponent<'_>,
    lanes: usize,
    width: Option<usize>,
) -> polylimb::Result<Taken> {
    let tally = Arc::new(Tally::default());
    let split = InTurn::new(lanes, Lanes { tally: Arc::clone(&tally), seen: Mutex::default() });
    let counting = Observed::new(modmul, Arc::clone(&tally));
    let mut power = vec![0; modmul.residue_words()];
    let job = Job { modmul: &counting, base, exponent, split: &split, width };
    method.pow(&job, &mut power)?;
    let total = counts(&tally);
    let seen = *lock(&split.watch().seen);
    Ok(Taken { total, critical: minus(total, seen.hidden) })
}

fn minus(a: Counts, b: Counts) -> Counts {
    Counts::new(a.squarings - b.squarings, a.products - b.products)
}

/// The contents of a mutex, also after a panic elsewhere.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Squarings and products so far.
fn counts(tally: &Tally) -> Counts {
    let now = tally.now();
    Counts::new(number(now.squares), number(now.products))
}

/// A count as a float; far below the 53 bits that it holds.
fn number(n: u64) -> f64 {
    crate::measure::statistics::count(n as usize)
}

/// Observes the parts of each call.
struct Lanes {
    tally: Arc<Tally>,
    seen: Mutex<Seen>,
}

#[derive(Clone, Copy, Default)]
struct Seen {
    /// The tally when the last part ended.
    before: Counts,
    /// The longest part of this call.
    longest: Counts,
    /// All parts of this call.
    lanes: Counts,
    /// What ran in parallel with a longer part, in all calls.
    hidden: Counts,
}

impl Watch for Lanes {
    fn call_begins(&self) {
        let mut seen = lock(&self.seen);
        *seen = Seen { before: counts(&self.tally), hidden: seen.hidden, ..Seen::default() };
    }

    fn part_ended(&self) {
        let mut seen = lock(&self.seen);
        let now = counts(&self.tally);
        let lane = minus(now, seen.before);
        seen.before = now;
        seen.lanes = seen.lanes.plus(lane);
        if lane.time() > seen.longest.time() {
            seen.longest = lane;
        }
    }

    fn call_ended(&self) {
        let mut seen = lock(&self.seen);
        seen.hidden = seen.hidden.plus(minus(seen.lanes, seen.longest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::powm::power;
    use polylimb::authors::limb::WORD_BITS;
    use polylimb::authors::modmul::Request;

    /// The counts for the exponent 2^63 + 2^40 + 1 in `lanes` parts.
    fn taken(method: &str, lanes: usize) -> Taken {
        let mut exponent = vec![0; 64 / WORD_BITS.min(64)];
        for bit in [0, 40, 63] {
            exponent[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
        }
        let entry = polylimb::authors::modmul::Entry::find("montgomery-sos").unwrap();
        let modmul = entry.build(&Request::new(&[101])).unwrap();
        let mut base = vec![0; modmul.residue_words()];
        modmul.one(&mut base);
        let exponent = Exponent::with_len(&exponent, 64);
        count(power(method).unwrap(), &*modmul, &base, exponent, lanes, None).unwrap()
    }

    #[test]
    fn the_binary_method_squares_for_every_bit_below_the_top_and_multiplies_for_every_one() {
        let t = taken("binary-left-to-right", 1);
        assert_eq!(t.total, Counts::new(63.0, 2.0));
        assert_eq!(t.critical, t.total);
    }

    #[test]
    fn two_lanes_wait_for_the_upper_one_and_the_joining() {
        // Below: bit 0 of 32, a single one, nothing to multiply. Above: 32 squarings up, 31 down,
        // the ones at 8 and 31.
        let t = taken("parallel-binary", 2);
        assert_eq!(t.critical, Counts::new(63.0, 2.0));
        assert!(t.total.squarings >= 63.0 && t.total.products >= 2.0, "{t:?}");
        assert!(t.total.squarings <= 63.0 + 31.0, "{t:?}");
    }
}
