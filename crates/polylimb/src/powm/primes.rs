//! Random primes, eight candidates at a time.
//!
//! **Source.** `[FIPS186-5]`, A.1.3 and B.3; the strong test: `[Rabin1980]`. **Idea.** Each lane
//! has a random start of its own and the first number after it without a small factor. A power of 2
//! rejects almost all composites, eight in one pass. The survivor takes eight strong tests to
//! random bases, again in one pass: for random candidates their joint error is far below 2^-100
//! (`[Damgard1993]`). **Secrets.** How many candidates were rejected, and why, is public; they are
//! independent of the prime. The prime itself is handled in constant time, its distance from the
//! start and the small factors on the way included: they would tell it modulo small primes.

use super::Exponent;
use super::batch::{BatchJob, BatchOptions, MOST_BITS};
use crate::error::{Error, Result};
use crate::limb::simd::LANES;
use crate::limb::{
    Kernel, Mask, Natural, WORD_BITS, WORD_BYTES, Word, assign_if, is_zero, shr_assign,
};
use crate::modmul::long_division::Divisor;
use crate::modmul::{Modulus, Options};
use alloc::vec;
use alloc::vec::Vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

type Secret = Zeroizing<Vec<Word>>;

/// Candidates, and bases of strong tests, in one pass.
const AT_ONCE: usize = LANES;
/// Trial division by the odd primes below this.
const SMALL: u32 = 4096;
/// This many starts for each candidate: some are given up, about one in five for a safe prime.
const MOST_STARTS: usize = 8;
/// A power of 2 above this does not divide a prime less 1: one in 65536 primes is given up.
const MOST_TWOS: usize = 16;
/// This many passes without a prime prove a broken generator; 16384 bits take 100 on average.
const MOST_PASSES: usize = 1 << 14;

/// Fewest bits of a random prime: the error bound of the tests is one for long numbers.
const LEAST_BITS: usize = 128;
/// A safe prime needs the square of the candidates.
const MOST_SAFE_PASSES: usize = MOST_PASSES << 5;

/// A random prime of `bits` bits, 128 to 16384, whose two leading bits are set. Candidates are
/// tested eight at a time. How many were drawn is public; the prime is handled in constant time.
///
/// ```
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// use polylimb::powm::{BatchOptions, random_prime};
/// // `rng` is any `rand_core::CryptoRng`.
/// let prime = random_prime(256, &BatchOptions::default(), &mut rng)?;
/// assert!(polylimb::authors::modmul::is_probable_prime_vartime(&prime));
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for other lengths; [`Error::Randomness`] if `rng` gives no primes.
pub fn random_prime<R: CryptoRng + ?Sized>(
    bits: usize,
    options: &BatchOptions<'_>,
    rng: &mut R,
) -> Result<Zeroizing<Vec<Word>>> {
    check_bits(bits)?;
    random_prime_avoiding(bits, None, options, rng)
}

/// Like [`random_prime`], a prime `p` for which `(p - 1) / 2` is prime, too.
///
/// ```
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// use polylimb::powm::{BatchOptions, random_safe_prime};
/// let prime = random_safe_prime(128, &BatchOptions::default(), &mut rng)?;
/// assert_eq!(prime[0] % 4, 3);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// As [`random_prime`].
pub fn random_safe_prime<R: CryptoRng + ?Sized>(
    bits: usize,
    options: &BatchOptions<'_>,
    rng: &mut R,
) -> Result<Zeroizing<Vec<Word>>> {
    check_bits(bits)?;
    let sieve = Sieve { safe: true, ..Sieve::new(None) };
    for _ in 0..MOST_SAFE_PASSES {
        for half in fermat_survivors(&sieve, bits - 1, options, rng)? {
            let safe = twice_and_one(&half, bits);
            let less_one = even(&safe);
            let exponent = Exponent::new(&less_one);
            let job = BatchJob { modulus: &safe, base: &[2], exponent };
            let passes = is_one(&BatchJob::powers(&[job], options)?[0])
                && passes_strong_tests(&half, options, rng)?
                && passes_strong_tests(&safe, options, rng)?;
            if passes {
                return Ok(safe);
            }
        }
    }
    Err(Error::Randomness)
}

fn check_bits(bits: usize) -> Result<()> {
    if (LEAST_BITS..=MOST_BITS).contains(&bits) {
        return Ok(());
    }
    Err(Error::Parameter { expected: "bits of a random prime: 128 to 16384" })
}

/// `2 n + 1`, of `bits` bits.
fn twice_and_one(n: &Secret, bits: usize) -> Secret {
    let mut twice = Zeroizing::new(vec![0; bits.div_ceil(WORD_BITS)]);
    let mut carry = 1;
    for (i, word) in twice.iter_mut().enumerate() {
        let low = n.get(i).copied().unwrap_or(0);
        *word = low << 1 | carry;
        carry = low >> (WORD_BITS - 1);
    }
    twice
}

/// A random prime of `bits` bits, at least 128, whose two leading bits are set and which is not 1
/// modulo the prime `avoid`.
///
/// # Errors
/// [`Error::Randomness`] if `rng` gives no primes.
pub(crate) fn random_prime_avoiding<R: CryptoRng + ?Sized>(
    bits: usize,
    avoid: Option<u32>,
    options: &BatchOptions<'_>,
    rng: &mut R,
) -> Result<Secret> {
    let sieve = Sieve::new(avoid);
    for _ in 0..MOST_PASSES {
        for candidate in fermat_survivors(&sieve, bits, options, rng)? {
            if passes_strong_tests(&candidate, options, rng)? {
                return Ok(candidate);
            }
        }
    }
    Err(Error::Randomness)
}

/// Eight candidates of the sieve; those are left that a power of 2 does not reject.
fn fermat_survivors<R: CryptoRng + ?Sized>(
    sieve: &Sieve,
    bits: usize,
    options: &BatchOptions<'_>,
    rng: &mut R,
) -> Result<Vec<Secret>> {
    let starts = 0..MOST_STARTS * AT_ONCE;
    let candidates = starts.filter_map(|_| sieve.next(odd_start(bits, rng)));
    let candidates: Vec<Secret> = candidates.take(AT_ONCE).collect();
    let less_one: Vec<Secret> = candidates.iter().map(even).collect();
    let jobs: Vec<_> = candidates
        .iter()
        .zip(&less_one)
        .map(|(n, e)| BatchJob { modulus: n, base: &[2], exponent: Exponent::new(e) })
        .collect();
    let powers = BatchJob::powers(&jobs, options)?;
    let survivors = candidates.into_iter().zip(powers).filter(|(_, power)| is_one(power));
    Ok(survivors.map(|(candidate, _)| candidate).collect())
}

/// `n - 1` for an odd `n`.
fn even(n: &Secret) -> Secret {
    let mut even = n.clone();
    even[0] &= !1;
    even
}

fn is_one(a: &[Word]) -> bool {
    (Mask::equal(a[0], 1) & is_zero(&a[1..])).to_bool_vartime()
}

/// A random odd number of `bits` bits whose two leading bits are set.
fn odd_start<R: CryptoRng + ?Sized>(bits: usize, rng: &mut R) -> Secret {
    let mut start = random(bits.div_ceil(WORD_BITS), rng);
    let top = start.len() - 1;
    start[top] &= Word::MAX >> (WORD_BITS * start.len() - bits);
    for bit in [0, bits - 2, bits - 1] {
        start[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
    }
    start
}

fn random<R: CryptoRng + ?Sized>(words: usize, rng: &mut R) -> Secret {
    let mut bytes = Zeroizing::new(vec![0; words * WORD_BYTES]);
    rng.fill_bytes(&mut bytes);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |w: u64, &b| w << 8 | u64::from(b));
    Zeroizing::new(bytes.chunks_exact(WORD_BYTES).map(|bytes| word(bytes) as Word).collect())
}

/// Eight strong tests to random bases. The time tells nothing of an `n` that passes.
fn passes_strong_tests<R: CryptoRng + ?Sized>(
    n: &Secret,
    options: &BatchOptions<'_>,
    rng: &mut R,
) -> Result<bool> {
    let modulus = Modulus::new(n, &Options::default())?;
    // n - 1 = d 2^k, k of these masks are true.
    let mut d = even(n);
    let mut halved = d.clone();
    let twos = [(); MOST_TWOS].map(|()| {
        let is_even = Mask::from_bit(!d[0] & 1);
        let _ = shr_assign(&mut halved, 1);
        assign_if(&mut d, &halved, is_even);
        is_even
    });
    if d[0] & 1 == 0 {
        return Ok(false);
    }
    let bases: Vec<Secret> = (0..AT_ONCE)
        .map(|_| Ok(Zeroizing::new(modulus.reduce(&random(n.len(), rng))?)))
        .collect::<Result<_>>()?;
    let exponent = Exponent::new(&d);
    let jobs: Vec<_> = bases.iter().map(|base| BatchJob { modulus: n, base, exponent }).collect();
    for power in BatchJob::powers(&jobs, options)? {
        let mut power = modulus.residue(&Zeroizing::new(power))?;
        let one = power.one();
        let minus_one = one.neg();
        let mut passed = power.equals(&one)?;
        for is_square in twos {
            passed = passed | (power.equals(&minus_one)? & is_square);
            power = power.sqr();
        }
        if !passed.to_bool_vartime() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A bit for each step `i` below 64 for which `s` divides `residue + 2 i`; `residue` is a secret
/// below `2 s`, the odd `s` is not.
fn multiples(s: u32, residue: u32) -> u64 {
    let missing = s - less_once(residue, s);
    let first = less_once((missing + (s & ones_if(missing & 1) as u32)) >> 1, s);
    let all: u64 = (0..64).step_by(s as usize).fold(0, |bits, i| bits | 1 << i);
    // Armv6-M has no shift of 64 bits by a secret number that takes one time.
    let moved = (0..6).fold(all, |bits, i| {
        let moves = ones_if(first >> i & 1);
        bits & !moves | bits << (1 << i) & moves
    });
    ones_if(first.wrapping_sub(64) >> 31) & moved
}

/// `a mod s` for `a` below `2 s`, constant time.
fn less_once(a: u32, s: u32) -> u32 {
    let less = a.wrapping_sub(s);
    less.wrapping_add(s & ones_if(less >> 31) as u32)
}

/// All ones if the bit is 1.
fn ones_if(bit: u32) -> u64 {
    u64::from_ne_bytes([Mask::from_bit(bit as Word).word() as u8; 8])
}

/// Trial division.
struct Sieve {
    /// Small primes, as many as their product has room in 64 bits for, the product, and each
    /// prime's `⌊2^64 / s⌋`.
    groups: Vec<(Divisor, Vec<(u32, u64)>)>,
    avoid: Option<u32>,
    /// Whether twice the number and one must be without such a factor, too.
    safe: bool,
}

impl Sieve {
    fn new(avoid: Option<u32>) -> Self {
        let mut groups: Vec<(u64, Vec<u32>)> = Vec::new();
        let is_prime = |s: &u32| (3..=SMALL.isqrt()).all(|d| d >= *s || !s.is_multiple_of(d));
        for s in (3..SMALL).step_by(2).filter(is_prime).chain(avoid) {
            match groups.last_mut() {
                Some((product, group)) if product.checked_mul(s.into()).is_some() => {
                    *product *= u64::from(s);
                    group.push(s);
                }
                _ => groups.push((s.into(), vec![s])),
            }
        }
        let group = |(product, group): (u64, Vec<u32>)| {
            let divisor = Divisor::new(Kernel::PORTABLE, Natural::from(product).words());
            (divisor, group.into_iter().map(|s| (s, u64::MAX / u64::from(s))).collect())
        };
        Self { groups: groups.into_iter().map(group).collect(), avoid, safe: false }
    }

    /// The first number from the odd `start` on, in up to 63 steps of 2, without a factor among the
    /// small primes; `None` if there is none, or its low word is no longer one. Constant time
    /// otherwise.
    fn next(&self, mut start: Secret) -> Option<Secret> {
        // A bit for each step.
        let mut factors = Zeroizing::new(0u64);
        for &(s, residue) in self.residues(&start).iter() {
            *factors |= multiples(s, residue);
            if self.avoid == Some(s) {
                *factors |= multiples(s, residue + s - 1);
            }
            if self.safe {
                *factors |= multiples(s, residue + s.div_ceil(2));
            }
        }
        // `trailing_ones` would branch on Armv6-M.
        let step = Word::from((*factors & !factors.wrapping_add(1)).count_ones() as u8);
        let carries;
        (start[0], carries) = start[0].overflowing_add(2 * step);
        (step < 64 && !carries).then_some(start)
    }

    /// Each small prime and `start` modulo it. Constant time.
    fn residues(&self, start: &[Word]) -> Zeroizing<Vec<(u32, u32)>> {
        let mut residues = Zeroizing::new(Vec::new());
        for (divisor, primes) in &self.groups {
            let (_, rest) = divisor.divide(start);
            let bytes = rest.iter().rev().flat_map(|word| word.to_be_bytes());
            let rest = bytes.fold(0, |rest: u64, byte| rest << 8 | u64::from(byte));
            for &(s, reciprocal) in primes {
                let quotient = (u128::from(rest) * u128::from(reciprocal)) >> 64;
                // The quotient is the right one or one less.
                let residue = (rest - quotient as u64 * u64::from(s)) as u32;
                residues.push((s, less_once(residue, s)));
            }
        }
        residues
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Features;
    use crate::modmul::prime_test::is_probable_prime_vartime;
    use rand_core::RngCore;

    /// Not random enough for keys.
    struct Weak(u64);

    impl RngCore for Weak {
        fn next_u32(&mut self) -> u32 {
            self.next_u64() as u32
        }
        fn next_u64(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            self.0 ^ (self.0 >> 29)
        }
        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            bytes.fill_with(|| (self.next_u64() >> 40) as u8);
        }
    }

    impl CryptoRng for Weak {}

    #[test]
    fn primes_by_another_test() {
        let mut rng = Weak(1);
        let mut options = BatchOptions::default();
        for (bits, features) in [
            (128, Features::NONE),
            (200, Features::detect()),
            (512, Features::NONE),
            (513, Features::detect()),
        ] {
            options.features = features;
            let prime = random_prime_avoiding(bits, Some(3), &options, &mut rng).unwrap();
            assert!(is_probable_prime_vartime(&prime), "{bits}");
            let prime = Natural::from_words(prime.to_vec());
            assert_eq!(prime.bits_vartime(), bits);
            assert_eq!(prime.words()[(bits - 2) / WORD_BITS] >> ((bits - 2) % WORD_BITS) & 1, 1);
            assert_eq!(Divisor::new(Kernel::PORTABLE, &[3]).divide(prime.words()).1[..], [2]);
        }
    }

    #[test]
    fn safe_primes_by_another_test() {
        let (mut rng, options) = (Weak(2), BatchOptions::default());
        for bits in [128, 129, 192] {
            let prime = random_safe_prime(bits, &options, &mut rng).unwrap();
            assert!(is_probable_prime_vartime(&prime), "{bits}");
            let mut half = prime.clone();
            let _ = shr_assign(&mut half, 1);
            assert!(is_probable_prime_vartime(&half), "{bits}");
            assert_eq!(Natural::from_words(prime.to_vec()).bits_vartime(), bits);
        }
        for bits in [0, 127, MOST_BITS + 1] {
            assert!(random_prime(bits, &options, &mut rng).is_err());
            assert!(random_safe_prime(bits, &options, &mut rng).is_err());
        }
    }

    #[test]
    fn residues_are_those_of_division() {
        let sieve = Sieve::new(Some(65_537));
        let start = odd_start(300, &mut Weak(7));
        let residues = sieve.residues(&start);
        // The odd primes below 4096, and one.
        assert_eq!(residues.len(), 564);
        for &(s, residue) in residues.iter() {
            let bytes = start.iter().rev().flat_map(|word| word.to_be_bytes());
            let expected = bytes.fold(0, |r, byte| (r * 256 + u64::from(byte)) % u64::from(s));
            assert_eq!(u64::from(residue), expected, "{s}");
        }
    }

    #[test]
    fn candidates_are_the_first_without_a_small_factor() {
        let (mut rng, avoid) = (Weak(9), Some(65_537));
        let sieves = [Sieve::new(avoid), Sieve { safe: true, ..Sieve::new(avoid) }];
        let is_clear = |sieve: &Sieve, step: u32, residues: &[(u32, u32)]| {
            residues.iter().all(|&(s, residue)| {
                let residue = (residue + 2 * step) % s;
                let is_next = sieve.safe && (2 * residue + 1).is_multiple_of(s);
                residue != 0 && !is_next && (residue != 1 || sieve.avoid != Some(s))
            })
        };
        for round in 0..200 {
            let (sieve, mut start) = (&sieves[round % 2], odd_start(200, &mut rng));
            if round % 10 == 0 {
                // 1 modulo the prime that is avoided.
                let residues = sieve.residues(&start);
                let (s, residue) = residues[residues.len() - 1];
                let steps = Natural::from(u64::from(s + 1 - residue + s * (residue & 1)));
                let _ = Kernel::PORTABLE.add_assign(&mut start, steps.words());
            }
            let residues = sieve.residues(&start);
            let step = (0..64).find(|step| is_clear(sieve, *step, &residues));
            let expected = step.and_then(|step| {
                let mut candidate = start.clone();
                candidate[0] = candidate[0].checked_add(2 * step as Word)?;
                Some(candidate)
            });
            assert_eq!(sieve.next(start), expected, "{round}");
        }
    }

    #[test]
    fn strong_tests_reject_what_fermat_accepts() {
        let (mut rng, options) = (Weak(3), BatchOptions::default());
        // Carmichael numbers of three primes 6k + 1, 12k + 1, 18k + 1, and a strong pseudoprime to
        // all prime bases up to 31.
        for text in ["56052361", "118901521", "172947529", "3825123056546413051"] {
            let n = Zeroizing::new(Natural::parse(text).unwrap().words().to_vec());
            assert!(!passes_strong_tests(&n, &options, &mut rng).unwrap(), "{text}");
        }
        // The last prime is 1 modulo 2^32.
        for (text, passes) in [("0xffffffffffffffc5", true), ("0xffffffff00000001", false)] {
            let prime = Zeroizing::new(Natural::parse(text).unwrap().words().to_vec());
            assert_eq!(passes_strong_tests(&prime, &options, &mut rng).unwrap(), passes);
        }
    }
}
