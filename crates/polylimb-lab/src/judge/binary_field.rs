//! `F_2^m` as polynomials in the bits of num-bigint's numbers.

use num_bigint::BigUint;

/// `a b` modulo the polynomial.
pub(super) fn product(a: &BigUint, b: &BigUint, modulus: &BigUint) -> BigUint {
    // The multiples of a by the polynomials of degree below 4.
    let mut multiples = vec![BigUint::ZERO, a.clone()];
    for i in 1..8 {
        multiples.push(&multiples[i] << 1);
        multiples.push((&multiples[i] << 1) ^ a);
    }
    let mut sum = BigUint::ZERO;
    for byte in b.to_bytes_be() {
        for four in [byte >> 4, byte & 15] {
            sum <<= 4;
            sum ^= &multiples[usize::from(four)];
        }
    }
    remainder(sum, modulus)
}

/// `a` modulo the polynomial, whose lower terms take the place of its highest.
pub(super) fn remainder(mut a: BigUint, modulus: &BigUint) -> BigUint {
    let degree = modulus.bits() - 1;
    let top = BigUint::from(1u8) << degree;
    let lower = modulus ^ &top;
    let exponents: Vec<u64> = (0..lower.bits()).filter(|&i| lower.bit(i)).collect();
    while a.bits() > degree {
        let high = &a >> degree;
        a &= &top - 1u8;
        for exponent in &exponents {
            a ^= &high << *exponent;
        }
    }
    a
}

/// `1 / a` modulo the polynomial, by Euclid's algorithm; `None` for 0.
pub(super) fn inverse(a: &BigUint, modulus: &BigUint) -> Option<BigUint> {
    // u = b a and v = c a modulo the polynomial.
    let (mut u, mut v) = (a.clone(), modulus.clone());
    let (mut b, mut c) = (BigUint::from(1u8), BigUint::ZERO);
    while u.bits() > 1 {
        if u.bits() < v.bits() {
            (u, v, b, c) = (v, u, c, b);
        }
        let shift = u.bits() - v.bits();
        u ^= &v << shift;
        b ^= &c << shift;
        if u.bits() == 0 {
            (u, v, b, c) = (v, u, c, b);
            if u.bits() != 1 {
                return None;
            }
        }
    }
    (u.bits() == 1).then(|| remainder(b, modulus))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element of `F_2^7`, x^7 + x + 1.
    #[test]
    fn every_element_times_its_inverse_is_1() {
        let modulus = BigUint::from(0b1000_0011u8);
        assert_eq!(inverse(&BigUint::ZERO, &modulus), None);
        let all = (1..128u8).map(BigUint::from);
        let mut inverses: Vec<_> = all
            .map(|a| {
                let inverse = inverse(&a, &modulus).expect("not 0");
                assert_eq!(product(&a, &inverse, &modulus), BigUint::from(1u8), "{a}");
                inverse
            })
            .collect();
        inverses.sort();
        inverses.dedup();
        assert_eq!(inverses.len(), 127);
        // x^6 x = x + 1.
        let by_hand = product(&BigUint::from(64u8), &BigUint::from(2u8), &modulus);
        assert_eq!(by_hand, BigUint::from(3u8));
    }
}
