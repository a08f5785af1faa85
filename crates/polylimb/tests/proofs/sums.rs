//! Bits of a proof: sums over `F_2` of products of at most two variables, and polynomials over
//! `F_2` by the definition.

use crate::field::binary::Polynomial;
use std::vec::Vec;

/// A product of at most two variables: their numbers, the smaller one above; 0 is none.
pub(crate) type Term = u32;
/// A sum of terms, ascending.
pub(crate) type Sum = Vec<Term>;
/// The bits of a word, or the coefficients of a polynomial.
pub(crate) type Bits = Vec<Sum>;

/// The variables of `b` have higher numbers.
pub(crate) const OF_B: u32 = 1 << 10;

/// The sum modulo 2.
pub(crate) fn sum(mut terms: Vec<Term>) -> Sum {
    terms.sort_unstable();
    let mut r: Sum = Vec::new();
    for term in terms {
        if r.last() == Some(&term) {
            r.pop();
        } else {
            r.push(term);
        }
    }
    r
}

/// The product of two sums of variables and constants. A bit is its own square.
pub(crate) fn product(a: &Sum, b: &Sum) -> impl Iterator<Item = Term> {
    a.iter().flat_map(move |&u| {
        b.iter().map(move |&v| {
            if u == v || u.min(v) == 0 {
                return u.max(v);
            }
            assert!(u < 1 << 16 && v < 1 << 16, "a product of more than two variables");
            u.min(v) << 16 | u.max(v)
        })
    })
}

/// The product of two polynomials by the definition, twice as many coefficients.
pub(crate) fn multiply(a: &Bits, b: &Bits) -> Bits {
    (0..a.len() + b.len())
        .map(|k| {
            let from = (k + 1).saturating_sub(b.len());
            sum((from..a.len().min(k + 1)).flat_map(|i| product(&a[i], &b[k - i])).collect())
        })
        .collect()
}

/// The remainder modulo `P` by the definition: a coefficient at a time from the top.
pub(crate) fn remainder<P: Polynomial>(mut a: Bits) -> Bits {
    for k in (P::DEGREE..a.len()).rev() {
        let top = core::mem::take(&mut a[k]);
        for e in P::LOWER {
            let to = &mut a[k - P::DEGREE + e];
            *to = sum([&to[..], &top].concat());
        }
    }
    a.truncate(P::DEGREE);
    a
}
