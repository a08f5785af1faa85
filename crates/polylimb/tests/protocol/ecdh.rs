//! ECDH and keys: Wycheproof and NIST, both directions on every curve, and refused inputs.

use crate::protocol_common::{hex, least, lines, resized, rng};
use polylimb::Error;
use polylimb::authors::curve::NamedCurve;
use polylimb::authors::multiply::PlainPoint;
use polylimb::protocol::Curve;
use polylimb::protocol::keys::{PublicKey, SecretKey};
use rand_core::{CryptoRng, RngCore};

#[test]
fn wycheproof() {
    let mut at = None;
    let (mut agreed, mut refused, mut compressed) = (0, 0, 0);
    for f in lines(include_str!("../vectors/ecdh_wycheproof.txt")) {
        if f[0] == "@" {
            at = Some((Curve::named(f[1]).unwrap(), f[2]));
            continue;
        }
        let (curve, form) = at.as_ref().unwrap();
        let secret = SecretKey::from_bytes(curve, &resized(&hex(f[2]), curve.scalar_bytes()));
        let public = match *form {
            "point" => PublicKey::from_sec1(curve, &hex(f[1])),
            _ => PublicKey::from_spki_der(&hex(f[1])),
        };
        let shared = secret.and_then(|secret| SecretKey::agree(&secret, &public?));
        match (f[4], &shared) {
            ("v", Ok(shared)) => assert_eq!(shared.as_bytes(), hex(f[3])),
            ("a", Ok(shared)) => {
                assert_eq!(shared.as_bytes(), hex(f[3]));
                compressed += 1;
            }
            ("i" | "a", Err(_)) => refused += 1,
            _ => panic!("{curve:?} {form} {f:?}: {shared:?}"),
        }
        agreed += usize::from(shared.is_ok());
    }
    println!("{agreed} agreed ({compressed} compressed), {refused} refused");
    assert!(
        agreed >= least(575) && refused >= least(455) && compressed >= least(6),
        "{agreed} {refused} {compressed}"
    );
}

#[test]
fn nist() {
    let (mut agreed, mut pairs, mut points) = (0, 0, 0);
    for f in lines(include_str!("../vectors/ec_nist.txt")) {
        let curve = Curve::named(f[1]).unwrap();
        let n = curve.coordinate_bytes();
        match f[0] {
            "cdh" => {
                let secret = SecretKey::from_bytes(&curve, &hex(f[2])).unwrap();
                assert_eq!(secret.public_key().unwrap().to_sec1(), hex(f[3]));
                let other = PublicKey::from_sec1(&curve, &hex(f[4])).unwrap();
                assert_eq!(
                    SecretKey::agree(&secret, &other).unwrap().as_bytes(),
                    resized(&hex(f[5]), n)
                );
                agreed += 1;
            }
            "pair" => {
                let secret = SecretKey::from_bytes(&curve, &hex(f[2])).unwrap();
                assert_eq!(secret.public_key().unwrap().to_sec1(), hex(f[3]));
                pairs += 1;
            }
            "valid" => {
                let point = PlainPoint::new(resized(&hex(f[2]), n), resized(&hex(f[3]), n));
                assert_eq!(PublicKey::new(&curve, point).is_ok(), f[4] == "P", "{f:?}");
                points += 1;
            }
            _ => {}
        }
    }
    println!("{agreed} agreed, {pairs} pairs, {points} points");
    assert!(agreed >= least(95) && pairs >= least(80) && points >= least(45));
}

#[test]
fn both_sides_agree_on_every_curve_and_keys_survive_their_formats() {
    let mut rng = rng(60);
    let (mut encoded, mut identified) = (0, 0);
    for c in NamedCurve::PRIME.iter().filter(|c| c.p.len() < 200) {
        let curve = Curve::named(c.name).unwrap();
        let [a, b] = [(); 2].map(|()| SecretKey::generate(&curve, &mut rng).unwrap());
        let [of_a, of_b] = [&a, &b].map(|key| key.public_key().unwrap());
        let (left, right) =
            (SecretKey::agree(&a, &of_b).unwrap(), SecretKey::agree(&b, &of_a).unwrap());
        assert_eq!(left.as_bytes(), right.as_bytes());
        for bytes in [of_a.to_sec1(), of_a.to_sec1_compressed()] {
            assert_eq!(PublicKey::from_sec1(&curve, &bytes).as_ref(), Ok(&of_a), "{}", c.name);
            assert!(PublicKey::from_sec1(&curve, &bytes[..bytes.len() - 1]).is_err());
        }
        let mut read = vec![
            SecretKey::from_pem(&a.to_pkcs8_pem().unwrap()),
            SecretKey::from_pkcs8_der(&a.to_pkcs8_der().unwrap()),
        ];
        // A curve without an object identifier has PKCS #8 alone.
        if let Ok(pem) = a.to_sec1_pem() {
            read.push(SecretKey::from_pem(&pem));
            read.push(SecretKey::from_sec1_der(&a.to_sec1_der().unwrap()));
            identified += 1;
        }
        for key in read {
            assert_eq!(key.unwrap().to_bytes(), a.to_bytes());
        }
        assert_eq!(PublicKey::from_spki_der(&of_a.to_spki_der().unwrap()).as_ref(), Ok(&of_a));
        assert_eq!(PublicKey::from_pem(&of_a.to_spki_pem().unwrap()).as_ref(), Ok(&of_a));
        encoded += 1;
    }
    println!("{encoded} curves with formats, {identified} with an object identifier");
    assert!(encoded > identified && identified >= 35, "{encoded}, {identified}");
}

/// A generator that always gives the same byte.
struct Stuck(u8);

impl RngCore for Stuck {
    fn next_u32(&mut self) -> u32 {
        u32::from(self.0)
    }
    fn next_u64(&mut self) -> u64 {
        u64::from(self.0)
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill(self.0);
    }
}

impl CryptoRng for Stuck {}

#[test]
fn what_is_refused() {
    let curve = Curve::named("P-256").unwrap();
    let wrong = |bytes: &[u8]| SecretKey::from_bytes(&curve, bytes).map(|_| ()).unwrap_err();
    assert!(matches!(wrong(&[1; 31]), Error::Length { expected: 32, got: 31, .. }));
    assert!(matches!(wrong(&[0; 33]), Error::Length { .. }));
    assert!(wrong(&[0; 32]).to_string().contains("is 0"));
    assert!(wrong(&[255; 32]).to_string().contains("not below"));
    let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    assert!(matches!(wrong(&order), Error::Key { .. }));
    let mut last = order.clone();
    last[31] -= 1;
    let last = SecretKey::from_bytes(&curve, &last).unwrap();
    assert!(!format!("{last:?}").contains("50"));

    for byte in [0, 255] {
        assert_eq!(
            SecretKey::generate(&curve, &mut Stuck(byte)).map(|_| ()),
            Err(Error::Randomness)
        );
    }

    // -G, whose multiple has the abscissa of G and is allowed; other forms of the point are
    // refused.
    let public = last.public_key().unwrap();
    let mut bytes = public.to_sec1();
    for form in [0, 1, 5, 6, 7, 255] {
        bytes[0] = form;
        assert!(matches!(PublicKey::from_sec1(&curve, &bytes), Err(Error::Encoding { .. })));
    }
    assert!(
        PublicKey::from_sec1(&curve, &[0]).is_err() && PublicKey::from_sec1(&curve, &[]).is_err()
    );
    let other = SecretKey::from_bytes(&Curve::named("secp256k1").unwrap(), &[7; 32]).unwrap();
    assert!(matches!(SecretKey::agree(&other, &public), Err(Error::Key { .. })));

    // Another key's public key in the same file; an invalid curve; text that is not a key.
    let mut der = last.to_pkcs8_der().unwrap().to_vec();
    let end = der.len() - 1;
    der[end] ^= 1;
    assert!(SecretKey::from_pkcs8_der(&der).is_err());
    let spki = public.to_spki_der().unwrap();
    for i in 0..spki.len() {
        assert!(PublicKey::from_spki_der(&spki[..i]).is_err());
    }
    assert!(SecretKey::from_pem("").is_err() && PublicKey::from_pem("-----BEGIN").is_err());
    let secret = last.to_pkcs8_pem().unwrap();
    assert!(PublicKey::from_pem(&secret).is_err());
}
