//! The two bases: the primes of the channels.
//!
//! The channels are the largest primes of a word. **Source** of the test: `[Miller1976]`,
//! `[Rabin1980]`; the first twelve primes as bases decide below `3.1 10^23` (`[Sorenson2015]`), so
//! the list is proved, not probable. It does not depend on the modulus. **Cost.** About 15
//! (`w = 32`) or 30 (`w = 64`) tests of odd numbers for each prime.

use super::channel::{C_BOUND, Channel};
use alloc::vec::Vec;
use polylimb::authors::limb::{Mask, Word};
use zeroize::Zeroizing;

/// The small primes: trial divisors, and a sufficient set of witnesses.
const SMALL_PRIMES: [Word; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// The channels of the bases `B` and `B'`, `k` each.
pub(super) struct Bases {
    /// `B`: its product `P` takes the place of Montgomery's `R`. None of its primes divides the
    /// modulus.
    pub(super) first: Vec<Channel>,
    /// `B'`.
    pub(super) second: Vec<Channel>,
}

impl Bases {
    /// The `2k` largest primes. The divisors of `modulus` go to `B'`, which takes any prime; there
    /// are at most `k`, because the product of `k` primes exceeds any modulus. Constant time in the
    /// modulus: the list is sorted by a fixed sequence of exchanges.
    pub(super) fn new(modulus: &[Word], k: usize) -> Self {
        let primes = largest_primes_vartime(2 * k);
        let mut divides = Zeroizing::new(Vec::with_capacity(2 * k));
        divides
            .extend(primes.iter().map(|p| Mask::is_zero(p.canonical(p.of_number(modulus))).bit()));
        let mut c: Vec<Word> = primes.iter().map(|p| p.c).collect();
        for end in (1..2 * k).rev() {
            for i in 0..end {
                let exchange = Mask::from_bit(divides[i] & (1 ^ divides[i + 1]));
                exchange_if(&mut c, i, exchange);
                exchange_if(&mut divides, i, exchange);
            }
        }
        let second = c.split_off(k);
        let channels = |c: Vec<Word>| c.into_iter().map(|c| Channel { c }).collect();
        Self { first: channels(c), second: channels(second) }
    }
}

/// Exchanges the neighbours `i` and `i + 1` if `condition` is true.
fn exchange_if(words: &mut [Word], i: usize, condition: Mask) {
    let difference = condition.word() & (words[i] ^ words[i + 1]);
    words[i] ^= difference;
    words[i + 1] ^= difference;
}

/// The `count` largest primes of a word, descending.
fn largest_primes_vartime(count: usize) -> Vec<Channel> {
    let odd = (1..C_BOUND).step_by(2).map(|c| Channel { c });
    let primes: Vec<_> = odd.filter(|&n| is_prime_vartime(n)).take(count).collect();
    assert!(primes.len() == count, "more channels than primes with a small c");
    primes
}

/// Whether the odd number `2^w - c` is prime; it is larger than all [`SMALL_PRIMES`].
fn is_prime_vartime(n: Channel) -> bool {
    let minus_one = n.modulus() - 1;
    let twos = minus_one.trailing_zeros();
    let is_witness = |base: Word| {
        let mut x = n.pow(base, minus_one >> twos);
        let mut passes = n.canonical(x) == 1;
        for _ in 0..twos {
            passes |= n.canonical(x) == minus_one;
            x = n.mul(x, x);
        }
        !passes
    };
    SMALL_PRIMES.iter().all(|&p| !n.modulus().is_multiple_of(p))
        && !SMALL_PRIMES.iter().any(|&base| is_witness(base))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use polylimb::authors::limb::WORD_BITS;

    /// The first of the list as published (Caldwell, Primes just less than a power of two), and
    /// enough for the longest modulus.
    #[test]
    fn the_largest_primes() {
        let primes = largest_primes_vartime(2 * super::super::channels(super::super::MOST_BITS));
        let known: [Word; 6] =
            if WORD_BITS == 64 { [59, 83, 95, 179, 189, 257] } else { [5, 17, 65, 99, 107, 135] };
        assert_eq!(primes[..6].iter().map(|p| p.c).collect::<Vec<_>>(), known);
        assert!(primes.is_sorted_by(|a, b| a.c < b.c));
    }

    #[test]
    fn what_divides_the_modulus_goes_to_the_second_base() {
        let k = 5;
        let primes = largest_primes_vartime(2 * k);
        // The product of the first and the third.
        let kernel = polylimb::authors::limb::Kernel::PORTABLE;
        let mut modulus = vec![0; 2];
        kernel.schoolbook(&mut modulus, &[primes[0].modulus()], &[primes[2].modulus()]);
        let bases = Bases::new(&modulus, k);
        assert!(bases.second.contains(&primes[0]) && bases.second.contains(&primes[2]));
        let mut all: Vec<_> = bases.first.iter().chain(&bases.second).map(|p| p.c).collect();
        all.sort_unstable();
        assert_eq!(all, primes.iter().map(|p| p.c).collect::<Vec<_>>());
        for p in &bases.first {
            assert_ne!(p.canonical(p.of_number(&modulus)), 0);
        }
    }
}
