//! Points read from a table in constant time.

use crate::field::Field;
use crate::limb::{Kernel, Mask, Word};

/// Entry `index` with its ordinate negated where `negative`. Every entry is read. Constant time.
#[inline(always)]
pub(super) fn signed_entry<const N: usize, F: Field<El = [Word; N], Mask = Mask>>(
    kernel: Kernel,
    f: &F,
    table: &[[[Word; N]; 2]],
    index: Word,
    negative: Mask,
) -> [[Word; N]; 2] {
    let mut entry = [[0; N]; 2];
    kernel.look_up(entry.as_flattened_mut(), table.as_flattened().as_flattened(), index);
    let [x, y] = entry;
    [x, f.select(negative, &f.neg(&y), &y)]
}
