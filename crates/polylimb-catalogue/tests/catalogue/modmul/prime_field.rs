//! Prime fields over the catalogue's multiplications, and the ways of squaring over all.

use super::{algorithms, find};
use crate::common::{big, residue, rng, words};
use crate::laws::{encoding_laws, field_laws};
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::Prime;
use polylimb::authors::limb::{Mask, WORD_BITS, Word};
use polylimb::authors::modmul::{ALGORITHMS, ModMul, Request};
use polylimb_catalogue::modmul::Squaring;
use std::sync::Arc;

/// The laws and the judge for one multiplication; `N` may be more than its residues need.
fn laws<const N: usize>(modmul: Box<dyn ModMul>) -> usize {
    let f = Prime::<N>::new(modmul).expect("a residue fits");
    let m = f.modulus().to_vec();
    let mut rng = rng(31);
    let plain: Vec<_> = (0..7).map(|_| residue(&mut rng, &m)).collect();
    let samples: Vec<_> = plain.iter().map(|a| f.enter(a).expect("reduced")).collect();
    let mut compared = 0;
    for (x, a) in plain.iter().zip(&samples) {
        for (y, b) in plain.iter().zip(&samples) {
            assert_eq!(big(&f.leave(&f.mul(a, b))), big(x) * big(y) % big(&m));
            assert_eq!(big(&f.leave(&f.add(a, b))), (big(x) + big(y)) % big(&m));
            compared += 2;
        }
    }
    compared
        + field_laws(&f, &samples, Mask::to_bool_vartime)
        + encoding_laws(&f, &samples, Mask::to_bool_vartime)
}

#[test]
fn the_laws_hold_over_every_multiplication() {
    let one = BigUint::from(1u32);
    let (mut compared, mut built) = (0, 0);
    for (bits, c) in [(255usize, 19u32), (256, 189), (192, 237), (61, 1)] {
        let p = words(&((&one << bits) - c), bits.div_ceil(WORD_BITS));
        for entry in algorithms().filter(|e| e.domain.accepts(&p)) {
            let mut request = Request::new(&p);
            request.split = Arc::new(Shuffled::new(entry.threads.min()));
            let modmul = entry.build(&request).expect("an odd modulus");
            compared += laws::<{ 256 / WORD_BITS }>(modmul);
            built += 1;
        }
    }
    assert!(built >= 4 * 6, "only {built} multiplications");
    assert!(compared >= 5_000 * built, "only {compared} comparisons ran");
}

/// Numbers whose squares make long carries, and random ones.
fn squares_agree(f: &Prime<{ 512 / WORD_BITS }, Arc<dyn ModMul>>) -> usize {
    let m = f.modulus().to_vec();
    let mut rng = rng(7);
    let near = |below: u32| words(&(big(&m) - below), m.len());
    let mut numbers = vec![words(&BigUint::from(1u32), m.len()), near(1), near(2)];
    numbers.extend((0..20).map(|_| residue(&mut rng, &m)));
    for a in &numbers {
        let square = f.leave(&f.sqr(&f.enter(a).expect("reduced")));
        assert_eq!(big(&square), big(a) * big(a) % big(&m), "{}", f.modmul().name());
    }
    numbers.len()
}

#[test]
fn every_way_of_squaring_over_every_multiplication() {
    let one = BigUint::from(1u32);
    let (mut compared, mut by_columns) = (0, Vec::new());
    // Short and full top words; residues of 512 bits are too long for some algorithms.
    for (bits, c) in [(255usize, 19u32), (256, 189), (192, 237), (61, 1), (225, 49)] {
        let p = words(&((&one << bits) - c), bits.div_ceil(WORD_BITS));
        for entry in ALGORITHMS.iter().chain(algorithms()).filter(|e| e.domain.accepts(&p)) {
            let mut request = Request::new(&p);
            request.split = Arc::new(Shuffled::new(entry.threads.min()));
            for squaring in Squaring::ALL {
                let modmul = entry.build(&request).expect("an odd modulus");
                let words = modmul.residue_words();
                let numbers = modmul.factor_words().is_some();
                let modmul = squaring.over(modmul.into());
                assert_eq!(modmul.is_ok(), numbers || squaring != Squaring::Comba);
                let Ok(modmul) = modmul else { continue };
                if words > 512 / WORD_BITS {
                    continue;
                }
                compared += squares_agree(&Prime::new(modmul).expect("fits"));
                if squaring == Squaring::Comba {
                    by_columns.push(entry.name);
                }
            }
        }
    }
    by_columns.sort_unstable();
    by_columns.dedup();
    assert!(by_columns.len() >= 12, "{by_columns:?}");
    assert!(compared > 2500, "{compared}");
    assert_eq!(Squaring::find("comba"), Ok(Squaring::Comba));
    assert!(Squaring::find("square").is_err());
}

/// `multp` squares by products, `sqr` by squares, `comba` by neither.
#[test]
fn ways_of_squaring_are_what_they_say() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[derive(Default)]
    struct Counts([AtomicUsize; 2]);

    struct Counting(Box<dyn ModMul>, Arc<Counts>);

    impl ModMul for Counting {
        fn name(&self) -> &'static str {
            "counting"
        }
        fn modulus(&self) -> &[Word] {
            self.0.modulus()
        }
        fn kernel(&self) -> polylimb::authors::limb::Kernel {
            self.0.kernel()
        }
        fn factor_words(&self) -> Option<usize> {
            self.0.factor_words()
        }
        fn scratch_words(&self) -> usize {
            self.0.scratch_words()
        }
        fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
            self.0.enter(r, plain, scratch);
        }
        fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
            self.0.leave(plain, r, scratch);
        }
        fn one(&self, r: &mut [Word]) {
            self.0.one(r);
        }
        fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
            self.1.0[0].fetch_add(1, Relaxed);
            self.0.mul(r, a, b, scratch);
        }
        fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
            self.1.0[1].fetch_add(1, Relaxed);
            self.0.sqr(r, a, scratch);
        }
    }

    let p = words(&((BigUint::from(1u32) << 255usize) - 19u32), 256 / WORD_BITS);
    for (squaring, expected) in
        [(Squaring::Multp, [1, 0]), (Squaring::Sqr, [0, 1]), (Squaring::Comba, [0, 0])]
    {
        let counts = Arc::new(Counts::default());
        let modmul = find("montgomery-sos").unwrap().build(&Request::new(&p)).unwrap();
        let modmul = squaring.over(Arc::new(Counting(modmul, counts.clone()))).unwrap();
        let mut scratch = vec![0; modmul.scratch_words()];
        let mut r = p.clone();
        modmul.sqr(&mut r, &words(&BigUint::from(5u32), p.len()), &mut scratch);
        assert_eq!(counts.0.each_ref().map(|c| c.load(Relaxed)), expected, "{}", squaring.name());
    }
}
