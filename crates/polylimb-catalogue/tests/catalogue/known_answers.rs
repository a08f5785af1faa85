//! Known answers on every named prime curve: multiples of the generator and of points, sums, and
//! sums of two multiples, through every method and coordinate system in turn.

use crate::answers::{Point, check_lines, compressed_prime, number, point};
use polylimb::authors::curve::{NamedCurve, Parameters};
use polylimb::authors::entry::Domain::{Any, Curve as Only, PrimeCurves};
use polylimb::authors::limb::{Bits, Natural, WORD_BITS};
use polylimb::modmul::{Modulus, Options};
use polylimb_catalogue::coordinates::{System, of};
use polylimb_catalogue::erased::AnyCurve;
use polylimb_catalogue::multiply::{METHODS, Work};

struct Curve {
    name: &'static str,
    parameters: Parameters,
    laws: Vec<AnyCurve>,
}

impl Curve {
    fn new(name: &'static str) -> Self {
        let parameters = Parameters::named(name).expect("a curve");
        let modulus = Modulus::new(parameters.prime(), &Options::default()).unwrap();
        let law = |s: &System| s.make.over_prime(&parameters, modulus.modmul().clone());
        let laws = of(PrimeCurves).map(|s| law(s).unwrap()).collect();
        Self { name, parameters, laws }
    }

    fn point(&self, text: &str) -> Point {
        point(text, self.laws[0].coordinate_bytes())
    }

    fn generator(&self) -> Point {
        let [x, y] = self.parameters.generator().map(Natural::from_words);
        self.point(&format!("{},{}", &x.to_string()[2..], &y.to_string()[2..]))
    }

    /// `p + q` in the coordinate system of this index.
    fn add(&self, system: usize, p: &Point, q: &Point) -> Point {
        let law = &self.laws[system];
        let reversed = |bytes: &Vec<u8>| bytes.iter().rev().copied().collect::<Vec<_>>();
        let entry = |p: &Point| {
            p.as_ref().map(|[x, y]| law.decode(&reversed(x), &reversed(y)).expect("on the curve"))
        };
        let sum = match (entry(p), entry(q)) {
            (Some(p), Some(q)) => {
                // p + q = p - (-q), with the neutral element between.
                let minus = law.neg(&law.neg(&q).unwrap()).unwrap();
                assert!(law.add(&p, &q[1..]).is_err());
                law.add(&p, &minus).unwrap()
            }
            (Some(one), None) | (None, Some(one)) => {
                let neutral = law.add(&one, &law.neg(&one).unwrap()).unwrap();
                assert_eq!(law.encode_vartime(&neutral).unwrap(), None);
                law.add(&neutral, &one).unwrap()
            }
            (None, None) => return None,
        };
        law.encode_vartime(&sum).unwrap().map(|[x, y]| [reversed(&x), reversed(&y)])
    }

    /// `k p` by the method and in the coordinate system of these indices.
    fn multiply(&self, (method, system): (usize, usize), k: &Natural, p: &Point) -> Point {
        let law = &self.laws[system];
        let [x, y] = p.as_ref()?;
        let reversed = |bytes: &Vec<u8>| bytes.iter().rev().copied().collect::<Vec<_>>();
        let base = law.decode(&reversed(x), &reversed(y)).expect("on the curve");
        let mut r = base.clone();
        let k = Bits::new_vartime(k.words());
        let work = Work::new(k, &base);
        law.multiply(&METHODS[method], &work, &mut r).unwrap();
        law.encode_vartime(&r).unwrap().map(|[x, y]| [reversed(&x), reversed(&y)])
    }
}

/// Checks one line of the file; returns the number of compared results. `turn` selects method and
/// system.
fn check(curve: &Curve, line: &str, turn: usize) -> usize {
    let methods: Vec<_> = (0..METHODS.len())
        .filter(|&m| [Any, Only(curve.name)].contains(&METHODS[m].domain))
        .collect();
    let systems: Vec<_> = of(PrimeCurves).collect();
    let turns = (methods[turn % methods.len()], turn % systems.len());
    let fields: Vec<_> = line.split(' ').collect();
    let same = |point: &Point, expected: &str, by: &str| {
        assert_eq!(compressed_prime(point), expected, "{} {by}: {line}", curve.name);
    };
    let by = format!("{} {}", METHODS[turns.0].name, systems[turns.1].name);
    match fields[..] {
        ["base", k, expected] => {
            let k = number(k);
            same(&curve.multiply(turns, &k, &curve.generator()), expected, &by);
            1
        }
        ["point", k, p, expected] => {
            let (k, p) = (number(k), curve.point(p));
            same(&curve.multiply(turns, &k, &p), expected, &by);
            1
        }
        ["add", p, q, expected] => {
            for (system, coordinates) in systems.iter().enumerate() {
                let sum = curve.add(system, &curve.point(p), &curve.point(q));
                same(&sum, expected, coordinates.name);
            }
            systems.len()
        }
        ["sum", k, p, l, q, expected] => {
            let kp = curve.multiply(turns, &number(k), &curve.point(p));
            let other = (methods[methods.len() - 1 - turn % methods.len()], turns.1);
            let lq = curve.multiply(other, &number(l), &curve.point(q));
            same(&curve.add(turns.1, &kp, &lq), expected, &by);
            1
        }
        _ => panic!("{line}"),
    }
}

/// Words of 8 bits are slow: checks one line of this many. Prime to the numbers of methods and
/// systems, which take turns.
const ONE_OF: usize = if WORD_BITS == 8 { 5 } else { 1 };

#[test]
fn every_named_curve() {
    let file = include_str!("../../../polylimb/tests/vectors/curves.txt");
    let compared = check_lines(file, ONE_OF, NamedCurve::PRIME, Curve::new, check);
    assert!(compared >= 2100 / ONE_OF, "only {compared} known answers compared");
}
