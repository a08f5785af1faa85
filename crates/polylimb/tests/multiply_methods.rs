//! Every method of scalar multiplication, on every point and scalar of small curves beside the school book's law.

mod curve_common;

use curve_common::{EVEN, ODD, Small, entry, point};
use polylimb::curve::{AnyCurve, Stored};
use polylimb::curve::weierstrass::{Affine, AffinePoint, Jacobian, Vartime};
use polylimb::field::prime::Toy;
use polylimb::limb::{Bits, Word};
use polylimb::multiply::{METHODS, Work};
use polylimb::team::Alone;

fn check(small: Small, curve: &AnyCurve) -> usize {
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
                for k in [Bits::new_vartime(&scalar), Bits::with_len(&scalar, 8)] {
                    let work =
                        Work { k, base: &words[..], recoding: None, width: None, split: &Alone };
                    let mut r = words.clone();
                    method.multiply(curve, &work, &mut r).unwrap();
                    let r: AffinePoint<Toy> = Stored::read(&r);
                    assert_eq!(point(&r), expected, "{} {p:?}", method.name);
                    compared += 1;
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
        compared += check(small, &AnyCurve::new(Vartime::<_, Jacobian>::new(curve)).unwrap());
        compared += check(small, &AnyCurve::new(Vartime::<_, Affine>::new(curve)).unwrap());
    }
    assert!(compared > 40_000 * METHODS.len(), "{compared}");
}
