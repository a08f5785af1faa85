//! Curves by name and by parameters: every named curve has the correct parameters, and wrong
//! parameters are detected.

use polylimb::Error;
use polylimb::authors::curve::{NamedCurve, Parameters};
use polylimb::authors::limb::Natural;

fn natural(text: &str) -> Natural {
    Natural::parse(text).unwrap()
}

/// The parameters of a named curve; a test may change one of them.
fn numbers(name: &str) -> [Natural; 7] {
    let c = NamedCurve::PRIME.iter().find(|c| c.name == name).expect("a curve");
    [c.p, c.a, c.b, c.gx, c.gy, c.n, c.h].map(natural)
}

fn parameters([p, a, b, x, y, n, h]: &[Natural; 7]) -> polylimb::Result<Parameters> {
    Parameters::new(p, a, b, [x, y], n, h)
}

#[test]
fn every_named_curve_is_valid() {
    for c in NamedCurve::PRIME {
        let checked = parameters(&numbers(c.name));
        if c.name == "SS_P1536" {
            // A pairing curve: its order has 256 bits, far below 4 √p.
            assert_eq!(checked, Err(Error::Curve { wrong: "the order n is not above 4 √p" }));
            continue;
        }
        let named = Parameters::named(c.name).unwrap();
        assert_eq!(checked.as_ref(), Ok(&named), "{}", c.name);
        for alias in c.aliases {
            assert_eq!(Parameters::named(&alias.to_uppercase()).as_ref(), Ok(&named));
        }
    }
    assert_eq!(NamedCurve::PRIME.len(), 38);
    assert_eq!(Parameters::named("P-255"), Err(Error::UnknownName { kind: "curve" }));
}

#[test]
fn wrong_parameters_are_told_apart() {
    let right = numbers("secp256k1");
    let p128 = numbers("secp128r1");
    let changed = |i: usize, n: &Natural| {
        let mut wrong = right.clone();
        wrong[i] = n.clone();
        match parameters(&wrong) {
            Err(Error::Curve { wrong }) => wrong,
            other => panic!("{other:?}"),
        }
    };
    let small = |n: u64| Natural::from(n);
    assert_eq!(changed(0, &small(1 << 20)), "a coefficient or coordinate is not below p");
    let even = natural("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30");
    assert_eq!(changed(0, &even), "p is not a prime above 3");
    assert_eq!(changed(1, &right[0]), "a coefficient or coordinate is not below p");
    assert_eq!(changed(2, &small(0)), "the curve is singular: 4a³ + 27b² = 0");
    assert_eq!(changed(2, &small(8)), "the generator does not lie on the curve");
    assert_eq!(changed(4, &small(1)), "the generator does not lie on the curve");
    assert_eq!(changed(5, &right[0]), "n times the generator is not the neutral element");
    assert_eq!(changed(5, &small(15)), "the order n is not prime");
    assert_eq!(changed(5, &p128[5]), "the order n is not above 4 √p");
    assert_eq!(changed(5, &small(0)), "the order n is not prime");
    assert_eq!(changed(6, &small(2)), "h n is not within Hasse's interval around p + 1");
    assert_eq!(changed(6, &small(0)), "h n is not within Hasse's interval around p + 1");
}

/// The parameters in another list.
#[test]
fn wycheproof() {
    let mut compared = 0;
    for line in
        include_str!("../vectors/wycheproof_curves.txt").lines().filter(|l| !l.starts_with('#'))
    {
        let fields: Vec<&str> = line.split(' ').collect();
        let theirs = |i: usize| natural(&format!("0x{}", fields[i]));
        let theirs = [2, 3, 4, 5, 6, 7].map(theirs);
        let Ok(curve) = polylimb::authors::curve::NamedCurve::find(fields[0]) else {
            // ANSSI's curve, which has no name here.
            let ([p, a, b, x, y, n], one) = (&theirs, &Natural::from(1));
            assert!(fields[0] == "FRP256v1" && Parameters::new(p, a, b, [x, y], n, one).is_ok());
            continue;
        };
        let [p, a, b, x, y, n, h] = numbers(curve.name);
        assert_eq!([p, a, b, x, y, n], theirs, "{}", fields[0]);
        assert_eq!(h, Natural::from(1));
        compared += 1;
    }
    assert_eq!(compared, 19);
}
