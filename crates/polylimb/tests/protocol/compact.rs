//! P-256 and K-233 without a heap: published answers, the answers of the engines, and refused
//! inputs.

use crate::protocol_common::{hex, least, lines, resized, rng};
use polylimb::Error;
use polylimb::compact::{k233, p256};
use polylimb::protocol::keys::SecretKey;
use polylimb::protocol::{Curve, ecdsa};
use rand_core::RngCore;
use sha2::Sha256;

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    resized(bytes, N).try_into().unwrap()
}

#[test]
fn nist_agreements() {
    let (mut on_p256, mut on_k233) = (0, 0);
    let lines = lines(include_str!("../vectors/ec_nist.txt"))
        .chain(lines(include_str!("../vectors/ec_nist_binary.txt")));
    for f in lines.filter(|f| f[0] == "cdh") {
        let bytes = |i: usize| hex(f[i]);
        // K-233 has a cofactor, which these answers contain: only keys are compared.
        match f[1] {
            "P-256" => {
                let secret = array(&bytes(2));
                assert_eq!(p256::public_key(&secret).unwrap()[..], bytes(3)[1..]);
                let shared = p256::agree(&secret, &array(&bytes(4)[1..])).unwrap();
                assert_eq!(shared[..], bytes(5));
                on_p256 += 1;
            }
            "K-233" => {
                let public = k233::public_key(&array(&bytes(2))).unwrap();
                assert_eq!(public[..], bytes(3)[1..]);
                on_k233 += 1;
            }
            _ => {}
        }
    }
    assert!(on_p256 >= least(19) && on_k233 >= least(6), "{on_p256} {on_k233}");
}

#[test]
fn rfc6979() {
    let mut compared = 0;
    for f in lines(include_str!("../vectors/ecdsa_rfc6979.txt")) {
        if f[0] == "secp256r1" && f[1] == "sha256" {
            let secret = array(&hex(f[3]));
            let signature = p256::sign(&secret, f[2].as_bytes()).unwrap();
            assert_eq!(signature[..32], array::<32>(&hex(f[5])));
            assert_eq!(signature[32..], array::<32>(&hex(f[6])));
            let public = p256::public_key(&secret).unwrap();
            assert_eq!(p256::verify(&public, f[2].as_bytes(), &signature), Ok(()));
            compared += 1;
        }
    }
    assert!(compared >= least(2), "{compared}");
}

/// All signatures that are two numbers of 32 bytes, valid ones and others.
#[test]
fn wycheproof() {
    let (curve, mut here, mut key) = (Curve::named("P-256").unwrap(), "", Vec::new());
    let (mut valid, mut invalid) = (0, 0);
    for f in lines(include_str!("../vectors/ecdsa_wycheproof.txt")) {
        match f[0] {
            "@" => here = if f[1..3] == ["secp256r1", "sha256"] { f[3] } else { "" },
            "=" => key = hex(f[1]),
            _ => {
                let signature = match here {
                    "raw" => hex(f[2]),
                    "der" => match ecdsa::Signature::from_der(&curve, &hex(f[2])) {
                        Ok(signature) => signature.to_bytes(),
                        Err(_) => continue,
                    },
                    _ => continue,
                };
                let Ok(signature) = signature.try_into() else { continue };
                let verdict = p256::verify(&array(&key[1..]), &hex(f[1]), &signature);
                assert_eq!(verdict.is_ok(), f[3] == "v", "{f:?}: {verdict:?}");
                *(if f[3] == "v" { &mut valid } else { &mut invalid }) += 1;
            }
        }
    }
    println!("{valid} valid, {invalid} invalid signatures");
    assert!(valid >= least(129) && invalid >= least(16), "{valid} {invalid}");
}

#[test]
fn answers_of_the_engines() {
    let (mut rng, mut compared) = (rng(71), 0);
    let (big, koblitz) = (Curve::named("P-256").unwrap(), Curve::named("K-233").unwrap());
    for _ in 0..least(16) {
        let keys = [&big, &koblitz, &big, &koblitz]
            .map(|curve| SecretKey::generate(curve, &mut rng).unwrap());
        let secret = |i: usize| keys[i].to_bytes();
        let public = |i: usize| keys[i].public_key().unwrap();
        let point = |i: usize| public(i).to_sec1()[1..].to_vec();
        assert_eq!(p256::public_key(&array(&secret(0))).unwrap()[..], point(0));
        assert_eq!(k233::public_key(&array(&secret(1))).unwrap()[..], point(1));
        let shared = p256::agree(&array(&secret(0)), &point(2).try_into().unwrap()).unwrap();
        assert_eq!(shared[..], *keys[0].agree(&public(2)).unwrap().as_bytes());
        let shared = k233::agree(&array(&secret(1)), &point(3).try_into().unwrap()).unwrap();
        assert_eq!(shared[..], *keys[1].agree(&public(3)).unwrap().as_bytes());

        let mut message = [0; 50];
        rng.fill_bytes(&mut message);
        let signature = p256::sign(&array(&secret(0)), &message).unwrap();
        assert_eq!(signature[..], ecdsa::sign::<Sha256>(&keys[0], &message).unwrap().to_bytes());
        assert_eq!(p256::verify(&array(&point(0)), &message, &signature), Ok(()));
        for bit in [3, 200, 300, 511] {
            let mut wrong = signature;
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(p256::verify(&array(&point(0)), &message, &wrong), Err(Error::Signature));
        }
        compared += 10;
    }
    assert!(compared >= least(160), "{compared}");
}

#[test]
fn refused_inputs() {
    let order = array(&hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"));
    let mut last = order;
    last[31] -= 1;
    // -G has the generator's abscissa.
    let (of_one, of_last) = ([&[0; 31][..], &[1]].concat(), p256::public_key(&last).unwrap());
    let base = p256::public_key(&array(&of_one)).unwrap();
    assert_eq!(of_last[..32], base[..32]);
    for secret in [[0; 32], order, [0xff; 32]] {
        assert!(matches!(p256::public_key(&secret), Err(Error::Key { .. })));
        assert!(matches!(p256::agree(&secret, &base), Err(Error::Key { .. })));
        assert!(matches!(p256::sign(&secret, b""), Err(Error::Key { .. })));
    }
    let (mut off, mut above) = (base, base);
    off[63] ^= 1;
    above[..32].fill(0xff);
    let signature = p256::sign(&last, b"").unwrap();
    assert!(matches!(p256::agree(&last, &off), Err(Error::Curve { .. })));
    assert!(matches!(p256::agree(&last, &above), Err(Error::NotReduced { .. })));
    assert!(matches!(p256::verify(&off, b"", &signature), Err(Error::Curve { .. })));
    for half in [0..32, 32..64] {
        let mut wrong = signature;
        wrong[half.clone()].fill(0);
        assert_eq!(p256::verify(&of_last, b"", &wrong), Err(Error::Signature));
        wrong[half].copy_from_slice(&order);
        assert_eq!(p256::verify(&of_last, b"", &wrong), Err(Error::Signature));
    }

    let order = array(&hex("8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf"));
    for secret in [[0; 29], order] {
        assert!(matches!(k233::public_key(&secret), Err(Error::Key { .. })));
    }
    let base = k233::public_key(&[1; 29]).unwrap();
    let (mut off, mut above, mut of_order_2) = (base, base, [0; 60]);
    off[59] ^= 1;
    above[0] = 2;
    of_order_2[59] = 1;
    assert!(matches!(k233::agree(&[1; 29], &off), Err(Error::Curve { .. })));
    assert!(matches!(k233::agree(&[1; 29], &above), Err(Error::NotReduced { .. })));
    assert!(matches!(k233::agree(&[1; 29], &of_order_2), Err(Error::Key { .. })));
    // (1, 0) has order 4.
    of_order_2[29] = 1;
    of_order_2[59] = 0;
    assert!(matches!(k233::agree(&[1; 29], &of_order_2), Err(Error::Key { .. })));
}
