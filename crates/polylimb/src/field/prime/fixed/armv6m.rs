//! Primes of eight words on Armv6-M by the kernels of [`crate::limb::armv6m`]; P-256 and 2^255 - 19
//! have their own reductions. All other primes use plain Rust.

use super::kernel::{KernelSet, products, sealed::Products};
use super::named::primes;
use super::parameters::{Derived, PrimeParameters, equal};
use super::portable;
use crate::cpu::Features;
use crate::limb::armv6m;
use crate::limb::{Mask, Word};

/// The set `muls`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Muls;

impl KernelSet for Muls {
    const NAME: &'static str = "muls";

    fn available(_features: Features) -> Option<Self> {
        Some(Self)
    }
}

/// Whether the prime is P-256's.
const fn is_p256<P: PrimeParameters<N>, const N: usize>() -> bool {
    N == 8 && equal(same(&P::MODULUS), &primes::P256::MODULUS)
}

/// Or 2^255 - 19; `2^256 - 38` is twice that.
const fn is_25519<P: PrimeParameters<N>, const N: usize>() -> bool {
    N == 8 && P::FOLDS && P::FOLD == 38
}

/// The same array; both lengths must be 8.
#[inline(always)]
const fn same<const N: usize, const M: usize>(a: &[Word; N]) -> &[Word; M] {
    a.first_chunk().expect("eight words")
}

#[inline(always)]
fn sixteen_mut<const N: usize>(t: &mut [[Word; N]; 2]) -> &mut [Word; 16] {
    t.as_flattened_mut().first_chunk_mut().expect("sixteen words")
}

/// `a + b` and its carry.
#[inline(always)]
fn add<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], Word) {
    let mut r = [0; 8];
    let carry = armv6m::add(&mut r, same(a), same(b));
    (*same(&r), carry)
}

/// `a - b` and its borrow.
#[inline(always)]
fn sub<const N: usize>(a: &[Word; N], b: &[Word; N]) -> ([Word; N], Word) {
    let mut r = [0; 8];
    let borrow = armv6m::sub(&mut r, same(a), same(b));
    (*same(&r), borrow)
}

/// The number, where a bit is set, else 0.
#[inline(always)]
fn masked<const N: usize>(a: &[Word; N], bit: Word) -> [Word; N] {
    let mask = Mask::from_bit(bit).word();
    a.map(|word| word & mask)
}

/// A number of one word.
#[inline(always)]
fn word<const N: usize>(a: Word) -> [Word; N] {
    let mut r = [0; N];
    r[0] = a;
    r
}

/// `t / 2^256` modulo P-256's prime.
#[inline(never)]
fn reduce_p256(t: &[Word; 16]) -> [Word; 8] {
    let mut sum = [0; 16];
    let above = armv6m::reduce_p256(&mut sum, t);
    let r: &[Word; 8] = sum.last_chunk().expect("sixteen words");
    let (less, borrow) = sub(r, &primes::P256::MODULUS);
    // The number is below 2 p.
    let keep = Mask::from_bit(borrow & !above);
    core::array::from_fn(|i| keep.select(r[i], less[i]))
}

/// The number modulo 2^255 - 19, below 2^256: the upper half counts 38 times.
#[inline(never)]
fn reduce_25519(t: &[Word; 16]) -> [Word; 8] {
    let (mut r, mut sum) = ([0; 8], 0_u64);
    for i in 0..8 {
        let high = t[i + 8];
        sum += u64::from(t[i]) + u64::from((high & 0xffff) * 38);
        sum += u64::from((high >> 16) * 38) << 16;
        r[i] = sum as Word;
        sum >>= 32;
    }
    add_word(&r, sum as Word * 38)
}

/// `a + b` modulo 2^255 - 19 for a small `b`: after a carry the number is below `b`.
#[inline(always)]
fn add_word<const N: usize>(a: &[Word; N], b: Word) -> [Word; N] {
    let (mut r, carry) = add(a, &word(b));
    r[0] += 38 & Mask::from_bit(carry).word();
    r
}

impl Products for Muls {
    products! {
        fn mul(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            Products::reduce::<P, N>(self, &self.mul_wide::<P, N>(a, b))
        }
        fn sqr(self, a: &[Word; N]) -> [Word; N] {
            Products::reduce::<P, N>(self, &self.sqr_wide::<P, N>(a))
        }
        fn mul_wide(self, a: &[Word; N], b: &[Word; N]) -> [[Word; N]; 2] {
            if const { N != 8 } {
                return portable::mul_wide(a, b);
            }
            let mut t = [[0; N]; 2];
            armv6m::multiply(sixteen_mut(&mut t), same(a), same(b));
            t
        }
        fn sqr_wide(self, a: &[Word; N]) -> [[Word; N]; 2] {
            if const { N != 8 } {
                return portable::sqr_wide(a);
            }
            let mut t = [[0; N]; 2];
            armv6m::square(sixteen_mut(&mut t), same(a));
            t
        }
        fn reduce(self, t: &[[Word; N]; 2]) -> [Word; N] {
            let words = t.as_flattened().first_chunk();
            if const { is_p256::<P, N>() } {
                return *same(&reduce_p256(words.expect("sixteen words")));
            }
            if const { is_25519::<P, N>() } {
                return *same(&reduce_25519(words.expect("sixteen words")));
            }
            portable::reduce::<P, N>(*t)
        }
        fn sum(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { is_25519::<P, N>() } {
                let (r, carry) = add(a, b);
                return add_word(&r, 38 & Mask::from_bit(carry).word());
            }
            if const { N == 8 && !P::FOLDS } {
                // `a - (p - b)`.
                return self.difference::<P, N>(a, &sub(&P::MODULUS, b).0);
            }
            portable::add::<P, N>(a, b, 0)
        }
        fn difference(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            if const { is_25519::<P, N>() } {
                let (r, borrow) = sub(a, b);
                let (mut r, borrow) = sub(&r, &word(38 & Mask::from_bit(borrow).word()));
                r[0] -= 38 & Mask::from_bit(borrow).word();
                return r;
            }
            if const { N == 8 && !P::FOLDS } {
                let (r, borrow) = sub(a, b);
                return add(&r, &masked(&P::MODULUS, borrow)).0;
            }
            portable::sub::<P, N>(a, b, 0)
        }
    }
}
