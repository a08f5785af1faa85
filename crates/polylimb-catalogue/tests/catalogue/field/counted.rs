//! A counting field obeys the laws of its field, and counts what a formula calls.

use crate::field_common::jacobian::{Jacobian, double};
use crate::laws::{encoding_laws, field_laws};
use polylimb::authors::field::prime::Toy;
use polylimb::authors::limb::Mask;
use polylimb_catalogue::counted::{Counted, Counts};

#[test]
fn all_triples_obey_the_laws() {
    let mut compared = 0;
    for p in [2, 3, 5, 7, 11, 29] {
        let f = Toy::new(p).expect("prime");
        let all: Vec<_> = f.elements().collect();
        let f = Counted::new(f);
        compared += field_laws(&f, &all, Mask::to_bool_vartime);
        compared += encoding_laws(&f, &all, Mask::to_bool_vartime);
    }
    assert!(compared >= 350_000, "only {compared} comparisons ran");
}

#[test]
fn the_counter_proves_the_published_cost() {
    let f = Counted::new(Toy::new(29).expect("prime"));
    let p = Jacobian { x: 1, y: 5, z: 1 };
    let _ = double(&f, &4, &p);
    let expected =
        Counts { mul: 3, sqr: 6, mul_constant: 1, add: 5, double: 8, ..Counts::default() };
    assert_eq!(f.take(), expected);
    assert_eq!(f.take(), Counts::default());
}
