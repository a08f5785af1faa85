//! Every method of scalar multiplication, on every point and scalar of small curves, against the
//! school-book law.

use super::small::{EVEN, ODD, Small, entry, point};
use polylimb::Error;
use polylimb::authors::curve::{AffinePoint, Complete, Group, Jacobian, Vartime};
use polylimb::authors::entry::{ConstantTime, Domain};
use polylimb::authors::field::prime::Toy;
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::multiply::{pippenger_vartime, straus_vartime};
use polylimb_catalogue::coordinates::weierstrass::Affine;
use polylimb_catalogue::erased::{AnyCurve, Stored};
use polylimb_catalogue::multiply::{METHODS, Work, find, shamir_vartime};
use polylimb_catalogue::recoding::{self, Recoding, Width};
use std::iter;

/// The usual width, and the ends of the range.
fn widths(recoding: &Recoding) -> Vec<Option<usize>> {
    match recoding.make.width {
        Width::None => vec![None],
        Width::From { least, most, .. } => vec![None, Some(least), Some(most)],
    }
}

fn check(small: Small, curve: &AnyCurve, complete: bool) -> usize {
    let toy = small.toy();
    let points = small.points();
    let mut compared = 0;
    for &p in &points {
        let mut words = vec![0; <AffinePoint<Toy> as Stored>::WORDS];
        entry(&toy, p).write(&mut words);
        let mut expected = None;
        for k in 0..2 * points.len() + 3 {
            let scalar = [k as Word];
            for method in METHODS {
                if method.constant_time == ConstantTime::Yes && !complete
                    || matches!(method.domain, Domain::Curve(_))
                {
                    continue;
                }
                for name in method.make.recodings {
                    let recoding = recoding::find(name).unwrap();
                    for width in widths(recoding) {
                        // Leading zeros for every other scalar.
                        let padded = (k % 2 == 0).then(|| Bits::with_len(&scalar, 8));
                        for k in iter::once(Bits::new_vartime(&scalar)).chain(padded) {
                            let recoding = Some(recoding);
                            let work = Work { recoding, width, ..Work::new(k, &words) };
                            let mut r = words.clone();
                            curve.multiply(method, &work, &mut r).unwrap();
                            let r: AffinePoint<Toy> = Stored::read(&r);
                            assert_eq!(
                                point(&r),
                                expected,
                                "{} {name} {width:?} {p:?}",
                                method.name
                            );
                            compared += 1;
                        }
                    }
                }
            }
            expected = small.add(expected, p);
        }
    }
    compared
}

#[test]
fn every_method_multiplies_every_point_by_every_scalar() {
    let mut compared = 0;
    for small in ODD.into_iter().chain(EVEN) {
        let curve = small.curve(small.toy());
        let group = AnyCurve::new(Vartime::<_, Jacobian>::new(curve)).unwrap();
        // A law with branches is total, so constant-time methods are correct over it, too.
        compared += check(small, &group, true);
        let group = AnyCurve::new(Vartime::<_, Affine>::new(curve)).unwrap();
        compared += check(small, &group, false);
    }
    for small in ODD {
        let curve = small.curve(small.toy());
        compared += check(small, &AnyCurve::new(Complete::new(curve)).unwrap(), true);
    }
    assert!(compared > 450_000, "{compared}");
}

/// Sums of several multiples, with neutral, equal and opposite points among them.
#[test]
fn sums_of_multiples_agree_with_the_school_book() {
    let mut compared = 0;
    for small in ODD.into_iter().chain(EVEN) {
        let toy = small.toy();
        let group = Vartime::<_, Jacobian>::new(small.curve(toy));
        let points = small.points();
        for (i, &p) in points.iter().enumerate() {
            for (j, &q) in points.iter().enumerate().step_by(3) {
                let entries = [entry(&toy, p), entry(&toy, q), entry(&toy, p)];
                let scalars =
                    [(i * 7 + j) % 61, (j * 5 + i * 3) % 64, 1 + i % 2].map(|k| [k as Word]);
                let terms: Vec<_> =
                    scalars.iter().map(|k| Bits::new_vartime(k)).zip(&entries).collect();
                let multiple = |n: usize| {
                    let times = |k: &[Word; 1], p| (0..k[0]).fold(None, |sum, _| small.add(sum, p));
                    let sum = (0..n).map(|t| times(&scalars[t], [p, q, p][t]));
                    sum.fold(None, |a, b| small.add(a, b))
                };
                let affine = |r| {
                    let mut e = [entries[0]];
                    group.normalise(&[r], &mut e);
                    point(&e[0])
                };
                for n in 0..=3 {
                    for w in 2..=4 {
                        assert_eq!(affine(straus_vartime(&group, &terms[..n], w)), multiple(n));
                    }
                    assert_eq!(affine(pippenger_vartime(&group, &terms[..n])), multiple(n));
                    compared += 4;
                }
                let pair =
                    shamir_vartime(&group, [terms[0].0, terms[1].0], [terms[0].1, terms[1].1]);
                assert_eq!(affine(pair), multiple(2));
                compared += 1;
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn a_recoding_or_width_that_does_not_fit_is_refused() {
    let curve = AnyCurve::new(Vartime::<_, Jacobian>::new(ODD[0].curve(ODD[0].toy()))).unwrap();
    let mut r = vec![0; <AffinePoint<Toy> as Stored>::WORDS];
    let base = r.clone();
    let mut attempt = |method: &str, recoding: &str, width| {
        let recoding = Some(recoding::find(recoding).unwrap());
        let work = Work { recoding, width, ..Work::new(Bits::new(&[5]), &base) };
        curve.multiply(find(method).unwrap(), &work, &mut r)
    };
    assert!(attempt("window", "w-naf", Some(5)).is_ok());
    assert!(matches!(attempt("window", "w-naf", Some(8)), Err(Error::Parameter { .. })));
    assert!(matches!(attempt("window", "naf", None), Err(Error::Parameter { .. })));
    assert!(matches!(attempt("ladder", "binary", Some(2)), Err(Error::Parameter { .. })));
    // A curve without the endomorphism.
    assert!(matches!(attempt("glv", "regular", None), Err(Error::Parameter { .. })));
}
