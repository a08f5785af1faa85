//! The comb: its cost, and its face.

use crate::common::{big, rng};
use crate::fixed_base::{cost, counted, exponents};
use num_bigint::BigUint;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::{FixedBase, FixedBaseOptions};
use polylimb::{Alone, Error, Split, Team};
use std::sync::Arc;

#[test]
fn the_comb_costs_a_plus_b_less_2_whatever_the_exponent() {
    let bits = 512;
    let mut shapes = 0;
    for max_entries in [2, 4, 16, 64, 256] {
        let (prepared, counts) = counted("lim-lee-comb", bits, max_entries);
        assert!(prepared.entries() <= max_entries);
        let mut seen = vec![];
        for exponent in exponents(&mut rng(43), bits) {
            seen.push(cost(&*prepared, &counts, &exponent, &Alone));
        }
        assert!(seen.iter().all(|cost| *cost == seen[0]), "{seen:?}");
        // Among the rectangles with that many entries one has a = products + 1 columns in blocks of
        // b = squarings + 1.
        let (a, b) = (seen[0].0 + 1, seen[0].1 + 1);
        let fits = |h: &usize| bits.div_ceil(*h) == a && a.div_ceil(b) << h == prepared.entries();
        assert!(
            (1..=7).any(|h| fits(&h)),
            "{a} columns, blocks of {b}, {} entries",
            prepared.entries()
        );
        shapes += 1;
    }
    assert_eq!(shapes, 5);
}

#[test]
fn the_face_computes_and_refuses() {
    let m = Modulus::new(&[101], &Options::default()).unwrap();
    let base = m.residue(&[7]).unwrap();
    let team: Arc<dyn Split> = Arc::new(Team::new(2).unwrap());
    let mut compared = 0;
    for team in [None, Some(team)] {
        let mut options = FixedBaseOptions::default();
        options.team = team;
        let seven = FixedBase::new(&base, 7, &options).unwrap();
        for e in 0..128 {
            let expected = BigUint::from(7u32).modpow(&BigUint::from(e), &BigUint::from(101u32));
            assert_eq!(big(&seven.pow_vartime(&[e]).unwrap().to_words()), expected);
            assert_eq!(big(&seven.pow(&[e, 0, 0]).unwrap().to_words()), expected);
            compared += 1;
        }
        let too_large = Error::TooLarge { what: "the exponent", max_bits: 7 };
        assert_eq!(seven.pow_vartime(&[128]).unwrap_err(), too_large);
        assert_eq!(seven.pow_vartime(&[1, 1]).unwrap_err(), too_large);
        assert!(matches!(seven.pow_vartime(&[]), Err(Error::Length { .. })));
        assert!(!format!("{seven:?}").is_empty() && seven.entries() > 0);
    }
    assert_eq!(compared, 256);
    let with = |bits, max_threads| {
        let mut options = FixedBaseOptions::default();
        options.max_threads = max_threads;
        FixedBase::new(&base, bits, &options).map(|_| ()).unwrap_err()
    };
    assert!(matches!(with(0, 1), Error::Parameter { .. }));
    assert!(matches!(with(7, 0), Error::Threads { .. }));
    assert!(matches!(with(usize::MAX, 1), Error::TooLarge { .. }));
}
