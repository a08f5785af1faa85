//! Known sums on every named binary curve, in every coordinate system.

use crate::answers::{Point, binary, check_lines, point};
use polylimb::authors::curve::{LopezDahab, NamedCurve, Parameters, Uniform, Vartime};
use polylimb::authors::limb::WORD_BITS;
use polylimb::authors::multiply::{Engine, engine};
use polylimb::cpu::Features;
use polylimb_catalogue::coordinates::binary::{
    Affine, Jacobian, LambdaAffine, LambdaProjective, Projective,
};
use polylimb_catalogue::erased::AnyCurve;
use std::sync::Arc;

fn law(c: &Parameters, system: usize) -> AnyCurve {
    let curve = binary::curve(c);
    match system {
        0 => AnyCurve::new(Vartime::<_, Affine>::new(curve)),
        1 => AnyCurve::new(Vartime::<_, Projective>::new(curve)),
        2 => AnyCurve::new(Vartime::<_, Jacobian>::new(curve)),
        3 => AnyCurve::new(Vartime::<_, LopezDahab>::new(curve)),
        4 => AnyCurve::new(Vartime::<_, LambdaAffine>::new(curve)),
        5 => AnyCurve::new(Vartime::<_, LambdaProjective>::new(curve)),
        _ => AnyCurve::new(Uniform::new(curve)),
    }
    .expect("small")
}

struct Named {
    name: &'static str,
    engine: Arc<dyn Engine>,
    laws: Vec<AnyCurve>,
}

impl Named {
    fn new(name: &'static str) -> Self {
        let parameters = Parameters::named(name).expect("a curve");
        let engine = engine(&parameters, Features::detect()).expect("an engine");
        Self { name, engine, laws: (0..7).map(|system| law(&parameters, system)).collect() }
    }

    fn point(&self, text: &str) -> Point {
        point(text, self.engine.coordinate_bytes())
    }

    fn add(&self, system: usize, p: &Point, q: &Point) -> Point {
        let law = &self.laws[system];
        let reversed = |bytes: &Vec<u8>| bytes.iter().rev().copied().collect::<Vec<_>>();
        let entry = |p: &Point| {
            p.as_ref().map(|[x, y]| law.decode(&reversed(x), &reversed(y)).expect("on the curve"))
        };
        let sum = match (entry(p), entry(q)) {
            (Some(p), Some(q)) => law.add(&p, &q).unwrap(),
            (Some(one), None) | (None, Some(one)) => {
                let neutral = law.add(&one, &law.neg(&one).unwrap()).unwrap();
                assert_eq!(law.encode_vartime(&neutral).unwrap(), None);
                law.add(&neutral, &one).unwrap()
            }
            (None, None) => return None,
        };
        law.encode_vartime(&sum).unwrap().map(|[x, y]| [reversed(&x), reversed(&y)])
    }

    /// Checks one line of the file; returns the number of compared results.
    fn check(&self, line: &str) -> usize {
        let fields: Vec<_> = line.split(' ').collect();
        let same = |point: &Point, expected: &str| {
            binary::assert_same(&*self.engine, point, expected, &format!("{} {line}", self.name));
        };
        match fields[..] {
            // The engines' tests cover multiples.
            ["base" | "point", ..] => 0,
            ["add", p, q, expected] => {
                let (p, q) = (self.point(p), self.point(q));
                for system in 0..self.laws.len() {
                    let sum = self.add(system, &p, &q);
                    same(&sum, expected);
                }
                self.laws.len()
            }
            _ => panic!("{line}"),
        }
    }
}

/// Words of 8 bits are slow: checks one line of this many.
const ONE_OF: usize = if WORD_BITS == 8 { 9 } else { 1 };

#[test]
fn every_named_curve() {
    let file = include_str!("../../../polylimb/tests/vectors/binary_curves.txt");
    let compared =
        check_lines(file, ONE_OF, NamedCurve::BINARY, Named::new, |c, line, _| c.check(line));
    let least = if WORD_BITS == 8 { 60 } else { 600 };
    assert!(compared >= least, "only {compared} known answers compared");
}
