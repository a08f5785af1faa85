//! `halve-and-add`: halvings instead of doublings; on two threads `double-and-halve`, the upper
//! digits by doublings in parallel to the lower ones by halvings.
//!
//! **Source.** `[Knudsen1999]`; `[Schroeppel2000]`; `[Fong2004]` (windows); `[Taverne2011]` (two
//! threads). **Idea.** With `l = 2^s k mod n`, `k P = Σ l_i 2^(i-s) P`: digits from `s` up take
//! doublings, digits below take halvings, which need no inversion while the point stays affine.
//! Halving moves away from the base, so each absolute value of a digit has its own sum; the sums
//! are combined at the end. **Cost.** For each digit below `s` a halving, `1 / (w + 1)` mixed
//! additions and 1M; `2^(w-2)` sums. **Time** tells the scalar.

use super::signed_digits::{add_digit_vartime, signed_digits_vartime, width_naf_digits_vartime};
use crate::coordinates::binary::Halving;
use polylimb::Split;
use polylimb::authors::curve::{AffinePoint, Group, LopezDahab, LopezDahabPoint, Vartime};
use polylimb::authors::field::binary::Quadratic;
use polylimb::authors::field::{SquareRoot, VartimeField};
use polylimb::authors::limb::{Bits, WORD_BITS, Word, bit_length_vartime, shl_assign};
use polylimb::authors::recoding::{Digit, reduced};
use polylimb::authors::team::each_chunk;

/// The percentage of the digits for the thread that halves.
const HALVED: usize = 50;

/// `k p` for a point in the subgroup of the order; on two threads if `split` has them.
pub(super) fn halve_and_add_vartime<F>(
    group: &Vartime<F, LopezDahab>,
    halving: &Halving<F>,
    order: &[Word],
    k: Bits<'_>,
    p: &AffinePoint<F>,
    w: usize,
    split: &dyn Split,
) -> LopezDahabPoint<F::El>
where
    F: VartimeField + Quadratic + SquareRoot + Sync,
    F::El: Send + Sync,
{
    let bits = bit_length_vartime(order);
    let halved = if split.threads() > 1 { bits * HALVED / 100 } else { bits };
    let digits = shifted_digits_vartime(k, halved, order, w);
    let (low, high) = digits.split_at(halved.min(digits.len()));
    let mut sums = [group.neutral(); 2];
    each_chunk(split, &mut sums, 1, |i, sum| {
        sum[0] = if i == 0 {
            signed_digits_vartime(group, high, w, p)
        } else {
            halvings_vartime(group, halving, halved - low.len(), low, p, w)
        };
    });
    group.add(&sums[0], &sums[1])
}

/// The digits of `2^shift k` modulo the order.
fn shifted_digits_vartime(k: Bits<'_>, shift: usize, order: &[Word], w: usize) -> Vec<Digit> {
    let k = reduced(k, order);
    let mut shifted = vec![0; shift / WORD_BITS];
    shifted.extend_from_slice(&k);
    shifted.push(0);
    shl_assign(&mut shifted, shift % WORD_BITS);
    let shifted = reduced(Bits::new_vartime(&shifted), order);
    width_naf_digits_vartime(Bits::new_vartime(&shifted), w)
}

/// The sum of `digits[len - 1 - i] 2^(-1 - skipped - i) p`.
fn halvings_vartime<F>(
    group: &Vartime<F, LopezDahab>,
    halving: &Halving<F>,
    skipped: usize,
    digits: &[Digit],
    p: &AffinePoint<F>,
    w: usize,
) -> LopezDahabPoint<F::El>
where
    F: VartimeField + Quadratic + SquareRoot,
{
    // The sum for digits ±(2 j + 1) in place j.
    let mut sums = vec![group.neutral(); 1 << w.saturating_sub(2)];
    let mut point = halving.enter(p);
    for _ in 0..skipped {
        point = halving.half_vartime(&point);
    }
    for &digit in digits.iter().rev() {
        point = halving.half_vartime(&point);
        if digit != 0 {
            let entry = halving.leave(&point);
            let sum = &mut sums[usize::from(digit.unsigned_abs() / 2)];
            *sum = add_digit_vartime(group, sum, &[entry], digit.signum());
        }
    }
    // Σ (2 j + 1) S_j = 2 Σ_(j ≥ 1) (S_j + S_(j+1) + …) + (S_0 + S_1 + …).
    let (mut tail, mut tails) = (group.neutral(), group.neutral());
    for sum in sums[1..].iter().rev() {
        tail = group.add(&tail, sum);
        tails = group.add(&tails, &tail);
    }
    group.add(&group.add(&group.double(&tails), &tail), &sums[0])
}
