//! The integers modulo the order of BLS12-381 as polynomials' coefficients and values.
//!
//! **Source.** `[CooleyTukey1965]`. Values stand at powers of a root of unity; in blobs and cells
//! they have the order of reversed indices.

use crate::cpu::Features;
use crate::error::{Error, Result};
#[cfg(not(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))))]
use crate::field::prime::Portable as Kernel;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use crate::field::prime::fixed::MulxIfAvailable as Kernel;
use crate::field::prime::{Bls12381Order, KernelSet};
use crate::field::{Encoding, Field, VartimeField, invert_all};
use crate::limb::Bits;
use alloc::vec;
use alloc::vec::Vec;

/// Bytes of an element.
pub(super) const BYTES: usize = 32;
/// Values of an extended blob: the order of the largest root of unity.
pub(super) const ROOTS: usize = 8192;

pub(super) type Fr = Bls12381Order<Kernel>;
pub(super) type Element = <Fr as Field>::El;

/// The field, and `1, ω, … ω^8191`.
pub(super) struct Scalars {
    pub(super) f: Fr,
    pub(super) roots: Vec<Element>,
}

/// The index with its `log2 n` bits reversed.
pub(super) const fn reversed(i: usize, n: usize) -> usize {
    i.reverse_bits() >> (usize::BITS - n.trailing_zeros())
}

/// Puts entry `i` where its reversed index says.
pub(super) fn reverse<T>(a: &mut [T]) {
    for i in 0..a.len() {
        let j = reversed(i, a.len());
        if i < j {
            a.swap(i, j);
        }
    }
}

impl Scalars {
    pub(super) fn new(features: Features) -> Self {
        let f = Fr::new(Kernel::available(features).expect("it serves every CPU"));
        // (r - 1)/8192 as a power of 7, which generates all.
        let mut exponent = Fr::MODULUS;
        exponent[0] -= 1;
        let exponent = Bits::new(&exponent).part(13, Fr::BITS);
        let root = power(f, &f.small(7), exponent);
        let mut roots = vec![f.one(); ROOTS];
        for i in 1..ROOTS {
            roots[i] = f.mul(&roots[i - 1], &root);
        }
        Self { f, roots }
    }

    /// The element in these bytes, most significant first.
    pub(super) fn read(&self, bytes: &[u8]) -> Result<Element> {
        if bytes.len() != BYTES {
            return Err(Error::Length { what: "a scalar", expected: BYTES, got: bytes.len() });
        }
        let not_reduced = |_| Error::NotReduced { operand: "a scalar of a blob, cell or proof" };
        self.f.decode_be(bytes).map_err(not_reduced)
    }

    /// The elements in these bytes, as many as `count`; `what` they are.
    pub(super) fn read_all(
        &self,
        what: &'static str,
        bytes: &[u8],
        count: usize,
    ) -> Result<Vec<Element>> {
        let (expected, got) = (count * BYTES, bytes.len());
        if got != expected {
            return Err(Error::Length { what, expected, got });
        }
        bytes.chunks_exact(BYTES).map(|bytes| self.read(bytes)).collect()
    }

    /// The element's bytes, most significant first.
    pub(super) fn write(&self, a: &Element) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        self.f.encode_be(&mut bytes, a).expect("the length of an element");
        bytes
    }

    /// The number modulo the order in the digest's bytes.
    pub(super) fn of_digest(&self, digest: &[u8]) -> Element {
        let mut number = Fr::MODULUS;
        number.copy_from_slice(&crate::modmul::words_of_be_bytes(digest));
        self.f.enter_mod(&number)
    }

    /// The numbers below the order, for multiples of points.
    pub(super) fn numbers(&self, a: &[Element]) -> Vec<Element> {
        a.iter().map(|a| self.f.leave(a)).collect()
    }

    /// `1, a, … a^(n-1)`.
    pub(super) fn powers(&self, a: &Element, n: usize) -> Vec<Element> {
        let mut power = self.f.one();
        let next = |_| {
            let this = power;
            self.f.mul_assign(&mut power, a);
            this
        };
        (0..n).map(next).collect()
    }

    /// `a_i = 1 / a_i`, and 0 for 0.
    pub(super) fn invert(&self, a: &mut [Element]) {
        let mut scratch = vec![self.f.zero(); a.len()];
        invert_all(&self.f, a, &mut scratch);
    }

    /// `a(ω^i)` for all `i` from the coefficients, or if `inverse` the coefficients; `ω` has the
    /// order `a.len()`, a power of 2.
    pub(super) fn transform(&self, a: &mut [Element], inverse: bool) {
        let (f, n) = (&self.f, a.len());
        reverse(a);
        let mut half = 1;
        while half < n {
            let stride = ROOTS / (2 * half);
            for block in a.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (i, (low, high)) in low.iter_mut().zip(high).enumerate() {
                    let product = f.mul(high, &self.roots[i * stride]);
                    *high = f.sub(low, &product);
                    f.add_assign(low, &product);
                }
            }
            half *= 2;
        }
        if inverse {
            a[1..].reverse();
            let scale = f.inv0_vartime(&f.small(n as u32));
            for a in a {
                f.mul_assign(a, &scale);
            }
        }
    }

    /// Coefficient `i` times `s^i`.
    pub(super) fn stretch(&self, a: &mut [Element], s: &Element) {
        let mut power = self.f.one();
        for a in a {
            self.f.mul_assign(a, &power);
            self.f.mul_assign(&mut power, s);
        }
    }
}

/// Scalars as engines read them.
pub(super) fn bits(numbers: &[Element]) -> Vec<Bits<'_>> {
    numbers.iter().map(|k| Bits::with_len(k, Fr::BITS)).collect()
}

/// `a^k`.
fn power(f: Fr, a: &Element, k: Bits<'_>) -> Element {
    let mut r = f.one();
    for i in (0..k.len()).rev() {
        f.sqr_assign(&mut r);
        if k.bit(i) == 1 {
            f.mul_assign(&mut r, a);
        }
    }
    r
}
