//! Methods for binary curves only: all multiples on toy curves against repeated addition of the
//! base; random and edge scalars on named curves against the ladder and against windows in affine
//! coordinates; refused inputs.

use polylimb::authors::curve::Parameters;
use polylimb::authors::entry::Domain;
use polylimb::authors::field::binary::{AnyBinary, Quadratic, Sparse, words_for};
use polylimb::authors::field::{Encoding, Field};
use polylimb::authors::limb::{Bits, Natural, WORD_BITS, Word};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::cpu::Features;
use polylimb::{Alone, Error, Split, Team};
use polylimb_catalogue::coordinates;
use polylimb_catalogue::multiply::{
    BINARY_METHODS, BinaryCurve, BinaryMethod, BinaryWork, Work, find, find_binary,
};
use polylimb_catalogue::recoding::{self, Width};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::Arc;

fn reversed(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().rev().copied().collect()
}

/// Every way to write the scalar: recoding and width.
fn ways(method: &BinaryMethod) -> Vec<(&'static str, Option<usize>)> {
    let of = |name: &&'static str| match recoding::find(name).unwrap().make.width {
        Width::None => vec![(*name, None)],
        Width::From { least, most, .. } => (least..=most).map(|w| (*name, Some(w))).collect(),
    };
    let ways = method.make.recodings.iter().flat_map(of);
    // Regular digits of width 3 meet gaps.
    ways.filter(|way| *way != ("regular-tau", Some(3))).collect()
}

fn product(
    method: &BinaryMethod,
    (recoding, width): (&str, Option<usize>),
    curve: &BinaryCurve,
    k: &Natural,
    base: &PlainPoint,
    split: &dyn Split,
) -> polylimb::Result<Option<PlainPoint>> {
    let recoding = Some(recoding::find(recoding).unwrap());
    let k = Bits::new_vartime(k.words());
    curve.multiply(method, &BinaryWork { k, base, recoding, width, split })
}

/// The curve `y² + x y = x³ + a x² + 1` over `F_2^m` with this cofactor: its order by Weil's
/// recurrence, its generator found by search.
fn toy(m: usize, lower: &[usize], a: u64, cofactor: u64) -> Parameters {
    let mu = if a == 1 { 1 } else { -1 };
    let (mut before, mut trace) = (2, mu);
    for _ in 1..m {
        (before, trace) = (trace, mu * trace - 2 * before);
    }
    let n = ((1i64 << m) + 1 - trace).unsigned_abs() / cofactor;
    let field: AnyBinary<{ words_for(64) }> =
        AnyBinary::new(Sparse::new(m, lower).unwrap()).unwrap();
    let polynomial = lower.iter().fold(1u64 << m, |p, &i| p | 1 << i);
    let number = |v: &_| {
        let mut bytes = vec![0; field.encoded_bytes()];
        field.encode_be(&mut bytes, v).unwrap();
        Natural::from_be_bytes(&bytes)
    };
    let coefficient = if a == 1 { field.one() } else { field.zero() };
    // y = x z where z² + z = x + a + 1/x².
    let points = (2..1u64 << m).filter_map(|x| {
        let x = reversed(&x.to_le_bytes()[..field.encoded_bytes()]);
        let x = field.decode_be(&x).unwrap();
        let inverse = field.inv0(&field.sqr(&x));
        let (z, exists) = field.solve_quadratic(&field.add(&field.add(&x, &coefficient), &inverse));
        exists.to_bool_vartime().then(|| [number(&x), number(&field.mul(&x, &z))])
    });
    let natural = Natural::from;
    let mut found = points.filter_map(|[x, y]| {
        Parameters::new_binary(
            &natural(polynomial),
            &natural(a),
            &natural(1),
            [&x, &y],
            &natural(n),
            &natural(cofactor),
        )
        .ok()
    });
    found.next().expect("half of the curve's points, or more, generate the subgroup")
}

#[test]
fn all_multiples_on_toy_curves() {
    let team = Team::new(2).unwrap();
    let mut compared = 0;
    for (m, lower, a, cofactor, bases) in
        [(7, &[1, 0][..], 1, 2, 12), (13, &[4, 3, 1, 0][..], 0, 4, 1)]
    {
        let parameters = toy(m, lower, a, cofactor);
        let curve = BinaryCurve::new(&parameters, Features::detect()).unwrap();
        let number = |words: &[Word]| {
            let bytes = Natural::from_words(words).to_be_bytes();
            bytes.iter().fold(0u64, |n, &byte| n << 8 | u64::from(byte))
        };
        let n = number(parameters.order());
        let affine = coordinates::find("affine", Domain::BinaryCurves).unwrap();
        let affine = affine.make.over_binary(&parameters, None).unwrap();
        // The entry at index k is k G, most significant byte first.
        let length = affine.coordinate_bytes();
        let [x, y] = parameters.generator().map(|v| number(v).to_le_bytes()[..length].to_vec());
        let g = affine.decode(&x, &y).unwrap();
        let (mut multiples, mut sum) = (vec![None], g.clone());
        while let Some([x, y]) = affine.encode_vartime(&sum).unwrap() {
            multiples.push(Some(PlainPoint::new(reversed(&x), reversed(&y))));
            sum = affine.add(&sum, &g).unwrap();
        }
        assert_eq!(multiples.len(), n as usize);
        for method in BINARY_METHODS.iter().filter(|m| m.name != "regular-tau") {
            for way in ways(method) {
                for base in 1..=bases {
                    let p = multiples[base].as_ref().unwrap();
                    // On the larger curve some scalars; on the smaller one all and a few beyond the
                    // order; a tenth of them for further bases.
                    let step = if bases == 1 { 43 } else { 1 };
                    for k in (0..n as usize + 5).step_by(step) {
                        if base > 1 && k % 10 != base % 10 {
                            continue;
                        }
                        let natural = Natural::from(k as u64);
                        let got = product(method, way, &curve, &natural, p, &team).unwrap();
                        let expected = &multiples[base * k % n as usize];
                        assert_eq!(got, *expected, "{} {way:?} {k} {base} {m}", method.name);
                        compared += 1;
                    }
                }
            }
        }
        let regular = find_binary("regular-tau").unwrap();
        let p = multiples[1].as_ref().unwrap();
        let k = Natural::from(3u64);
        assert!(matches!(
            product(regular, ("regular-tau", None), &curve, &k, p, &Alone),
            Err(Error::Curve { .. })
        ));
    }
    assert!(compared > 4000, "{compared}");
}

struct Named {
    parameters: Parameters,
    engine: Arc<dyn Engine>,
    curve: BinaryCurve,
}

impl Named {
    fn new(name: &str) -> Self {
        let parameters = Parameters::named(name).unwrap();
        let engine = engine(&parameters, Features::detect()).unwrap();
        let curve = BinaryCurve::new(&parameters, Features::detect()).unwrap();
        Self { parameters, engine, curve }
    }

    /// 0, 1, 2, 3, 4, values around half the order and the order, and random ones.
    fn scalars(&self, random: usize, rng: &mut ChaCha8Rng) -> Vec<Natural> {
        let n = num_bigint::BigUint::from_bytes_be(
            &Natural::from_words(self.parameters.order()).to_be_bytes(),
        );
        let of = |n: num_bigint::BigUint| Natural::from_be_bytes(&n.to_bytes_be());
        let small = (0..5u32).map(num_bigint::BigUint::from);
        let near = [&n - 1u8, n.clone(), &n + 1u8, &n >> 1, (&n >> 1) + 1u8, &n + (&n >> 3)];
        let drawn = (0..random).map(|_| {
            let mut bytes = vec![0; n.bits().div_ceil(8) as usize];
            rng.fill_bytes(&mut bytes);
            num_bigint::BigUint::from_bytes_be(&bytes)
        });
        small.chain(near).chain(drawn).map(of).collect()
    }

    /// `k p` by windows in affine coordinates, which share no formula with the other methods.
    fn affine(&self, k: &Natural, p: &PlainPoint) -> Option<PlainPoint> {
        let law = coordinates::find("affine", Domain::BinaryCurves).unwrap();
        let law = law.make.over_binary(&self.parameters, None).unwrap();
        let base = &law.decode(&reversed(p.x()), &reversed(p.y())).unwrap();
        let mut r = base.clone();
        let k = Bits::new_vartime(k.words());
        let work = Work::new(k, base);
        law.multiply(find("window").unwrap(), &work, &mut r).unwrap();
        let [x, y] = law.encode_vartime(&r).unwrap()?;
        Some(PlainPoint::new(reversed(&x), reversed(&y)))
    }
}

/// Whether the method works on the curve.
fn fits(method: &BinaryMethod, parameters: &Parameters) -> bool {
    method.domain != Domain::KoblitzCurves || parameters.is_koblitz()
}

#[test]
fn named_curves_against_the_ladder_and_affine_windows() {
    let team = Team::new(2).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(61);
    let mut compared = 0;
    let names = ["sect113r1", "K-163", "B-163", "K-233", "sect239k1", "B-283", "K-409", "K-571"];
    // Words of 8 bits are slow.
    let names = if WORD_BITS == 8 { &names[..2] } else { &names[..] };
    for &name in names {
        let named = Named::new(name);
        let ladder = find_binary("lopez-dahab-ladder").unwrap();
        for (turn, k) in named.scalars(2, &mut rng).iter().enumerate() {
            let base = Natural::from(rng.next_u64() | 1);
            let p = named.engine.multiply_generator(Bits::new(base.words())).unwrap();
            let expected = product(ladder, ("binary", None), &named.curve, k, &p, &Alone).unwrap();
            if turn % 4 == 0 {
                assert_eq!(expected, named.affine(k, &p), "{name} {k}");
            }
            for method in BINARY_METHODS.iter().filter(|m| fits(m, &named.parameters)) {
                // A third of the ways with each scalar, in turn.
                for (i, way) in ways(method).into_iter().enumerate() {
                    if (i + turn) % 3 != 0 {
                        continue;
                    }
                    for split in [&Alone as &dyn Split, &team] {
                        let got = product(method, way, &named.curve, k, &p, split).unwrap();
                        assert_eq!(got, expected, "{name} {} {way:?} {k}", method.name);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 80 * names.len(), "{compared}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let (binary, koblitz) = (Named::new("B-163"), Named::new("K-163"));
    let base = |named: &Named| named.engine.multiply_generator(Bits::new(&[9])).unwrap();
    let k = Natural::from(5u64);
    let wrong = |name: &str, way, named: &Named, p: &PlainPoint| {
        product(find_binary(name).unwrap(), way, &named.curve, &k, p, &Alone).unwrap_err()
    };
    let prime = Parameters::named("P-256").unwrap();
    let on_prime = BinaryCurve::new(&prime, Features::detect()).err();
    assert_eq!(
        on_prime.unwrap(),
        Error::Curve { wrong: "this multiplication is for binary curves" }
    );
    let on_random = wrong("tau-split", ("tau-naf", None), &binary, &base(&binary));
    assert_eq!(on_random, Error::Curve { wrong: "this multiplication is for Koblitz curves" });
    let of_others = wrong("halve-and-add", ("tau-naf", None), &koblitz, &base(&koblitz));
    assert!(matches!(of_others, Error::Parameter { .. }));
    for (name, way) in [
        ("regular-tau", ("regular-tau", Some(3))),
        ("tau-naf", ("w-tau-naf", Some(8))),
        ("halve-and-add", ("w-naf", Some(1))),
    ] {
        assert!(matches!(wrong(name, way, &koblitz, &base(&koblitz)), Error::Parameter { .. }));
    }
    let p = base(&koblitz);
    let off = PlainPoint::new(p.y(), p.x());
    assert!(matches!(wrong("tau-naf", ("tau-naf", None), &koblitz, &off), Error::Curve { .. }));
    assert!(find_binary("frob").is_err());
}
