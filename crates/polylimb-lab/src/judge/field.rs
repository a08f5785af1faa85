//! Finite fields over num-bigint, by their definitions: the reference for field operations.
//!
//! An element is a list of coefficients below the prime, lowest first: one for a prime field; two,
//! six or twelve for a tower `u² = -1`, `v³ = ξ`, `w² = v`. An element of a binary field is one
//! number whose bits are a polynomial over `F_2`. Products are schoolbook products. An inverse in a
//! tower solves a system of linear equations, so that none of the library's formulas is used here.

use num_bigint::BigUint;

/// An element's coefficients.
pub type Element = Vec<BigUint>;

/// A field.
#[derive(Debug, Clone)]
pub enum Field {
    /// The integers modulo a prime, and towers over them.
    Tower {
        /// The prime.
        p: BigUint,
        /// The degree: 1, 2, 6 or 12.
        degree: usize,
        /// `ξ - u`.
        xi: u32,
    },
    /// `F_2[x]` modulo `x^degree + Σ x^e`.
    Binary {
        /// m.
        degree: usize,
        /// The exponents below m.
        lower: Vec<usize>,
    },
}

/// `a²` of a polynomial over `F_2`: a zero between every two bits.
fn spread(a: &BigUint) -> BigUint {
    BigUint::from_radix_le(&a.to_radix_le(2), 4).unwrap_or_default()
}

/// `a b` of polynomials over `F_2`.
#[must_use]
pub fn unreduced(a: &BigUint, b: &BigUint) -> BigUint {
    (0..b.bits()).filter(|&i| b.bit(i)).fold(BigUint::ZERO, |sum, i| sum ^ (a << i))
}

impl Field {
    /// 1.
    #[must_use]
    pub fn one(&self) -> Element {
        let mut one = vec![BigUint::ZERO; self.coefficients()];
        one[0] = BigUint::from(1u8);
        one
    }

    /// The number of coefficients of an element.
    #[must_use]
    pub const fn coefficients(&self) -> usize {
        match self {
            Self::Tower { degree, .. } => *degree,
            Self::Binary { .. } => 1,
        }
    }

    /// `a + b`.
    #[must_use]
    pub fn add(&self, a: &Element, b: &Element) -> Element {
        let sum = |(a, b): (&BigUint, &BigUint)| match self {
            Self::Tower { p, .. } => (a + b) % p,
            Self::Binary { .. } => a ^ b,
        };
        a.iter().zip(b).map(sum).collect()
    }

    /// `-a`.
    #[must_use]
    pub fn neg(&self, a: &Element) -> Element {
        match self {
            Self::Tower { p, .. } => a.iter().map(|a| (p - a) % p).collect(),
            Self::Binary { .. } => a.clone(),
        }
    }

    /// `a b`.
    #[must_use]
    pub fn mul(&self, a: &Element, b: &Element) -> Element {
        match self {
            Self::Tower { p, xi, .. } => product(a, b, p, *xi),
            Self::Binary { .. } => vec![self.reduced(unreduced(&a[0], &b[0]))],
        }
    }

    /// `a²`.
    #[must_use]
    pub fn sqr(&self, a: &Element) -> Element {
        match self {
            Self::Tower { .. } => self.mul(a, a),
            Self::Binary { .. } => vec![self.reduced(spread(&a[0]))],
        }
    }

    /// `a^n`.
    #[must_use]
    pub fn pow(&self, a: &Element, n: usize) -> Element {
        (0..usize::BITS - n.leading_zeros()).rev().fold(self.one(), |power, i| {
            let power = self.sqr(&power);
            if n >> i & 1 == 1 { self.mul(&power, a) } else { power }
        })
    }

    /// `n a`.
    #[must_use]
    pub fn times(&self, a: &Element, n: usize) -> Element {
        match self {
            Self::Tower { p, .. } => a.iter().map(|a| a * n % p).collect(),
            Self::Binary { .. } => a.iter().map(|a| a * (n % 2)).collect(),
        }
    }

    /// `1 / a`; 0 for 0.
    #[must_use]
    pub fn inv(&self, a: &Element) -> Element {
        match self {
            Self::Tower { p, xi, .. } => solve(a, p, *xi),
            Self::Binary { degree, lower } => {
                let top = BigUint::from(1u8) << *degree;
                let modulus = lower.iter().fold(top, |f, &e| f | BigUint::from(1u8) << e);
                vec![super::binary_field::inverse(&a[0], &modulus).unwrap_or_default()]
            }
        }
    }

    /// `Σ a^(4^i)`, `i` up to (m - 1) / 2; for binary fields.
    #[must_use]
    pub fn half_trace(&self, a: &Element) -> Element {
        let Self::Binary { degree, .. } = self else { return a.clone() };
        let (mut sum, mut power) = (a.clone(), a.clone());
        for _ in 0..(degree - 1) / 2 {
            power = self.sqr(&self.sqr(&power));
            sum = self.add(&sum, &power);
        }
        sum
    }

    /// A polynomial over `F_2` modulo the field's polynomial: the part above is `x^m = Σ x^e` times
    /// a polynomial.
    #[must_use]
    pub fn reduced(&self, mut a: BigUint) -> BigUint {
        let Self::Binary { degree, lower } = self else { return a };
        let mask = (BigUint::from(1u8) << *degree) - 1u8;
        while a.bits() > *degree as u64 {
            let high = &a >> *degree;
            a = lower.iter().fold(a & &mask, |a, &e| a ^ (&high << e));
        }
        a
    }
}

/// `a b` in the storey of the tower with `a.len()` coefficients: a product of polynomials over the
/// storey below.
fn product(a: &[BigUint], b: &[BigUint], p: &BigUint, xi: u32) -> Element {
    if let ([a], [b]) = (a, b) {
        return vec![a * b % p];
    }
    // The values of u², v³ and w² in the storey below: -1, ξ and v.
    let number = |n: u32| BigUint::from(n);
    let (terms, constant) = match a.len() {
        2 => (2, vec![p - 1u8]),
        6 => (3, vec![number(xi), number(1)]),
        _ => (2, [0, 0, 1, 0, 0, 0].map(number).to_vec()),
    };
    let size = a.len() / terms;
    let mut sum = vec![BigUint::ZERO; a.len()];
    for (i, a) in a.chunks(size).enumerate() {
        for (j, b) in b.chunks(size).enumerate() {
            let mut term = product(a, b, p, xi);
            if i + j >= terms {
                term = product(&term, &constant, p, xi);
            }
            for (sum, term) in sum[(i + j) % terms * size..].iter_mut().zip(term) {
                *sum = (&*sum + term) % p;
            }
        }
    }
    sum
}

/// `1 / a` as the solution `y` of the linear equations `a y = 1`; 0 if there is none.
fn solve(a: &[BigUint], p: &BigUint, xi: u32) -> Element {
    let n = a.len();
    let unit = |k: usize| (0..n).map(|i| BigUint::from(u8::from(i == k))).collect::<Vec<_>>();
    // Each row is an equation; its right side comes last.
    let columns: Vec<_> = (0..n).map(|k| product(a, &unit(k), p, xi)).chain([unit(0)]).collect();
    let mut rows: Vec<Vec<BigUint>> =
        (0..n).map(|i| columns.iter().map(|column| column[i].clone()).collect()).collect();
    for k in 0..n {
        let Some(pivot) = (k..n).find(|&i| rows[i][k] != BigUint::ZERO) else {
            return vec![BigUint::ZERO; n];
        };
        rows.swap(k, pivot);
        let inverse = rows[k][k].modinv(p).unwrap_or_default();
        let row: Vec<_> = rows[k].iter().map(|c| c * &inverse % p).collect();
        for (i, other) in rows.iter_mut().enumerate() {
            let factor = if i == k { BigUint::ZERO } else { p - &other[k] };
            for (c, r) in other.iter_mut().zip(&row) {
                *c = (&*c + &factor * r) % p;
            }
        }
        rows[k] = row;
    }
    rows.into_iter().map(|mut row| row.pop().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(from: u32, count: usize) -> Element {
        (from..).take(count).map(|n| BigUint::from(n * n + 3)).collect()
    }

    #[test]
    fn towers_are_fields() {
        // Over 19 = 3 mod 4, where 1 + u is neither a cube nor a square.
        let p = BigUint::from(19u8);
        for degree in [1, 2, 6, 12] {
            let f = Field::Tower { p: p.clone(), degree, xi: 1 };
            let reduce = |a: Element| a.iter().map(|a| a % &p).collect::<Vec<_>>();
            let [a, b, c] = [1, 5, 11].map(|from| reduce(numbers(from, degree)));
            assert_eq!(f.mul(&a, &f.add(&b, &c)), f.add(&f.mul(&a, &b), &f.mul(&a, &c)));
            assert_eq!(f.mul(&f.mul(&a, &b), &c), f.mul(&a, &f.mul(&b, &c)));
            assert_eq!(f.mul(&a, &f.inv(&a)), f.one(), "{degree}");
            assert_eq!(f.add(&a, &f.neg(&a)), f.times(&a, 19));
            assert_eq!(f.pow(&a, 5), f.mul(&f.sqr(&f.sqr(&a)), &a));
        }
        // (1 + u)(2 + 3 u) = -1 + 5 u.
        let f = Field::Tower { p, degree: 2, xi: 1 };
        let number = |n: [u8; 2]| n.map(BigUint::from).to_vec();
        assert_eq!(f.mul(&number([1, 1]), &number([2, 3])), number([18, 5]));
    }

    #[test]
    fn the_field_of_128_elements() {
        let f = Field::Binary { degree: 7, lower: vec![1, 0] };
        for n in 0..128u8 {
            let a = vec![BigUint::from(n)];
            assert_eq!(f.sqr(&a), f.mul(&a, &a));
            assert_eq!(f.pow(&a, 128), a);
            // The half-trace h has h² + h = a + Tr(a), and the trace is the sum of all conjugates.
            let h = f.half_trace(&a);
            let trace = (0..7).fold(vec![BigUint::ZERO], |t, i| f.add(&t, &f.pow(&a, 1 << i)));
            assert_eq!(f.add(&f.sqr(&h), &h), f.add(&a, &trace));
            assert!(n == 0 || f.mul(&a, &f.inv(&a)) == f.one());
        }
    }
}
