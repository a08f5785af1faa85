//! Primes: random ones, the next one, and the test.

use crate::error::raised;
use crate::number::{bytes, integer, to_python, words_of};
use polylimb::authors::limb::Word;
use polylimb::authors::modmul;
use polylimb::powm::{self, BatchJob, BatchOptions, Exponent};
use pyo3::prelude::*;
use rand_core::{OsRng, TryRngCore};
use zeroize::Zeroizing;

/// Whether `n` passes the Baillie-PSW test. No composite number is known that does.
///
/// >>> from polylimb import is_prime
/// >>> is_prime(2**127 - 1), is_prime(2**127 + 1)
/// (True, False)
#[pyfunction]
pub fn is_probable_prime_vartime(py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<bool> {
    let n = integer(n, "n")?;
    if n.lt(0)? {
        return Ok(false);
    }
    let n = words_of(&n, "n")?;
    Ok(py.detach(|| modmul::is_probable_prime_vartime(&n)))
}

/// Odd primes to divide by first.
const SMALL: u32 = 1 << 12;
/// Candidates in one pass over the lanes.
const EIGHT: usize = 8;

/// The least prime above `n`, which passes the Baillie-PSW test.
#[pyfunction]
pub fn next_prime_vartime<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let n = integer(n, "n")?;
    if n.lt(2)? {
        return to_python(py, &[2]);
    }
    let mut start = words_of(&n, "n")?.to_vec();
    // A carry out of the highest word needs more than 2^62 steps.
    start.push(0);
    let step = 1 + (start[0] & 1);
    add(&mut start, step);
    let small: Vec<u32> = (3..SMALL)
        .step_by(2)
        .filter(|s| (3..*s).take_while(|d| d * d <= *s).all(|d| s % d != 0))
        .collect();
    let mut residues: Vec<(u32, u32)> = small.iter().map(|&s| (s, remainder(&start, s))).collect();
    let mut candidates: Vec<Vec<Word>> = Vec::with_capacity(EIGHT);
    loop {
        // A small prime is divisible by itself.
        let short = start[1..].iter().all(|&word| word == 0) && start[0] <= Word::from(SMALL);
        if short || residues.iter().all(|&(_, residue)| residue != 0) {
            candidates.push(start.clone());
        }
        add(&mut start, 2);
        for (s, residue) in &mut residues {
            *residue = (*residue + 2) % *s;
        }
        if candidates.len() == EIGHT || short {
            py.check_signals()?;
            if let Some(prime) = py.detach(|| first_prime(&candidates)) {
                return to_python(py, &bytes(prime, size_of_val(&prime[..])));
            }
            candidates.clear();
        }
    }
}

/// The first prime of these odd numbers: a power of 2 rejects nearly all others in lanes.
fn first_prime(candidates: &[Vec<Word>]) -> Option<&Vec<Word>> {
    let mut less_one = candidates.to_vec();
    for n in &mut less_one {
        n[0] &= !1;
    }
    let jobs: Vec<_> = candidates
        .iter()
        .zip(&less_one)
        .map(|(n, e)| BatchJob { modulus: n, base: &[2], exponent: Exponent::new_vartime(e) })
        .collect();
    // Numbers that the lanes do not take are left to the test alone.
    let powers = BatchJob::pow_all(&jobs, &BatchOptions::default());
    let may_be = |i: usize| {
        powers.as_ref().map_or(true, |p| p[i][0] == 1 && p[i][1..].iter().all(|&word| word == 0))
    };
    (0..candidates.len())
        .filter(|&i| may_be(i))
        .map(|i| &candidates[i])
        .find(|n| modmul::is_probable_prime_vartime(n))
}

fn add(n: &mut [Word], small: Word) {
    let mut carry = small;
    for word in n {
        let (sum, over) = word.overflowing_add(carry);
        *word = sum;
        carry = Word::from(over);
    }
}

fn remainder(n: &[Word], s: u32) -> u32 {
    let step = |rest: u128, word: &Word| ((rest << Word::BITS) + u128::from(*word)) % u128::from(s);
    u32::try_from(n.iter().rev().fold(0, step)).expect("below the divisor")
}

/// A random prime of `bits` bits, 128 to 16384, whose two leading bits are set, from the operating
/// system's randomness.
///
/// >>> from polylimb import is_prime, random_prime
/// >>> p = random_prime(256)
/// >>> p.bit_length(), is_prime(p)
/// (256, True)
#[pyfunction]
pub fn random_prime(py: Python<'_>, bits: usize) -> PyResult<Bound<'_, PyAny>> {
    let rng = &mut OsRng.unwrap_err();
    let prime = py.detach(|| powm::random_prime(bits, &BatchOptions::default(), rng));
    let prime = prime.map_err(raised)?;
    to_python(py, &Zeroizing::new(bytes(&prime, bits.div_ceil(8))))
}

/// A random prime `p` of `bits` bits for which `(p - 1) / 2` is prime, too.
#[pyfunction]
pub fn random_safe_prime(py: Python<'_>, bits: usize) -> PyResult<Bound<'_, PyAny>> {
    let rng = &mut OsRng.unwrap_err();
    let prime = py.detach(|| powm::random_safe_prime(bits, &BatchOptions::default(), rng));
    let prime = prime.map_err(raised)?;
    to_python(py, &Zeroizing::new(bytes(&prime, bits.div_ceil(8))))
}
