//! `tau-split`: the τ-adic NAF in two halves, one for each of two threads.
//!
//! **Source.** `[Ahmadi2010]`, which `[Aranha2009]` names as the use of two cores. **Idea.**
//! `Σ u_i τ^i` is the sum over `i` below `h`, plus `τ^h` times the sum over the other digits. With
//! `h` near `m/2` each thread has half of the maps and additions, and `τ^h` of a point is three
//! powers `a^(2^h)`, one look-up each in a table of this linear map. **Cost.** Half of `tau-naf`,
//! three such powers, an addition; the table of points is made before. **Time** tells the scalar.

use super::tau_naf::{TauDigits, tau_naf_vartime};
use polylimb::Split;
use polylimb::authors::curve::{Group, LopezDahab, LopezDahabPoint, Vartime};
use polylimb::authors::field::VartimeField;
use polylimb::authors::field::binary::Quadratic;
use polylimb::authors::team::each_chunk;

/// `k p` on a field of degree `m`.
pub(super) fn tau_split_vartime<F>(
    group: &Vartime<F, LopezDahab>,
    m: usize,
    k: &TauDigits<F>,
    split: &dyn Split,
) -> LopezDahabPoint<F::El>
where
    F: VartimeField + Quadratic + Sync,
    F::El: Send + Sync,
{
    let half = m.div_ceil(2).min(k.digits.len());
    let (low, high) = k.digits.split_at(half);
    let mut sums = [group.neutral(); 2];
    each_chunk(split, &mut sums, 1, |i, sum| {
        sum[0] = if i == 0 {
            tau_naf_vartime(group, low, &k.table)
        } else {
            let LopezDahabPoint { x, y, z } = tau_naf_vartime(group, high, &k.table);
            let [x, y, z] = [x, y, z].map(|v| group.curve().field.frobenius(&v, half));
            LopezDahabPoint { x, y, z }
        };
    });
    group.add(&sums[0], &sums[1])
}
