//! The Baillie-PSW primality test, to check parameters.
//!
//! **Source.** `[Baillie1980]`; `[Pomerance1980]`. **Idea.** A strong test to the base 2 and a
//! strong Lucas test with Selfridge's parameters; composites that pass one seem never to pass the
//! other. No composite is known that passes both, and below 2^64 none exists. It is no proof, and
//! not for numbers chosen by an adversary, who may have found such a composite. **Variable time**;
//! parameters are public.

use super::inverse::{jacobi, jacobi_scratch};
use super::{Modulus, Options, Residue};
use crate::limb::{
    Bits, Kernel, Natural, WORD_BITS, Word, bit_length_vartime, is_zero, shr_assign,
};
use alloc::vec;
use alloc::vec::Vec;

/// Whether `n` passes the Baillie-PSW test. Every prime passes; no composite is known to pass.
///
/// ```
/// use polylimb::authors::modmul::is_probable_prime_vartime;
/// assert!(is_probable_prime_vartime(&[251]));
/// assert!(!is_probable_prime_vartime(&[221]));
/// ```
#[must_use]
pub fn is_probable_prime_vartime(n: &[Word]) -> bool {
    let bits = bit_length_vartime(n);
    let n = &n[..bits.div_ceil(WORD_BITS)];
    if bits <= 8 {
        let n = n.first().map_or(0, |&w| w as u32);
        return n >= 2 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    }
    if n[0] & 1 == 0 || SMALL.iter().any(|&p| remainder(n, p) == 0) {
        return false;
    }
    let Ok(modulus) = Modulus::new(n, &Options::default()) else { return false };
    passes_base_2(&modulus) && passes_lucas(&modulus)
}

/// Divisors to try first.
const SMALL: [Word; 10] = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31];

/// `n` modulo a small number.
fn remainder(n: &[Word], by: Word) -> Word {
    let by = u32::from(by as u8);
    let digits = n.iter().rev().flat_map(|w| w.to_be_bytes());
    digits.fold(0, |r, byte| (r * 256 + u32::from(byte)) % by) as Word
}

/// `n ± 1` without its factors 2, and their number.
fn odd_part(n: &[Word], plus: bool) -> (Vec<Word>, usize) {
    let mut d = n.to_vec();
    d.push(0);
    let (k, one) = (Kernel::PORTABLE, [1]);
    let _ = if plus { k.add_assign(&mut d, &one) } else { k.sub_assign(&mut d, &one) };
    let mut twos = 0;
    while d[0] & 1 == 0 {
        let _ = shr_assign(&mut d, 1);
        twos += 1;
    }
    (d, twos)
}

/// The strong test: `2^d = 1`, or `2^(d 2^r) = -1` for some `r < s`, where `n - 1 = d 2^s`.
fn passes_base_2(modulus: &Modulus) -> bool {
    let (d, s) = odd_part(modulus.as_words(), false);
    let Ok(two) = modulus.residue(&[2]) else { return false };
    let one = two.one();
    let d = Bits::new_vartime(&d);
    let mut power = one.clone();
    for i in (0..d.len()).rev() {
        power = power.sqr();
        if d.bit(i) == 1 {
            power = times(&power, &two);
        }
    }
    let minus_one = one.neg();
    if same(&power, &one) {
        return true;
    }
    for _ in 0..s {
        if same(&power, &minus_one) {
            return true;
        }
        power = power.sqr();
    }
    false
}

/// The strong Lucas test with `P = 1` and the first `D` of 5, -7, 9, … whose Jacobi symbol is -1.
fn passes_lucas(modulus: &Modulus) -> bool {
    let n = modulus.as_words();
    let Some((size, negative)) = discriminant(n) else { return false };
    let Ok(size_residue) = modulus.residue(Natural::from(size).words()) else { return false };
    let d = if negative { size_residue.neg() } else { size_residue };
    // Q = (1 - D) / 4.
    let one = d.one();
    let Some(half) = half(modulus) else { return false };
    let q = times(&times(&minus(&one, &d), &half), &half);
    let (m, s) = odd_part(n, true);
    let m = Bits::new_vartime(&m);
    let zero = minus(&one, &one);
    // U_k, V_k and Q^k for k = the bits read so far.
    let (mut u, mut v, mut q_k) = (zero.clone(), plus(&one, &one), one.clone());
    let double_v = |v: &Residue, q_k: &Residue| minus(&v.sqr(), &plus(q_k, q_k));
    for i in (0..m.len()).rev() {
        u = times(&u, &v);
        v = double_v(&v, &q_k);
        q_k = q_k.sqr();
        if m.bit(i) == 1 {
            let next = times(&plus(&u, &v), &half);
            v = times(&plus(&times(&d, &u), &v), &half);
            u = next;
            q_k = times(&q_k, &q);
        }
    }
    if same(&u, &zero) {
        return true;
    }
    for _ in 0..s {
        if same(&v, &zero) {
            return true;
        }
        v = double_v(&v, &q_k);
        q_k = q_k.sqr();
    }
    false
}

/// The size and sign of the first `D` of 5, -7, 9, … with `(D / n) = -1`; `None` if `n` has a
/// factor among them or is a square, for which no such `D` exists. Numbers like `k! + 1` are
/// squares modulo all small primes, so their `D` is large: up to 409 for the primes of the tests.
/// It stays below `n`, which is above 2^8.
fn discriminant(n: &[Word]) -> Option<(u64, bool)> {
    let mut scratch = vec![0; jacobi_scratch(n.len())];
    let mut negative = false;
    for size in (5..=u64::from(u16::MAX)).step_by(2) {
        let mut number = Natural::from(size).words().to_vec();
        number.resize(n.len(), 0);
        // (-1 / n) is -1 for n = 3 modulo 4.
        let sign = if negative && n[0] & 3 == 3 { -1 } else { 1 };
        let symbol = jacobi(&number, n, &mut scratch) * sign;
        if symbol == -1 {
            return Some((size, negative));
        }
        if symbol == 0 || (size == 41 && is_square(n)) {
            return None;
        }
        negative = !negative;
    }
    None
}

/// Whether `n` is the square of a number.
fn is_square(n: &[Word]) -> bool {
    let kernel = Kernel::PORTABLE;
    let words = n.len().div_ceil(2);
    let (mut root, mut square) = (vec![0; words], vec![0; 2 * words]);
    let mut scratch = vec![0; kernel.sqr_scratch(words)];
    let mut target = n.to_vec();
    target.resize(2 * words, 0);
    for bit in (0..WORD_BITS * words).rev() {
        root[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
        kernel.sqr(&mut square, &root, &mut scratch);
        if crate::limb::less_than(&target, &square).to_bool_vartime() {
            root[bit / WORD_BITS] &= !(1 << (bit % WORD_BITS));
        }
    }
    kernel.sqr(&mut square, &root, &mut scratch);
    let _ = kernel.sub_assign(&mut target, &square);
    is_zero(&target).to_bool_vartime()
}

/// 1/2 modulo an odd number: `(n + 1) / 2`.
fn half(modulus: &Modulus) -> Option<Residue> {
    let mut half = modulus.as_words().to_vec();
    half.push(0);
    let _ = Kernel::PORTABLE.add_assign(&mut half, &[1]);
    let _ = shr_assign(&mut half, 1);
    modulus.residue(&half).ok()
}

// Never fails: all residues here have the same modulus.
fn times(a: &Residue, b: &Residue) -> Residue {
    a.mul(b).unwrap_or_else(|_| unreachable!("one modulus"))
}

fn plus(a: &Residue, b: &Residue) -> Residue {
    a.add(b).unwrap_or_else(|_| unreachable!("one modulus"))
}

fn minus(a: &Residue, b: &Residue) -> Residue {
    a.sub(b).unwrap_or_else(|_| unreachable!("one modulus"))
}

fn same(a: &Residue, b: &Residue) -> bool {
    a.equals(b).is_ok_and(crate::limb::Mask::to_bool_vartime)
}
