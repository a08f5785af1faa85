//! Known answers on every named prime curve: multiples of the generator and of points, sums, and
//! sums of two multiples, through the engine.

use crate::answers::{Point, check_lines, compressed_prime, number, point};
use polylimb::authors::curve::{NamedCurve, Parameters};
use polylimb::authors::limb::{Bits, WORD_BITS};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::cpu::Features;
use std::sync::Arc;

struct Curve {
    name: &'static str,
    engine: Arc<dyn Engine>,
}

impl Curve {
    fn new(name: &'static str) -> Self {
        let parameters = Parameters::named(name).expect("a curve");
        Self { name, engine: engine(&parameters, Features::detect()).unwrap() }
    }

    fn point(&self, text: &str) -> Point {
        point(text, self.engine.coordinate_bytes())
    }

    fn plain(point: Option<PlainPoint>) -> Point {
        point.map(|p| [p.x().to_vec(), p.y().to_vec()])
    }

    /// `p + q`.
    fn add(&self, p: &Point, q: &Point) -> Point {
        let plain = |[x, y]: &[Vec<u8>; 2]| PlainPoint::new(x.clone(), y.clone());
        match (p, q) {
            (Some(p), Some(q)) => Self::plain(self.engine.add(&plain(p), &plain(q)).unwrap()),
            _ => p.clone().or_else(|| q.clone()),
        }
    }

    /// `k p`.
    fn multiply(&self, k: &str, p: &Point) -> Point {
        let [x, y] = p.clone()?;
        let k = number(k);
        let r = self.engine.multiply(Bits::new_vartime(k.words()), &PlainPoint::new(x, y));
        Self::plain(r.expect("in the subgroup"))
    }
}

/// Checks one line of the file; returns the number of compared results.
fn check(curve: &Curve, line: &str) -> usize {
    let fields: Vec<_> = line.split(' ').collect();
    let same = |point: &Point, expected: &str| {
        assert_eq!(compressed_prime(point), expected, "{}: {line}", curve.name);
    };
    match fields[..] {
        ["base", k, expected] => {
            let k = number(k);
            let r = curve.engine.multiply_generator(Bits::new_vartime(k.words()));
            same(&Curve::plain(r), expected);
        }
        ["point", k, p, expected] => same(&curve.multiply(k, &curve.point(p)), expected),
        ["add", p, q, expected] => same(&curve.add(&curve.point(p), &curve.point(q)), expected),
        ["sum", k, p, l, q, expected] => {
            let (kp, lq) = (curve.multiply(k, &curve.point(p)), curve.multiply(l, &curve.point(q)));
            same(&curve.add(&kp, &lq), expected);
        }
        _ => panic!("{line}"),
    }
    1
}

/// Words of 8 bits are slow: checks one line of this many.
const ONE_OF: usize = if WORD_BITS == 8 { 5 } else { 1 };

#[test]
fn every_named_curve() {
    let file = include_str!("../vectors/curves.txt");
    let compared =
        check_lines(file, ONE_OF, NamedCurve::PRIME, Curve::new, |c, line, _| check(c, line));
    assert!(compared >= 1000 / ONE_OF, "only {compared} known answers compared");
}
