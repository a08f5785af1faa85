//! Look-ups lane by lane: `crates/polylimb/src/field/lanes/fixed/look_up.rs`.

use crate::field::lanes::proofs::{Abstract, prove};
use crate::field::lanes::{FixedLanes, LANES, primes::P256};
use crate::limb::simd::Lanewise;
use std::vec::Vec;

const D: usize = 5;

/// Every index in every lane: entries, and 0 for some that are behind the table.
#[test]
fn every_index() {
    for entries in [1_usize, 2, 8, 16, 17] {
        let indices: Vec<u64> =
            (0..=entries as u64).chain([1 << 32, 1 << 63, u64::MAX >> 1, u64::MAX]).collect();
        prove(&std::format!("look-up in eight lanes, {entries} entries"), false, || {
            let table: Vec<[[Abstract; D]; 2]> = (0..entries)
                .map(|_| [(); 2].map(|()| [(); D].map(|()| Abstract::variable(0, u64::MAX))))
                .collect();
            for first in 0..indices.len() {
                let index: [u64; LANES] =
                    core::array::from_fn(|lane| indices[(first + lane) % indices.len()]);
                let found = FixedLanes::<Abstract, P256, D>::look_up(&table, &index);
                for (lane, index) in index.into_iter().enumerate() {
                    for (e, element) in found.iter().enumerate() {
                        for (j, digit) in element.iter().enumerate() {
                            let expected = match table.get(index as usize) {
                                Some(entry) => entry[e][j],
                                None => Abstract::zero(),
                            };
                            assert!(digit.has_lane(&expected, lane), "{index} of {entries}");
                        }
                    }
                }
            }
        });
    }
}
