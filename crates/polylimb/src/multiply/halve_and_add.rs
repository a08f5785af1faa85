//! `halve-and-add`: halvings instead of doublings; on two threads `double-and-halve`, the upper digits by doublings beside the lower ones by halvings.
//!
//! **Source.** Knudsen 1999; Schroeppel 2000; Fong, Hankerson, López, Menezes 2004 (windows); Taverne, Faz-Hernández, Aranha, Rodríguez-Henríquez, Hankerson,
//! López 2011 (two threads). **Idea.** With `l = 2^s k mod n`, `k P = Σ l_i 2^(i-s) P`: digits from `s` up take doublings, those below
//! take halvings, which need no inversion while the point stays affine. Halving goes from the base away, so each size of digit has its own sum, put
//! together at the end. **Cost.** A halving and `1 / (w + 1)` mixed additions and 1M for each digit below `s`, `2^(w-2)` sums. **Time** tells the scalar.

use super::signed_digits::{add_digit_vartime, signed_digits_vartime, width_naf_digits_vartime};
use crate::curve::Group;
use crate::curve::binary::{Halving, LopezDahab, LopezDahabPoint};
use crate::curve::weierstrass::{AffinePoint, Vartime};
use crate::field::binary::Quadratic;
use crate::field::{SquareRoot, VartimeField};
use crate::limb::{Bits, WORD_BITS, Word, bit_length_vartime, shl_assign};
use crate::recoding::{Digit, reduced};
use crate::team::{Split, each_chunk};
use alloc::vec;
use alloc::vec::Vec;

/// Of 100 digits so many go to the thread that halves.
const HALVED: usize = 50;

/// `k p` for a point of the order's subgroup; on two threads if `split` has them.
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
    // Σ (2 j + 1) S_j is twice the sum of all S_j + S_(j+1) + …, j ≥ 1, and S_0 + S_1 + … once.
    let (mut tail, mut tails) = (group.neutral(), group.neutral());
    for sum in sums[1..].iter().rev() {
        tail = group.add(&tail, sum);
        tails = group.add(&tails, &tail);
    }
    group.add(&group.add(&group.double(&tails), &tail), &sums[0])
}
