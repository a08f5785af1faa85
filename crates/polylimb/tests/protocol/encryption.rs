//! ECIES and EC-ElGamal: encryption and decryption on many curves and for all lengths, against
//! independent computations, and every change.

use crate::protocol_common::rng;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use polylimb::Error;
use polylimb::protocol::elgamal::{self, Dedicated};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{Curve, ecies};
use rand_core::RngCore;
use sha2::Sha256;

const CURVES: [&str; 7] =
    ["P-256", "P-384", "P-521", "secp256k1", "brainpoolP224r1", "SM2", "sect233k1"];

fn message(length: usize) -> Vec<u8> {
    let mut message = vec![0; length];
    rng(length as u64).fill_bytes(&mut message);
    // Ends that padding might remove.
    if let [.., a, b] = &mut message[..] {
        (*a, *b) = (0x80, 0);
    }
    message
}

#[test]
fn there_and_back() {
    let rng = &mut rng(90);
    let mut compared = 0;
    for name in CURVES {
        let curve = Curve::named(name).unwrap();
        let key = SecretKey::generate(&curve, rng).unwrap();
        let (public, other) =
            (key.public_key().unwrap(), SecretKey::generate(&curve, rng).unwrap());
        let [own, foreign] = [&key, &other].map(|key| Dedicated::new(key.clone()));
        let to = own.public_key().unwrap();
        let block = elgamal::block_bytes(&curve).unwrap();
        for length in [0, 1, 2, 15, block - 1, block, block + 1, 3 * block, 100] {
            let message = message(length);
            let file = ecies::encrypt(&public, &message, rng).unwrap();
            assert_eq!(ecies::decrypt(&key, &file).unwrap()[..], message, "{name} {length}");
            assert_eq!(ecies::decrypt(&other, &file), Err(Error::Ciphertext));
            assert_ne!(ecies::encrypt(&public, &message, rng).unwrap(), file);
            let file = to.encrypt_vartime(&message, rng).unwrap();
            assert_eq!(own.decrypt(&file).unwrap()[..], message, "{name} {length}");
            assert_ne!(foreign.decrypt(&file).as_deref(), Ok(&message));
            assert!(matches!(ecies::decrypt(&key, &file), Err(Error::Encoding { .. })));
            compared += 5;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn every_changed_byte_of_the_authenticated_form_is_noticed() {
    let rng = &mut rng(91);
    let curve = Curve::named("P-256").unwrap();
    let key = SecretKey::generate(&curve, rng).unwrap();
    let file = ecies::encrypt(&key.public_key().unwrap(), b"a message", rng).unwrap();
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(ecies::decrypt(&key, &changed).is_err(), "{at}");
        assert!(ecies::decrypt(&key, &file[..at]).is_err(), "{at}");
        // Never a panic.
        let _ = Dedicated::new(key.clone()).decrypt(&changed);
    }
    assert_eq!(ecies::decrypt(&key, &[&file[..], &[0]].concat()), Err(Error::Ciphertext));
    let k1 = SecretKey::generate(&Curve::named("secp256k1").unwrap(), rng).unwrap();
    assert!(matches!(ecies::decrypt(&k1, &file), Err(Error::Key { .. })));
}

/// Decrypted as the documentation describes, by the crates alone.
#[test]
fn the_file_is_what_its_description_says() {
    let rng = &mut rng(92);
    let curve = Curve::named("P-384").unwrap();
    let key = SecretKey::generate(&curve, rng).unwrap();
    let public = key.public_key().unwrap();
    let file = ecies::encrypt(&public, b"some text", rng).unwrap();
    let start = b"PLEC\x01\x01\x09secp384r1";
    assert_eq!(file[..start.len()], start[..]);
    let point = start.len() + 97;
    let ephemeral = PublicKey::from_sec1(&curve, &file[start.len()..point]).unwrap();
    let z = SecretKey::agree(&key, &ephemeral).unwrap();
    let mut secret = [0; 32];
    let info = [&file[..point], &public.to_sec1()].concat();
    Hkdf::<Sha256>::new(None, z.as_bytes()).expand(&info, &mut secret).unwrap();
    let payload = Payload { msg: &file[point..], aad: &file[..point] };
    let cipher = ChaCha20Poly1305::new(&Key::from(secret));
    assert_eq!(cipher.decrypt(&Nonce::default(), payload).unwrap(), b"some text");
    assert_eq!(file.len(), point + 9 + 16);

    let file = Dedicated::new(public).encrypt_vartime(b"some text", rng).unwrap();
    assert_eq!(file[..start.len()], *b"PLEC\x01\x02\x09secp384r1");
    assert_eq!(file.len(), start.len() + 2 * 49);
}

/// `d (k G) + M = M + k Q`, with ECDH's abscissa in between.
#[test]
fn points_carry_blocks_and_hide_them() {
    let rng = &mut rng(93);
    let mut compared = 0;
    for name in CURVES {
        let curve = Curve::named(name).unwrap();
        let key = SecretKey::generate(&curve, rng).unwrap();
        let length = elgamal::block_bytes(&curve).unwrap();
        for fill in [0, 1, 0x7f, 0xff] {
            let point = elgamal::embed_vartime(&curve, &vec![fill; length]).unwrap();
            let x = point.point().x();
            assert!(x[x.len() - 1 - length..x.len() - 1].iter().all(|&byte| byte == fill));
            let own = Dedicated::new(key.clone());
            let pair = own.public_key().unwrap().encrypt_point(&point, rng).unwrap();
            assert!(pair[1] != point);
            assert_eq!(own.decrypt_point(pair.each_ref()).unwrap(), point);
            // The mask that both sides can compute.
            let mask = curve
                .engine()
                .multiply(
                    polylimb::authors::limb::Bits::new(
                        polylimb::authors::limb::Natural::from_be_bytes(&key.to_bytes()).words(),
                    ),
                    pair[0].point(),
                )
                .unwrap()
                .unwrap();
            assert_eq!(mask.x(), SecretKey::agree(&key, &pair[0]).unwrap().as_bytes());
            let sum = curve.engine().add(point.point(), &mask).unwrap();
            assert_eq!(sum.as_ref(), Some(pair[1].point()));
            compared += 3;
        }
        assert!(elgamal::embed_vartime(&curve, &vec![0; length + 1]).is_err());
    }
    assert!(compared >= 84, "{compared}");
}

#[test]
fn what_is_no_file_is_refused() {
    let rng = &mut rng(94);
    let curve = Curve::named("P-256").unwrap();
    let key = SecretKey::generate(&curve, rng).unwrap();
    let own = Dedicated::new(key.clone());
    let mut refused = 0;
    for file in
        [&b""[..], b"P", b"PLEC", b"PLEC\x01\x01", b"PLEC\x02\x01\x00", b"data that is long enough"]
    {
        // A header cut off within its curve's name names another curve.
        let refused_as = ecies::decrypt(&key, file);
        assert!(matches!(refused_as, Err(Error::Encoding { .. } | Error::Key { .. })), "{file:?}");
        assert!(matches!(own.decrypt(file), Err(Error::Encoding { .. })), "{file:?}");
        refused += 2;
    }
    let file = own.public_key().unwrap().encrypt_vartime(b"x", rng).unwrap();
    // A block of zeros after the message's end.
    let zeros = vec![0; elgamal::block_bytes(&curve).unwrap()];
    let zeros = elgamal::embed_vartime(&curve, &zeros).unwrap();
    let points = own.public_key().unwrap().encrypt_point(&zeros, rng).unwrap();
    let longer = [&file[..], &points.map(|p| p.to_sec1_compressed()).concat()].concat();
    assert!(own.decrypt(&file).is_ok());
    assert_eq!(own.decrypt(&longer), Err(Error::Ciphertext));
    assert!(matches!(own.decrypt(&file[..file.len() - 1]), Err(Error::Encoding { .. })));
    assert_eq!(refused, 12);
}
