//! Scalars of Koblitz curves in the radix σ with windows of four. Variable time.
//!
//! **Source.** `[Solinas2000]` (Algorithm 8 of `[Aranha2009]`). **Idea.** k is first reduced modulo
//! δ = (τ^m - 1) / (τ - 1), which acts as zero on the points of order n, to r0 + r1 σ with half the
//! bits. Then one digit in five is ±1, ±3, ±5 or ±7, which stand for 1, σ - 3, σ - 1 and σ + 1.
//! With σ = τ on curves with a = 1 and σ = -τ on curves with a = 0, σ² + 2 = σ on all of them, and
//! one recoding serves all.

use crate::field::{Arithmetic, F163, F233};
use crate::flash::Flash;

/// The digits from -7 to 7, two to a byte: room for 8 `N`; a scalar has up to m + 5.
pub struct Digits<const N: usize>([[u8; N]; 4]);

impl<const N: usize> Digits<N> {
    /// None yet.
    pub const ZERO: Self = Self([[0; N]; 4]);

    /// Digit i.
    pub fn get(&self, i: usize) -> i8 {
        let byte = self.0.as_flattened()[i / 2];
        (if i % 2 == 0 { byte << 4 } else { byte & 0xf0 }) as i8 >> 4
    }
}

/// A field with a Koblitz curve, whose scalars have coordinates of `H` bytes.
pub trait HasRing<const N: usize, const H: usize>: Arithmetic<N> {
    /// A constant of a type, not a value behind a pointer, which would lie in RAM.
    const RING: Ring<H>;
}

/// The modulus of scalars: δ or -δ, as d0 + d1 σ. Coordinates are modulo 2^(8 `H`), in two's
/// complement.
pub struct Ring<const H: usize> {
    /// k/δ = k (d0 + d1 - d1 σ)/n: the factors d0 + d1 and d1 times 2^(8 s)/n, both positive.
    reciprocal: [&'static Flash<H>; 2],
    /// s.
    reciprocal_bytes: usize,
    delta: [&'static Flash<H>; 2],
}

flash! {
    RECIPROCAL_0_163 = half::<11>(0x0088_8d34_6b49_099c_ef72_d3fc);
    RECIPROCAL_1_163 = half::<11>(0x0027_fd09_ac5e_ff10_044a_b66c);
    DELTA_0_163 = half::<11>(0x1_8240_aafb_a82a_33ac_a077);
    DELTA_1_163 = half::<11>(0x9ff4_26b1_7bfc_4011_2ada);
    RECIPROCAL_0_233 = half::<15>(0x000a_bb2d_ff5f_a938_78ee_a690_2182_0755);
    RECIPROCAL_1_233 = half::<15>(0x0011_05ae_5af5_c6dc_2d54_2879_966d_7dcb);
    // Negative.
    DELTA_0_233 = half::<15>(0x0003_2540_2dcb_0ed1_da32_c0f4_ba75_bb3b_u128.wrapping_neg());
    DELTA_1_233 = half::<15>(0x0008_82d7_2d7a_e36e_16aa_143c_cb36_bee6);
}

/// sect163k1; coordinates stay below 2^82 in size.
impl HasRing<21, 11> for F163 {
    const RING: Ring<11> = Ring {
        reciprocal: [&RECIPROCAL_0_163, &RECIPROCAL_1_163],
        reciprocal_bytes: 21,
        delta: [&DELTA_0_163, &DELTA_1_163],
    };
}

/// sect233k1; coordinates stay below 2^118 in size.
impl HasRing<30, 15> for F233 {
    const RING: Ring<15> = Ring {
        reciprocal: [&RECIPROCAL_0_233, &RECIPROCAL_1_233],
        reciprocal_bytes: 29,
        delta: [&DELTA_0_233, &DELTA_1_233],
    };
}

const fn half<const H: usize>(number: u128) -> [u8; H] {
    let (mut r, bytes) = ([0; H], number.to_le_bytes());
    let mut i = 0;
    while i < H {
        r[i] = bytes[i];
        i += 1;
    }
    r
}

/// The product divided by 2^(8 s), rounded.
#[inline(never)]
fn quotient<const N: usize, const H: usize>(
    k: &[u8; N],
    reciprocal: &[u8; H],
    s: usize,
) -> [u8; H] {
    // N + H bytes or one more, because N is 2 H or 2 H - 1.
    let mut r = [[0u8; H]; 3];
    let r = r.as_flattened_mut();
    for (i, &k) in k.iter().enumerate() {
        let mut carry = 0u16;
        for (r, &g) in r[i..].iter_mut().zip(reciprocal) {
            let t = u16::from(k) * u16::from(g) + u16::from(*r) + carry;
            *r = t as u8;
            carry = t >> 8;
        }
        r[i + H] = carry as u8;
    }
    let mut carry = r[s - 1] >> 7;
    core::array::from_fn(|i| {
        let (sum, over) = r[s + i].overflowing_add(carry);
        carry = u8::from(over);
        sum
    })
}

/// r -= a b.
#[inline(never)]
fn subtract_product<const H: usize>(r: &mut [u8; H], a: &[u8; H], b: &[u8; H]) {
    for (i, &a) in a.iter().enumerate() {
        let mut borrow = 0u16;
        for (r, &b) in r[i..].iter_mut().zip(b) {
            let t = u16::from(a) * u16::from(b) + borrow;
            let (less, under) = r.overflowing_sub(t as u8);
            *r = less;
            borrow = (t >> 8) + u16::from(under);
        }
    }
}

/// r -= a for a small number.
fn subtract_small<const H: usize>(r: &mut [u8; H], a: i8) {
    let sign = (a >> 7) as u8;
    let (mut a, mut borrow) = (a as u8, false);
    for r in r {
        let (less, under) = r.overflowing_sub(a);
        let (less, further) = less.overflowing_sub(u8::from(borrow));
        (*r, borrow) = (less, under | further);
        a = sign;
    }
}

/// r0 + r1 σ for a scalar below the order.
#[inline(never)]
fn reduce<const N: usize, const H: usize, F: HasRing<N, H>>(k: &[u8; N]) -> [[u8; H]; 2] {
    let q0 = quotient(k, &F::RING.reciprocal[0].read(), F::RING.reciprocal_bytes);
    let q1 = quotient(k, &F::RING.reciprocal[1].read(), F::RING.reciprocal_bytes);
    let (d0, d1) = (&F::RING.delta[0].read(), &F::RING.delta[1].read());
    // (q0 - q1 σ) δ = q0 d0 + 2 q1 d1 + (q0 d1 - q1 d0 - q1 d1) σ.
    let mut r0 = core::array::from_fn(|i| k[i]);
    subtract_product(&mut r0, &q0, d0);
    subtract_product(&mut r0, &q1, d1);
    subtract_product(&mut r0, &q1, d1);
    let mut minus_r1 = [0; H];
    let mut r1 = [0; H];
    subtract_product(&mut r1, &q0, d1);
    subtract_product(&mut minus_r1, &q1, d0);
    subtract_product(&mut minus_r1, &q1, d1);
    let mut borrow = false;
    for (r, m) in r1.iter_mut().zip(minus_r1) {
        let (less, under) = r.overflowing_sub(m);
        let (less, further) = less.overflowing_sub(u8::from(borrow));
        (*r, borrow) = (less, under | further);
    }
    [r0, r1]
}

/// Writes the digits of `k`, which is below the order, lowest first, into `digits`, which are
/// zeros. Returns their number.
#[inline(never)]
pub fn recode_vartime<const N: usize, const H: usize, F: HasRing<N, H>>(
    digits: &mut Digits<N>,
    k: &[u8; N],
) -> usize {
    let [mut r0, mut r1] = reduce::<N, H, F>(k);
    let mut used = 0;
    for i in 0..8 * N {
        if r0[0] & 1 == 1 {
            // σ = 6 modulo σ^4, and σ^4 divides 16: the residue, from -7 to 7.
            let u = (r0[0].wrapping_add(r1[0].wrapping_mul(6)) << 4) as i8 >> 4;
            let size = u.unsigned_abs() as i8;
            let (a, b) = if size == 1 { (1, 0) } else { (size - 6, 1) };
            subtract_small(&mut r0, if u < 0 { -a } else { a });
            subtract_small(&mut r1, if u < 0 { -b } else { b });
            digits.0.as_flattened_mut()[i / 2] |=
                if i % 2 == 0 { u as u8 & 0x0f } else { (u << 4) as u8 };
            used = i + 1;
        }
        // (r0 + r1 σ) / σ = (r1 + r0/2) - (r0/2) σ.
        let (mut carry, mut borrow, mut above) = (0u16, false, ((r0[H - 1] as i8) >> 7) as u8);
        for i in (0..H).rev() {
            let low = r0[i];
            r0[i] = (low >> 1) | (above << 7);
            above = low;
        }
        for (a, b) in r0.iter_mut().zip(&mut r1) {
            let half = *a;
            let sum = u16::from(half) + u16::from(*b) + carry;
            *a = sum as u8;
            carry = sum >> 8;
            let (less, under) = 0u8.overflowing_sub(half);
            let (less, further) = less.overflowing_sub(u8::from(borrow));
            (*b, borrow) = (less, under | further);
        }
    }
    used
}
