//! Tables read by lanes: each lane gets its own entry, and every lane reads all entries. Loops go
//! by index, as in `../digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see `../digits.rs`")]

use super::{FixedLanes, LanePrime};
use crate::field::lanes::LANES;
use crate::field::lanes::vector::Compiled;

/// A digit in a table: one for each lane, or one for all lanes.
pub(crate) trait Digit<V>: Copy {
    /// The digit of each lane.
    fn lift(self) -> V;
}

impl<V: Compiled> Digit<V> for V {
    #[inline(always)]
    fn lift(self) -> V {
        self
    }
}

impl<V: Compiled> Digit<V> for u64 {
    #[inline(always)]
    fn lift(self) -> V {
        V::splat(self)
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> FixedLanes<V, P, D> {
    /// In each lane, entry `index[lane]` of the table. Every entry is read.
    #[inline(always)]
    pub(crate) fn look_up<T: Digit<V>, const E: usize>(
        table: &[[[T; D]; E]],
        index: &[u64; LANES],
    ) -> [[V; D]; E] {
        let index = V::from_lanes(*index);
        let mut found = [[V::splat(0); D]; E];
        for i in 0..table.len() {
            let (entry, here) = (&table[i], index.xor(V::splat(i as u64)).is_zero());
            for e in 0..E {
                let mut candidate = [V::splat(0); D];
                for j in 0..D {
                    candidate[j] = entry[e][j].lift();
                }
                found[e] = V::choose(here, &candidate, &found[e]);
            }
        }
        found
    }

    /// The digits of an element that is the same in all lanes.
    pub(crate) fn first_lane(a: &[V; D]) -> [u64; D] {
        a.map(|digit| digit.to_lanes()[0])
    }
}

#[cfg(test)]
#[path = "../../../../tests/proofs/look_up.rs"]
mod theorems;
