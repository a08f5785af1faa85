//! `jsf`: two scalars with digits 0, ±1 chosen together, so that as many columns as possible are 0.
//!
//! **Source.** `[Solinas2001]`, Algorithm 1. **Idea.** Each row is a NAF, except where a second
//! digit ±1 in one row makes a whole column 0. **Density.** 1/2 of the columns; two independent
//! NAFs have 5/9.

use super::digits::{assert_room, used_vartime};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::recoding::Digit;

/// The rest of a scalar from bit `at`: its bits plus a carry, modulo 8.
fn rest(scalar: Bits<'_>, at: usize, carry: Word) -> Word {
    (scalar.window(at, 3) + carry) & 7
}

/// The digit of one row, from the rests of both modulo 8.
fn digit(own: Word, other: Word) -> Digit {
    if own & 1 == 0 {
        return 0;
    }
    let nearest = 2 - (own & 3) as Digit;
    if matches!(own, 3 | 5) && other & 3 == 2 { -nearest } else { nearest }
}

/// Writes the joint sparse form of `k` and `l`; returns the number of columns.
///
/// # Panics
/// If a row has less room than the longer scalar needs.
pub fn joint_sparse_vartime(rows: [&mut [Digit]; 2], [k, l]: [Bits<'_>; 2]) -> usize {
    let bits = k.len().max(l.len());
    let [first, second] = rows;
    assert_room(first, bits);
    assert_room(second, bits);
    let mut carries = [0; 2];
    for i in 0..=bits {
        let (own, other) = (rest(k, i, carries[0]), rest(l, i, carries[1]));
        let digits = [digit(own, other), digit(other, own)];
        for ((carry, scalar), digit) in carries.iter_mut().zip([k, l]).zip(digits) {
            // The carry is half of bit + carry - digit, which is 0 or 2.
            let left = (scalar.bit(i) + *carry) as Digit - digit;
            *carry = Word::from(left == 2);
        }
        [first[i], second[i]] = digits;
    }
    used_vartime(&first[..=bits]).max(used_vartime(&second[..=bits]))
}
