//! Lanes against num-bigint: every vector, moduli of all sizes, products, sums, halves, wide forms.

mod common;

use common::{big, modulus, residue, rng, words};
use num_bigint::BigUint;
use polylimb::cpu::Features;
use polylimb::error::Error;
use polylimb::field::lanes::{LANES, LaneMask, Lanes};
use polylimb::field::laws::field_laws;
use polylimb::field::{Field, Truth};
use polylimb::limb::{WORD_BITS, Word};

/// Words that hold any number of 256 bits, and the digits that do.
const N: usize = 256 / WORD_BITS;
const D: usize = 5;

type Numbers = [[Word; N]; LANES];

fn number(a: &BigUint) -> [Word; N] {
    words(a, N).try_into().expect("N words")
}

/// The bound on a lane's vector has no name outside of the library, so the tests are a macro.
macro_rules! tests {
    ($module:ident, $vector:ty) => {
        mod $module {
            use super::*;

            fn field(m: &BigUint) -> Option<Lanes<$vector, D>> {
                match Lanes::new(&number(m), Features::detect()) {
                    Err(Error::MissingFeature { kernel, needs }) => {
                        println!("SKIPPED {kernel}: needs {needs}");
                        None
                    }
                    field => Some(field.expect("an odd modulus of at most 256 bits")),
                }
            }

            #[test]
            fn agrees_with_the_judge() {
                let mut rng = rng(21);
                let mut compared = 0;
                for bits in [2, 7, 52, 53, 64, 104, 192, 224, 255, 256] {
                    let m = big(&modulus(&mut rng, bits, true));
                    let Some(f) = field(&m) else { return };
                    for _ in 0..30 {
                        let mut draw = || -> Numbers {
                            core::array::from_fn(|_| number(&big(&residue(&mut rng, &number(&m)))))
                        };
                        let (x, y) = (draw(), draw());
                        let a = f.enter(&x).expect("reduced");
                        let b = f.enter(&y).expect("reduced");
                        let mut judge = |r, what: fn(&BigUint, &BigUint, &BigUint) -> BigUint| {
                            let r: Numbers = f.leave(&r);
                            for i in 0..LANES {
                                let expected = what(&big(&x[i]), &big(&y[i]), &m) % &m;
                                assert_eq!(big(&r[i]), expected, "{bits} bits, lane {i}");
                                compared += 1;
                            }
                        };
                        judge(a, |x, _, _| x.clone());
                        judge(f.mul(&a, &b), |x, y, _| x * y);
                        judge(f.sqr(&a), |x, _, _| x * x);
                        judge(f.add(&a, &b), |x, y, _| x + y);
                        judge(f.sub(&a, &b), |x, y, m| x + m - y);
                        judge(f.neg(&a), |x, _, m| m - x);
                        judge(f.halve(&a), |x, _, m| x * ((m + 1u32) >> 1));
                        let wide = f.sub_wide(&f.mul_wide(&a, &b), &f.sqr_wide(&b));
                        judge(f.reduce(&wide), |x, y, m| x * y + m * m - y * y);
                    }
                }
                assert!(compared >= 19_200, "only {compared} comparisons ran");
            }

            #[test]
            fn obeys_the_laws_modulo_2_255_minus_19_and_at_256_bits() {
                let mut rng = rng(22);
                let mut compared = 0;
                let one = BigUint::from(1u32);
                for m in [(&one << 255) - 19u32, (&one << 256) - 189u32] {
                    let Some(f) = field(&m) else { return };
                    let mut samples: Vec<_> = (0..5)
                        .map(|_| {
                            let numbers: Numbers = core::array::from_fn(|_| {
                                number(&big(&residue(&mut rng, &number(&m))))
                            });
                            f.enter(&numbers).expect("reduced")
                        })
                        .collect();
                    // All lanes alike, and the largest digits that a loose number may have.
                    samples.push(f.neg(&f.one()));
                    samples.push(f.add(&samples[0], &f.sub(&f.zero(), &samples[0])));
                    compared += field_laws(&f, &samples, |mask| mask == LaneMask::TRUE);
                }
                assert!(compared >= 9_000, "only {compared} comparisons ran");
            }

            #[test]
            fn each_lane_is_its_own() {
                let Some(f) = field(&BigUint::from(101u32)) else { return };
                let mut numbers: Numbers = [[0; N]; LANES];
                for (i, number) in numbers.iter_mut().enumerate() {
                    number[0] = i as Word;
                }
                let a = f.enter(&numbers).expect("reduced");
                assert_eq!(f.is_zero(&a).bits(), 1);
                assert_eq!(f.equal(&a, &f.small(5)).bits(), 1 << 5);
                let picked = f.select(LaneMask::from_bits(0b1010), &f.small(100), &a);
                let expected = [0, 100, 2, 100, 4, 5, 6, 7];
                assert_eq!(f.leave::<1>(&picked), expected.map(|w| [w]));
                numbers[6][0] = 101;
                assert_eq!(f.enter(&numbers).err(), Some(Error::NotReduced { operand: "number" }));
            }
        }
    };
}

tests!(portable, polylimb::field::lanes::Portable);
#[cfg(target_arch = "x86_64")]
tests!(ifma, polylimb::field::lanes::Ifma);

#[test]
fn bad_moduli_and_masks_are_errors() {
    type Portable = Lanes<polylimb::field::lanes::Portable, 1>;
    for even in [vec![], vec![0], vec![1], vec![4]] {
        assert!(matches!(
            Portable::new(&even, Features::NONE),
            Err(Error::OddModulusRequired { .. })
        ));
    }
    assert!(matches!(
        Portable::new(&vec![Word::MAX; 56 / WORD_BITS.min(56) + 1], Features::NONE),
        Err(Error::TooLarge { .. })
    ));
    #[cfg(target_arch = "x86_64")]
    assert!(matches!(
        Lanes::<polylimb::field::lanes::Ifma, 1>::new(&[101], Features::NONE),
        Err(Error::MissingFeature { .. })
    ));
}
