//! ECMQV and key confirmation: the standards' examples, both sides on many curves, and refused
//! inputs.

use crate::protocol_common::{hex, least, lines, resized, rng};
use polylimb::Error;
use polylimb::protocol::ecmqv::Pair;
use polylimb::protocol::kdf::{one_step, x963};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{Confirmation, Curve, Role};
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

fn secret(curve: &Curve, text: &str) -> SecretKey {
    SecretKey::from_bytes(curve, &resized(&hex(text), curve.scalar_bytes())).expect("a key")
}

fn public(curve: &Curve, x: &str, y: &str) -> PublicKey {
    let n = curve.coordinate_bytes();
    let point = [&[4][..], &resized(&hex(x), n), &resized(&hex(y), n)].concat();
    PublicKey::from_sec1(curve, &point).expect("a point")
}

fn derived(hash: &str, z: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let key = match hash {
        "sha1" => one_step::<Sha1>(z, info, length),
        "sha224" => one_step::<Sha224>(z, info, length),
        "sha256" => one_step::<Sha256>(z, info, length),
        "sha384" => one_step::<Sha384>(z, info, length),
        "sha512" => one_step::<Sha512>(z, info, length),
        _ => panic!("no hash {hash}"),
    };
    key.unwrap().to_vec()
}

#[test]
fn examples_of_the_standards() {
    let (mut full, mut one, mut keys, mut differ) = (0, 0, 0, 0);
    for f in lines(include_str!("../vectors/ecmqv.txt")) {
        let curve = Curve::named(f[1]).unwrap();
        let n = curve.coordinate_bytes();
        match f[0] {
            "gec" => {
                let [u1, u2, v1, v2] = [2, 3, 4, 5].map(|i| secret(&curve, f[i]));
                let [p1, p2] = [6, 7].map(|i| PublicKey::from_sec1(&curve, &hex(f[i])).unwrap());
                assert_eq!(
                    [v1.public_key().unwrap(), v2.public_key().unwrap()],
                    [p1.clone(), p2.clone()]
                );
                let own = Pair { fixed: &u1, ephemeral: &u2 };
                let z = Pair::agree(own, Pair { fixed: &p1, ephemeral: &p2 }).unwrap();
                assert_eq!(z.as_bytes(), resized(&hex(f[8]), n), "{f:?}");
                assert_eq!(x963::<Sha1>(z.as_bytes(), &[], 20).unwrap()[..], hex(f[9]));
                full += 1;
            }
            "full" => {
                let [us, ue, vs, ve] = [2, 3, 8, 9].map(|i| secret(&curve, f[i]));
                let (fixed, ephemeral) = (public(&curve, f[4], f[5]), public(&curve, f[6], f[7]));
                assert_eq!(
                    [vs.public_key().unwrap(), ve.public_key().unwrap()],
                    [fixed.clone(), ephemeral.clone()]
                );
                let of_u = [us.public_key().unwrap(), ue.public_key().unwrap()];
                let z = [
                    Pair::agree(
                        Pair { fixed: &us, ephemeral: &ue },
                        Pair { fixed: &fixed, ephemeral: &ephemeral },
                    ),
                    Pair::agree(
                        Pair { fixed: &vs, ephemeral: &ve },
                        Pair { fixed: &of_u[0], ephemeral: &of_u[1] },
                    ),
                ];
                for z in &z {
                    assert_eq!(z.as_ref().unwrap().as_bytes(), resized(&hex(f[10]), n), "{f:?}");
                }
                full += 1;
                if f[11] != "-" {
                    let expected = hex(f[13]);
                    assert_eq!(derived(f[11], &hex(f[10]), &hex(f[12]), expected.len()), expected);
                    keys += 1;
                }
            }
            "one" => {
                let [us, ue, vs] = [2, 3, 6].map(|i| secret(&curve, f[i]));
                let fixed = public(&curve, f[4], f[5]);
                assert_eq!(vs.public_key().unwrap(), fixed);
                let of_u = [us.public_key().unwrap(), ue.public_key().unwrap()];
                let own = Pair { fixed: &us, ephemeral: &ue };
                let sent = Pair::agree(own, Pair::one_pass(&fixed)).unwrap();
                let other = Pair { fixed: &of_u[0], ephemeral: &of_u[1] };
                let received = Pair::agree(Pair::one_pass(&vs), other).unwrap();
                assert_eq!(sent.as_bytes(), resized(&hex(f[7]), n), "{f:?}");
                assert_eq!(received.as_bytes(), sent.as_bytes());
                one += 1;
                if f[8] != "-" {
                    let expected = hex(f[10]);
                    assert_eq!(derived(f[8], &hex(f[7]), &hex(f[9]), expected.len()), expected);
                    keys += 1;
                }
            }
            // The toolkit's output differs from the standard.
            _ => {
                assert_ne!(f[2], f[3]);
                differ += 1;
            }
        }
    }
    println!("{full} full, {one} one-pass, {keys} derived keys, {differ} differ from the toolkit");
    assert!(full >= least(13) && one >= least(9) && keys >= least(8), "{full} {one} {keys}");
}

#[test]
fn both_sides_agree_and_others_do_not() {
    let rng = &mut rng(80);
    let mut compared = 0;
    for name in ["P-256", "P-521", "secp256k1", "brainpoolP160r1", "SM2", "sect163k1", "sect571r1"]
    {
        let curve = Curve::named(name).unwrap();
        let keys: Vec<_> = (0..5).map(|_| SecretKey::generate(&curve, rng).unwrap()).collect();
        let public: Vec<_> = keys.iter().map(|key| key.public_key().unwrap()).collect();
        let agree = |own: [usize; 2], other: [usize; 2]| {
            let own = Pair { fixed: &keys[own[0]], ephemeral: &keys[own[1]] };
            let other = Pair { fixed: &public[other[0]], ephemeral: &public[other[1]] };
            Pair::agree(own, other).unwrap().as_bytes().to_vec()
        };
        assert_eq!(agree([0, 1], [2, 3]), agree([2, 3], [0, 1]));
        assert_eq!(agree([0, 1], [2, 2]), agree([2, 2], [0, 1]));
        // Exchanging fixed and ephemeral keys changes the secret, and so does another key.
        assert_ne!(agree([0, 1], [2, 3]), agree([1, 0], [2, 3]));
        assert_ne!(agree([0, 1], [2, 3]), agree([4, 1], [2, 3]));
        // Without a key made for this exchange on either side it would always be the same.
        let again = keys[0].clone();
        for (ephemeral, theirs) in
            [(&keys[0], &public[2]), (&again, &public[2]), (&again, &public[0])]
        {
            let own = Pair { fixed: &keys[0], ephemeral };
            let refused = Pair::agree(own, Pair { fixed: theirs, ephemeral: &theirs.clone() });
            assert!(matches!(refused, Err(Error::Key { .. })), "{name}");
        }
        compared += 7;
    }
    assert!(compared >= 49);
    let [p256, k1] = ["P-256", "secp256k1"].map(|name| Curve::named(name).unwrap());
    let a = SecretKey::generate(&p256, rng).unwrap();
    let b = SecretKey::generate(&k1, rng).unwrap();
    let of_b = b.public_key().unwrap();
    let refused = Pair::agree(Pair::one_pass(&a), Pair::one_pass(&of_b));
    assert!(matches!(refused, Err(Error::Key { .. })));
}

#[test]
fn sums_of_points_through_the_engine() {
    let rng = &mut rng(81);
    let mut compared = 0;
    for name in
        ["P-192", "P-256", "P-521", "secp256k1", "SM2", "secp112r2", "sect163r2", "sect283k1"]
    {
        let curve = Curve::named(name).unwrap();
        let number = |n: u8| {
            let bytes = [&vec![0; curve.scalar_bytes() - 1][..], &[n]].concat();
            SecretKey::from_bytes(&curve, &bytes).unwrap().public_key().unwrap()
        };
        let add = |p: &PublicKey, q: &PublicKey| curve.engine().add(p.point(), q.point()).unwrap();
        for (a, b) in [(1, 1), (1, 2), (2, 1), (3, 4), (7, 7), (100, 155)] {
            assert_eq!(add(&number(a), &number(b)).as_ref(), Some(number(a + b).point()), "{name}");
            compared += 1;
        }
        // (n - 1) G = -G.
        let key = SecretKey::generate(&curve, rng).unwrap();
        let order = num_bigint::BigUint::from_bytes_be(
            &polylimb::authors::limb::Natural::from_words(curve.parameters().order()).to_be_bytes(),
        );
        let negated = order - num_bigint::BigUint::from_bytes_be(&key.to_bytes());
        let negated = resized(&negated.to_bytes_be(), curve.scalar_bytes());
        let negated = SecretKey::from_bytes(&curve, &negated).unwrap().public_key().unwrap();
        assert_eq!(add(&key.public_key().unwrap(), &negated), None);
        compared += 1;
    }
    assert!(compared >= 56, "{compared}");
}

#[test]
fn tags_confirm_one_role_one_exchange_and_one_key() {
    let says = Confirmation {
        role: Role::Initiator,
        sender: b"alice",
        recipient: b"robert",
        ephemeral: [b"A", b"B"],
        text: b"text",
    };
    // HMAC of the fields one after another, computed by another implementation.
    let tag = says.tag::<Sha256>(b"key");
    let expected = hex("31879320312985583389fd56151b64a0d4431f8d114b7b590f915a125dcb5c7d");
    assert_eq!(tag.len(), expected.len());
    assert_eq!(tag[..], expected[..]);
    assert!(says.verify::<Sha256>(b"key", &tag).is_ok());
    let mut refused = 0;
    for other in [
        Confirmation { role: Role::Responder, ..says },
        Confirmation { role: Role::InitiatorAlone, ..says },
        Confirmation { sender: b"alicf", ..says },
        Confirmation { recipient: b"roberu", ..says },
        Confirmation { ephemeral: [b"B", b"A"], ..says },
        Confirmation { text: b"", ..says },
    ] {
        assert_eq!(other.verify::<Sha256>(b"key", &tag), Err(Error::Confirmation));
        refused += 1;
    }
    assert_eq!(says.verify::<Sha256>(b"yek", &tag), Err(Error::Confirmation));
    assert_eq!(says.verify::<Sha256>(b"key", &tag[..31]), Err(Error::Confirmation));
    assert_eq!(refused, 6);
}
