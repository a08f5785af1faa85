//! The coordinate systems of Weierstrass curves: every pair of points of small curves beside the school book's law, and
//! the published costs counted.

mod curve_common;

use curve_common::{EVEN, ODD, check_group, cost};
use polylimb::curve::Group;
use polylimb::curve::weierstrass::{
    Coefficient, Complete, Coordinates, Curve, Jacobian, JacobianPoint, Vartime,
};
use polylimb::field::Counted;
use polylimb::field::prime::Toy;

#[test]
fn published_formulas_made_total_agree_with_the_school_book() {
    let mut compared = 0;
    for small in ODD.into_iter().chain(EVEN) {
        let toy = small.toy();
        compared += check_group(small, &toy, &Vartime::<_, Jacobian>::new(small.curve(toy)));
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn the_complete_law_agrees_with_the_school_book_on_curves_of_odd_order() {
    let mut compared = 0;
    for small in ODD {
        assert_eq!(small.points().len() % 2, 1, "the order must be odd");
        let toy = small.toy();
        compared += check_group(small, &toy, &Complete::new(small.curve(toy)));
    }
    assert!(compared > 50_000, "{compared}");
}

fn curve(shape: Coefficient) -> Curve<Counted<Toy>> {
    Curve::new(Counted::new(Toy::new(29).unwrap()), 4, 20, shape)
}

#[test]
fn the_costs_are_the_published_ones() {
    let p = JacobianPoint { x: 3, y: 5, z: 7 };
    let q = JacobianPoint { x: 2, y: 9, z: 4 };
    for (shape, double) in [
        (Coefficient::Any, "3M + 6S + 1c"),
        (Coefficient::MinusThree, "4M + 4S"),
        (Coefficient::Zero, "3M + 4S"),
    ] {
        let c = curve(shape);
        assert_eq!(cost(&c.field, || Jacobian::double(&c, &p)), double);
        assert_eq!(cost(&c.field, || Jacobian::add(&c, &p, &q)), "12M + 4S");
        assert_eq!(cost(&c.field, || Jacobian::add_affine(&c, &p, &2, &9)), "8M + 3S");
    }
    for (shape, constants) in
        [(Coefficient::Any, 5), (Coefficient::MinusThree, 2), (Coefficient::Zero, 2)]
    {
        let group = Complete::new(curve(shape));
        let f = &group.curve().field;
        let p = group.neutral();
        assert_eq!(cost(f, || group.add(&p, &p)), format!("12M + {constants}c"));
        assert_eq!(cost(f, || group.double(&p)), format!("8M + 3S + {constants}c"));
        let e = group.neg_entry(&polylimb::curve::weierstrass::AffinePoint::new(1, 2));
        assert_eq!(cost(f, || group.add_entry(&p, &e)), format!("11M + {constants}c"));
    }
}
