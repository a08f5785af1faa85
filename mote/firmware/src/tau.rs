//! Scalars of sect163k1 in the radix τ with windows of four. Variable time.
//!
//! **Source.** Solinas 2000 (Algorithm 8 of Aranha et al. 2009). **Idea.** k is first reduced modulo δ = (τ^163 - 1) / (τ - 1), which
//! acts as zero on the points of order n, to r0 + r1 τ of half the bits; then one digit in five is ±1, ±3, ±5 or ±7, standing for
//! 1, τ - 3, τ - 1 and τ + 1.

/// Digits, and room.
pub const DIGITS: usize = 168;

/// The digits from -7 to 7, two to a byte.
pub struct Digits([u8; DIGITS / 2]);

impl Digits {
    /// None yet.
    pub const ZERO: Self = Self([0; DIGITS / 2]);

    /// Digit i.
    pub fn get(&self, i: usize) -> i8 {
        let byte = self.0[i / 2];
        (if i % 2 == 0 { byte << 4 } else { byte & 0xf0 }) as i8 >> 4
    }
}

/// A coordinate modulo 2^88; it stays below 2^82 in size.
type Half = [u8; 11];

flash! {
    // k/δ = k (e0 - d1 τ)/n: both factors times 2^168/n.
    RECIPROCAL_0 = half(0x0088_8d34_6b49_099c_ef72_d3fc);
    RECIPROCAL_1 = half(0x0027_fd09_ac5e_ff10_044a_b66c);
    // δ = d0 + d1 τ.
    DELTA_0 = half(0x1_8240_aafb_a82a_33ac_a077);
    DELTA_1 = half(0x9ff4_26b1_7bfc_4011_2ada);
}

const fn half(number: u128) -> Half {
    let (mut r, bytes) = ([0; 11], number.to_le_bytes());
    let mut i = 0;
    while i < 11 {
        r[i] = bytes[i];
        i += 1;
    }
    r
}

/// The product divided by 2^168, rounded.
#[inline(never)]
fn quotient(k: &[u8; 21], reciprocal: &Half) -> Half {
    let mut r = [0u8; 32];
    for (i, &k) in k.iter().enumerate() {
        let mut carry = 0u16;
        for (r, &g) in r[i..].iter_mut().zip(reciprocal) {
            let t = u16::from(k) * u16::from(g) + u16::from(*r) + carry;
            *r = t as u8;
            carry = t >> 8;
        }
        r[i + 11] = carry as u8;
    }
    let mut carry = r[20] >> 7;
    core::array::from_fn(|i| {
        let (sum, over) = r[21 + i].overflowing_add(carry);
        carry = u8::from(over);
        sum
    })
}

/// r -= a b, modulo 2^88.
#[inline(never)]
fn subtract_product(r: &mut Half, a: &Half, b: &Half) {
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
fn subtract_small(r: &mut Half, a: i8) {
    let sign = (a >> 7) as u8;
    let (mut a, mut borrow) = (a as u8, false);
    for r in r {
        let (less, under) = r.overflowing_sub(a);
        let (less, further) = less.overflowing_sub(u8::from(borrow));
        (*r, borrow) = (less, under | further);
        a = sign;
    }
}

/// r0 + r1 τ for a scalar below 2^163.
#[inline(never)]
fn reduce(k: &[u8; 21]) -> [Half; 2] {
    let (q0, q1) = (quotient(k, &RECIPROCAL_0.read()), quotient(k, &RECIPROCAL_1.read()));
    let (d0, d1) = (&DELTA_0.read(), &DELTA_1.read());
    // (q0 - q1 τ) δ = q0 d0 + 2 q1 d1 + (q0 d1 - q1 d0 - q1 d1) τ.
    let mut r0 = core::array::from_fn(|i| k[i]);
    subtract_product(&mut r0, &q0, d0);
    subtract_product(&mut r0, &q1, d1);
    subtract_product(&mut r0, &q1, d1);
    let mut minus_r1 = [0; 11];
    let mut r1 = [0; 11];
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

/// The digits of `k`, below 2^163, from the lowest, into `digits` of zeros; how many are used.
#[inline(never)]
pub fn recode_vartime(digits: &mut Digits, k: &[u8; 21]) -> usize {
    let [mut r0, mut r1] = reduce(k);
    let mut used = 0;
    for i in 0..DIGITS {
        if r0[0] & 1 == 1 {
            // τ = 6 modulo τ^4, of which 16 is a multiple: the residue, from -7 to 7.
            let u = (r0[0].wrapping_add(r1[0].wrapping_mul(6)) << 4) as i8 >> 4;
            let size = u.unsigned_abs() as i8;
            let (a, b) = if size == 1 { (1, 0) } else { (size - 6, 1) };
            subtract_small(&mut r0, if u < 0 { -a } else { a });
            subtract_small(&mut r1, if u < 0 { -b } else { b });
            digits.0[i / 2] |= if i % 2 == 0 { u as u8 & 0x0f } else { (u << 4) as u8 };
            used = i + 1;
        }
        // (r0 + r1 τ) / τ = (r1 + r0/2) - (r0/2) τ.
        let (mut carry, mut borrow, mut above) = (0u16, false, ((r0[10] as i8) >> 7) as u8);
        for i in (0..11).rev() {
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
