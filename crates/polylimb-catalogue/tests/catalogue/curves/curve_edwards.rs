//! The published costs of twisted Edwards and Montgomery curves, counted.

use super::cost::cost;
use polylimb::authors::curve::{Edwards, Group, LinePoint, Montgomery};
use polylimb::authors::field::prime::Toy;
use polylimb::authors::limb::Mask;
use polylimb_catalogue::counted::Counted;

#[test]
fn the_formulas_cost_what_is_published() {
    let group = Edwards::new(Counted::new(Toy::new(29).unwrap()), 2);
    let (p, e) = (group.point(&3, &5), group.entry(&3, &5));
    let curve = Montgomery::new(Counted::new(Toy::new(29).unwrap()), 1);
    let q = LinePoint { x: 3, z: 4 };
    for (row, ours, published) in [
        ("P + Q", cost(group.field(), || group.add(&p, &p)), "8M + 1c"),
        ("P + E", cost(group.field(), || group.add_entry(&p, &e)), "7M"),
        ("2 P", cost(group.field(), || group.double(&p)), "4M + 4S"),
        ("8 P", cost(group.field(), || group.double_times(&p, 3)), "10M + 12S"),
        ("step", cost(curve.field(), || curve.step(Mask::FALSE, &q, &q, &2)), "5M + 4S + 1c"),
        ("2 u", cost(curve.field(), || curve.double(&q)), "2M + 2S + 1c"),
    ] {
        assert_eq!(ours, published, "{row}");
    }
}
