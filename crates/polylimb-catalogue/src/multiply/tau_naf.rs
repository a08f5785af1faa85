//! `tau-naf`: on a Koblitz curve, a Frobenius map for each digit of the τ-adic NAF, and an addition
//! where the digit is not 0.
//!
//! **Source.** `[Solinas1997]`, `[Solinas2000]`; Algorithm 8 of `[Aranha2009]`. **Idea.**
//! `τ (x, y) = (x², y²)` costs three squarings in projective coordinates; a doubling costs
//! products. One digit of width `w` in `w + 1` is not 0, and the points `α_u P` are in a table.
//! **Cost.** `m` maps of 3S, `m / (w + 1)` mixed additions 8M + 5S, the table of `2^(w-2)` points.
//! **Time** tells the scalar.

use super::signed_digits::add_digit_vartime;
use polylimb::authors::curve::{AffinePoint, Group, LopezDahab, LopezDahabPoint, Vartime};
use polylimb::authors::field::VartimeField;
use polylimb::authors::limb::{Bits, bit_length_vartime};
use polylimb::authors::multiply::tau_multiples;
use polylimb::authors::recoding::{Digit, Koblitz, Representatives, width_tau_naf_vartime};

/// Fewest bits of an order for which the additions that make the table never meet an exceptional
/// case.
const LARGE: usize = 64;

/// The digits of a scalar, and the points that they stand for.
pub(super) struct TauDigits<F: VartimeField> {
    pub(super) digits: Vec<Digit>,
    pub(super) table: Vec<AffinePoint<F>>,
}

impl<F: VartimeField> TauDigits<F> {
    /// The digits and points of `k p`, for a point of the ring's order.
    pub(super) fn new_vartime(
        group: &Vartime<F, LopezDahab>,
        ring: &Koblitz,
        representatives: &Representatives,
        k: Bits<'_>,
        p: &AffinePoint<F>,
    ) -> Self {
        let mut digits = vec![0; ring.digits_needed()];
        let used = width_tau_naf_vartime(ring, &mut digits, k, representatives);
        digits.truncate(used);
        let table = if bit_length_vartime(ring.order()) >= LARGE {
            let points = tau_multiples(group.curve(), representatives, [&p.x, &p.y]);
            points.into_iter().map(|[x, y]| AffinePoint::new(x, y)).collect()
        } else {
            small_multiples(group, representatives, p)
        };
        Self { digits, table }
    }
}

/// The table `α_1 p, α_3 p, …` by the total law: `α = a + b τ` with small `a` and `b`.
fn small_multiples<F: VartimeField>(
    group: &Vartime<F, LopezDahab>,
    representatives: &Representatives,
    p: &AffinePoint<F>,
) -> Vec<AffinePoint<F>> {
    let f = &group.curve().field;
    let image = AffinePoint::new(f.sqr(&p.x), f.sqr(&p.y));
    let times = |n: i16, p: &AffinePoint<F>| {
        let p = if n < 0 { group.neg_entry(p) } else { *p };
        (0..n.unsigned_abs()).fold(group.neutral(), |sum, _| group.add_entry(&sum, &p))
    };
    let alphas = representatives.alphas();
    let points: Vec<_> =
        alphas.iter().map(|&[a, b]| group.add(&times(a, p), &times(b, &image))).collect();
    let mut entries = vec![*p; points.len()];
    group.normalise(&points, &mut entries);
    entries
}

/// The sum of `digits[i] τ^i`, each digit for its point of the table.
pub(super) fn tau_naf_vartime<F: VartimeField>(
    group: &Vartime<F, LopezDahab>,
    digits: &[Digit],
    table: &[AffinePoint<F>],
) -> LopezDahabPoint<F::El> {
    let f = &group.curve().field;
    digits.iter().rev().fold(group.neutral(), |sum, &digit| {
        add_digit_vartime(group, &LopezDahab::frobenius(f, &sum), table, digit)
    })
}
