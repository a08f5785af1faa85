//! Known answers on every named binary curve, through engines on and without the carry-less multiplication, and sums in every coordinate
//! system; what engines refuse; parameters that are wrong.
#![cfg(feature = "engines")]

use polylimb::Error;
use polylimb::cpu::Features;
use polylimb::curve::AnyCurve;
use polylimb::curve::binary::{
    Affine, Jacobian, LambdaAffine, LambdaProjective, LopezDahab, Projective, Uniform,
};
use polylimb::curve::named::{BINARY_CURVES, Parameters};
use polylimb::curve::weierstrass::{Curve, Vartime};
use polylimb::field::Encoding;
use polylimb::field::binary::{AnyBinary, Sparse, words_for};
use polylimb::limb::{Bits, Natural, WORD_BITS, Word};
use polylimb::multiply::engine::{Engine, PlainPoint, engine};
use std::sync::Arc;

const WORDS: usize = words_for(571);
type Field = AnyBinary<WORDS>;

/// Coordinates, most significant byte first; none for the neutral element.
type Point = Option<[Vec<u8>; 2]>;

fn number(hex: &str) -> Natural {
    Natural::parse(&format!("0x{hex}")).expect("hexadecimal")
}

fn law(c: &Parameters, system: usize) -> AnyCurve {
    let polynomial = Sparse::new(c.bits(), &c.lower_exponents()).expect("irreducible");
    let field = Field::new(polynomial).expect("it fits");
    let element = |words: &[Word]| {
        let n = Natural::from_words(words);
        let bytes = n.to_be_bytes_padded(field.encoded_bytes()).expect("short enough");
        field.decode_be(&bytes).expect("below the degree")
    };
    let [a, b] = c.coefficients().map(element);
    let curve = Curve::new(field, a, b, c.shape());
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
    engines: [Arc<dyn Engine>; 2],
    laws: Vec<AnyCurve>,
}

impl Named {
    fn new(name: &'static str) -> Self {
        let parameters = Parameters::named(name).expect("a curve");
        let engines = [Features::detect(), Features::NONE]
            .map(|features| engine(&parameters, features).expect("an engine"));
        Self { name, engines, laws: (0..7).map(|system| law(&parameters, system)).collect() }
    }

    fn point(&self, text: &str) -> Point {
        let coordinate = |hex| number(hex).to_be_bytes_padded(self.engines[0].coordinate_bytes());
        let (x, y) = text.split_once(',')?;
        Some([coordinate(x).unwrap(), coordinate(y).unwrap()])
    }

    /// The form of the file, by the engine's own compression, and back.
    fn compressed(&self, point: &Point) -> String {
        let Some([x, y]) = point else { return "00".into() };
        let engine = &self.engines[0];
        let plain = PlainPoint::new(x.clone(), y.clone());
        let odd = engine.compression_bit(&plain).expect("coordinates");
        if engine.check(&plain).is_ok() {
            assert_eq!(engine.decompress(x, odd).as_ref(), Ok(&plain));
            assert_ne!(engine.decompress(x, !odd).as_ref(), Ok(&plain));
        }
        let tag = if odd { "03" } else { "02" };
        x.iter().fold(tag.into(), |text, byte| format!("{text}{byte:02x}"))
    }

    fn plain(point: Option<PlainPoint>) -> Point {
        point.map(|p| [p.x().to_vec(), p.y().to_vec()])
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

    /// Checks one line of the file, every fourth without the carry-less multiplication, too; returns how many results it compared.
    fn check(&self, line: &str, turn: usize) -> usize {
        let engines = &self.engines[..if turn.is_multiple_of(4) { 2 } else { 1 }];
        let fields: Vec<_> = line.split(' ').collect();
        let same = |point: &Point, expected: &str| {
            if expected.contains(',') {
                assert_eq!(*point, self.point(expected), "{} {line}", self.name);
                return;
            }
            let (tag, expected) = expected.split_at(2);
            let ours = self.compressed(point);
            let leading = |text: &str| text.trim_start_matches('0').to_owned();
            assert_eq!(ours[..2], *tag, "{} {line}", self.name);
            assert_eq!(leading(&ours[2..]), leading(expected), "{} {line}", self.name);
        };
        match fields[..] {
            ["base", k, expected] => {
                let k = number(k);
                for engine in engines {
                    let r = engine.multiply_generator(Bits::new_vartime(k.words()));
                    same(&Self::plain(r), expected);
                    // G is 0 G + 1 G, and k G the same by the way for points.
                    let g = engine.multiply_generator(Bits::new(&[1])).expect("not neutral");
                    let r = engine.multiply(Bits::new_vartime(k.words()), &g).unwrap();
                    same(&Self::plain(r), expected);
                    let r = engine.multiply_add_vartime(
                        Bits::new(&[0]),
                        Bits::new_vartime(k.words()),
                        &g,
                    );
                    same(&Self::plain(r.unwrap()), expected);
                }
                3 * engines.len()
            }
            ["point", k, p, expected] => {
                let k = number(k);
                let Some([x, y]) = self.point(p) else { return 0 };
                let p = PlainPoint::new(x, y);
                for engine in engines {
                    let r =
                        engine.multiply(Bits::new_vartime(k.words()), &p).expect("in the subgroup");
                    same(&Self::plain(r), expected);
                    let one = engine.multiply_add_vartime(
                        Bits::new_vartime(k.words()),
                        Bits::new(&[1]),
                        &p,
                    );
                    let kg = engine.multiply_generator(Bits::new_vartime(k.words()));
                    let point = |p: &PlainPoint| Some([p.x().to_vec(), p.y().to_vec()]);
                    let sum = self.add(3, &Self::plain(kg), &point(&p));
                    assert_eq!(Self::plain(one.unwrap()), sum);
                }
                2 * engines.len()
            }
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

/// Words of 8 bits are slow: one line of so many.
const ONE_OF: usize = if WORD_BITS == 8 { 9 } else { 1 };

#[test]
fn every_named_curve() {
    let (mut compared, mut curves) = (0, 0);
    let mut curve = None;
    let lines = include_str!("vectors/binary_curves.txt").lines();
    for (turn, line) in lines.filter(|line| !line.starts_with('#')).enumerate() {
        if let Some(name) = line.strip_prefix("curve ") {
            let known = BINARY_CURVES.iter().find(|c| c.name == name).expect("a curve");
            curve = Some(Named::new(known.name));
            curves += 1;
        } else if turn.is_multiple_of(ONE_OF) {
            compared += curve.as_ref().expect("a curve first").check(line, turn);
        }
    }
    assert_eq!(curves, BINARY_CURVES.len());
    let least = if WORD_BITS == 8 { 150 } else { 1600 };
    assert!(compared >= least, "only {compared} known answers compared");
}

/// The numbers of a named curve, of which a test may change one.
fn numbers(name: &str) -> [Natural; 7] {
    let c = BINARY_CURVES.iter().find(|c| c.name == name).expect("a curve");
    [c.p, c.a, c.b, c.gx, c.gy, c.n, c.h].map(|text| Natural::parse(text).unwrap())
}

fn parameters([p, a, b, x, y, n, h]: &[Natural; 7]) -> polylimb::Result<Parameters> {
    Parameters::new_binary(p, a, b, [x, y], n, h)
}

#[test]
fn parameters_are_checked() {
    for name in ["sect113r1", "sect131r2", "sect163k1", "sect163r2", "sect239k1"] {
        let named = Parameters::named(name).unwrap();
        assert_eq!(parameters(&numbers(name)).as_ref(), Ok(&named), "{name}");
        assert_eq!(named.is_koblitz(), name.contains('k'));
    }
    let right = numbers("sect113r1");
    let changed = |i: usize, n: &Natural| {
        let mut wrong = right.clone();
        wrong[i] = n.clone();
        match parameters(&wrong) {
            Err(Error::Curve { wrong }) => wrong,
            other => panic!("{other:?}"),
        }
    };
    let small = |n: u64| Natural::from(n);
    let polynomial = |low: &str| number(&format!("2000000000000000000000000{low}"));
    assert_eq!(changed(0, &polynomial("0203")), "the polynomial is not irreducible");
    assert_eq!(changed(0, &polynomial("0200")), "the polynomial is not irreducible");
    assert_eq!(changed(0, &polynomial("ffff")), "the polynomial has more than 16 terms");
    assert_eq!(changed(0, &small(1 << 20)), "a coefficient or coordinate is not below p");
    assert_eq!(changed(2, &small(0)), "the curve is singular: b = 0");
    assert_eq!(changed(2, &small(8)), "the generator does not lie on the curve");
    assert_eq!(changed(3, &right[0]), "a coefficient or coordinate has not a degree below m");
    assert_eq!(changed(5, &small(15)), "the order n is not prime");
    assert_eq!(changed(5, &small(7)), "the order n is not above 4 √p");
    assert_eq!(changed(6, &small(4)), "h n is not within Hasse's interval around p + 1");
    let long = number(&"1".repeat(150));
    let mut wrong = right.clone();
    wrong[0] = long;
    assert!(matches!(parameters(&wrong), Err(Error::TooLarge { .. })));
}

#[test]
fn bad_points_are_refused() {
    for (name, features) in
        [("K-233", Features::detect()), ("B-163", Features::detect()), ("K-163", Features::NONE)]
    {
        let parameters = Parameters::named(name).unwrap();
        let curve = engine(&parameters, features).unwrap();
        let g = curve.multiply_generator(Bits::new(&[1])).unwrap();
        let wrong = |x: &[u8], y: &[u8]| curve.check(&PlainPoint::new(x, y)).unwrap_err();
        let off = Error::Curve { wrong: "the point does not lie on the curve" };
        let outside = Error::Curve { wrong: "the point is not in the generator's subgroup" };
        assert_eq!(wrong(g.y(), g.x()), off);
        assert!(matches!(wrong(&vec![0xff; g.x().len()], g.y()), Error::NotReduced { .. }));
        assert!(matches!(wrong(&g.x()[1..], g.y()), Error::Length { .. }));
        // G plus the point (0, √b) of order 2, for b = 1 the point (0, 1), lies on the curve, but not in the subgroup.
        if parameters.is_koblitz() {
            let law = law(&parameters, 3);
            let reversed = |b: &[u8]| b.iter().rev().copied().collect::<Vec<_>>();
            let mut one = vec![0; g.x().len()];
            one[0] = 1;
            let two = law.decode(&vec![0; g.x().len()], &one).unwrap();
            let e = law.decode(&reversed(g.x()), &reversed(g.y())).unwrap();
            let [x, y] = law.encode_vartime(&law.add(&e, &two).unwrap()).unwrap().unwrap();
            assert_eq!(wrong(&reversed(&x), &reversed(&y)), outside);
            one.reverse();
            assert_eq!(wrong(&vec![0; g.x().len()], &one), outside);
        }
        // Half of all abscissas have a point, and of those 1 in the cofactor is in the subgroup.
        let mut found = 0;
        for n in 1..=64u8 {
            let mut x = vec![0; g.x().len()];
            *x.last_mut().unwrap() = n;
            if let Ok(point) = curve.decompress(&x, false) {
                let order = Bits::new(parameters.order());
                assert_eq!(curve.multiply(order, &point).unwrap(), None);
                found += 1;
            }
        }
        assert!((2..=40).contains(&found), "{name}: {found}");
        assert!(curve.decompress(&vec![0; g.x().len()], false).is_err());
    }
}
