//! Known answers on every named prime curve: multiples of the generator and of points, sums, and sums of two multiples, through the
//! engine and, in turn, through every method and coordinate system.
#![cfg(feature = "engines")]

use polylimb::cpu::Features;
use polylimb::curve::named::{PRIME_CURVES, Parameters};
use polylimb::curve::{AnyCurve, COORDINATES};
use polylimb::limb::{Bits, Natural, WORD_BITS};
use polylimb::modmul::{Modulus, Options};
use polylimb::multiply::engine::{Engine, PlainPoint, engine};
use polylimb::multiply::{METHODS, Work};
use std::sync::Arc;

/// Coordinates, most significant byte first; none for the neutral element.
type Point = Option<[Vec<u8>; 2]>;

fn number(hex: &str) -> Natural {
    Natural::parse(&format!("0x{hex}")).expect("hexadecimal")
}

struct Curve {
    name: &'static str,
    engine: Arc<dyn Engine>,
    laws: Vec<AnyCurve>,
}

impl Curve {
    fn new(name: &'static str) -> Self {
        let parameters = Parameters::named(name).expect("a curve");
        let modulus = Modulus::new(parameters.prime(), &Options::default()).unwrap();
        let law = |s: &polylimb::curve::System| s.build(&parameters, modulus.modmul().clone());
        let laws = COORDINATES.iter().map(|s| law(s).unwrap()).collect();
        Self { name, engine: engine(&parameters, Features::detect()).unwrap(), laws }
    }

    fn point(&self, text: &str) -> Point {
        let coordinate = |hex| number(hex).to_be_bytes_padded(self.engine.coordinate_bytes());
        let (x, y) = text.split_once(',')?;
        Some([coordinate(x).unwrap(), coordinate(y).unwrap()])
    }

    fn generator(&self) -> Point {
        let [x, y] = self.engine.parameters().generator().map(Natural::from_words);
        self.point(&format!("{},{}", &x.to_string()[2..], &y.to_string()[2..]))
    }

    /// The form of the file.
    fn compressed(point: &Point) -> String {
        let Some([x, y]) = point else { return "00".into() };
        let tag = if y.last().unwrap() & 1 == 1 { "03" } else { "02" };
        x.iter().fold(tag.into(), |text, byte| format!("{text}{byte:02x}"))
    }

    fn plain(point: Option<PlainPoint>) -> Point {
        point.map(|p| [p.x().to_vec(), p.y().to_vec()])
    }

    /// `p + q` in the coordinates of that number.
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

    /// `k p` by the method and in the coordinates of these numbers.
    fn multiply(&self, (method, system): (usize, usize), k: &Natural, p: &Point) -> Point {
        let law = &self.laws[system];
        let [x, y] = p.as_ref()?;
        let reversed = |bytes: &Vec<u8>| bytes.iter().rev().copied().collect::<Vec<_>>();
        let base = law.decode(&reversed(x), &reversed(y)).expect("on the curve");
        let mut r = base.clone();
        let k = Bits::new_vartime(k.words());
        let work = Work::new(k, &base);
        METHODS[method].multiply(law, &work, &mut r).unwrap();
        law.encode_vartime(&r).unwrap().map(|[x, y]| [reversed(&x), reversed(&y)])
    }
}

/// Checks one line of the file; returns how many results it compared. `turn` says whose turn it is.
fn check(curve: &Curve, line: &str, turn: usize) -> usize {
    let methods: Vec<_> = (0..METHODS.len())
        .filter(|&m| METHODS[m].curve.is_none_or(|only| only == curve.name))
        .collect();
    let turns = (methods[turn % methods.len()], turn % COORDINATES.len());
    let fields: Vec<_> = line.split(' ').collect();
    let same = |point: &Point, expected: &str, by: &str| {
        assert_eq!(Curve::compressed(point), expected, "{} {by}: {line}", curve.name);
    };
    let by = format!("{} {}", METHODS[turns.0].name, COORDINATES[turns.1].name);
    match fields[..] {
        ["base", k, expected] => {
            let k = number(k);
            let r = curve.engine.multiply_generator(Bits::new_vartime(k.words()));
            same(&Curve::plain(r), expected, "engine");
            same(&curve.multiply(turns, &k, &curve.generator()), expected, &by);
            2
        }
        ["point", k, p, expected] => {
            let (k, p) = (number(k), curve.point(p));
            same(&curve.multiply(turns, &k, &p), expected, &by);
            let Some([x, y]) = p else { return 1 };
            let r = curve.engine.multiply(Bits::new_vartime(k.words()), &PlainPoint::new(x, y));
            same(&Curve::plain(r.expect("in the subgroup")), expected, "engine");
            2
        }
        ["add", p, q, expected] => {
            for (system, coordinates) in COORDINATES.iter().enumerate() {
                let sum = curve.add(system, &curve.point(p), &curve.point(q));
                same(&sum, expected, coordinates.name);
            }
            COORDINATES.len()
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

/// Words of 8 bits are slow: one line of so many. Prime to the numbers of methods and systems, whose turn a line is.
const ONE_OF: usize = if WORD_BITS == 8 { 5 } else { 1 };

#[test]
fn every_named_curve() {
    let (mut compared, mut curves) = (0, 0);
    let mut curve = None;
    let lines = include_str!("vectors/curves.txt").lines().filter(|line| !line.starts_with('#'));
    for (turn, line) in lines.enumerate() {
        if let Some(name) = line.strip_prefix("curve ") {
            let known = PRIME_CURVES.iter().find(|c| c.name == name).expect("a curve");
            curve = Some(Curve::new(known.name));
            curves += 1;
        } else if turn.is_multiple_of(ONE_OF) {
            compared += check(curve.as_ref().expect("a curve first"), line, turn);
        }
    }
    assert_eq!(curves, PRIME_CURVES.len());
    assert!(compared >= 2500 / ONE_OF, "only {compared} known answers compared");
}
