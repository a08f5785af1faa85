//! Protocols by pairings: encryption and key agreement by identities, key agreement of three.

use crate::protocol_common::rng;
use polylimb::Error;
use polylimb::authors::limb::Bits;
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;
use polylimb::protocol::{ibe, joux, sok};

#[test]
fn identity_based_encryption() {
    let mut rng = rng(70);
    let authority = ibe::Authority::generate(&mut rng).unwrap();
    let public = authority.public_key();
    assert_eq!(ibe::PublicKey::from_bytes(public.as_bytes()).unwrap(), public);
    let [alice, bob] = [b"alice", b"bob__"].map(|id| authority.extract(id));
    let mut compared = 0;
    for length in [0, 1, 32, 33, 1000, ibe::PublicKey::MOST_BYTES] {
        let message: Vec<u8> = (0..length).map(|i| i as u8).collect();
        let ciphertext = public.encrypt(b"alice", &message, &mut rng).unwrap();
        assert_eq!(ciphertext.len(), length + ibe::PublicKey::OVERHEAD_BYTES);
        assert_eq!(*alice.decrypt(&ciphertext).unwrap(), message);
        assert_eq!(bob.decrypt(&ciphertext), Err(Error::Ciphertext));
        // The same message encrypted again has another ciphertext.
        assert_ne!(public.encrypt(b"alice", &message, &mut rng).unwrap(), ciphertext);
        compared += 4;
    }
    // No bit may be changed.
    let ciphertext = public.encrypt(b"alice", b"m", &mut rng).unwrap();
    for i in (0..8 * ciphertext.len()).step_by(7) {
        let mut changed = ciphertext.clone();
        changed[i / 8] ^= 1 << (i % 8);
        assert_eq!(alice.decrypt(&changed), Err(Error::Ciphertext), "bit {i}");
        compared += 1;
    }
    assert!(compared >= 100, "{compared}");
    assert!(matches!(alice.decrypt(&ciphertext[..79]), Err(Error::Length { .. })));
    assert!(public.encrypt(b"", &vec![0; ibe::PublicKey::MOST_BYTES + 1], &mut rng).is_err());
    // Another authority's key.
    let other = ibe::Authority::from_bytes(&[1; 32]).unwrap();
    assert!(other.extract(b"alice").decrypt(&ciphertext).is_err());
    assert!(ibe::Authority::from_bytes(&[0; 32]).is_err());
    let mut neutral = [0; 48];
    neutral[0] = 0xc0;
    assert!(ibe::PublicKey::from_bytes(&neutral).is_err());
    assert_eq!(format!("{alice:?} {authority:?}"), "PrivateKey Authority");
}

#[test]
fn identity_based_key_agreement() {
    let mut rng = rng(71);
    let authority = sok::Authority::generate(&mut rng).unwrap();
    let names: [&[u8]; 4] = [b"", b"alice", b"bob", b"bobby"];
    let keys = names.map(|name| authority.extract(name));
    let mut shared = Vec::new();
    for i in 0..4 {
        assert!(keys[i].agree(names[i]).is_err(), "the own identity");
        for j in 0..i {
            let key = keys[i].agree(names[j]).unwrap();
            assert_eq!(keys[j].agree(names[i]).unwrap(), key);
            assert!(!shared.contains(&key));
            shared.push(key);
        }
    }
    assert_eq!(shared.len(), 6);
    let other = sok::Authority::from_bytes(&[9; 32]).unwrap();
    assert_ne!(other.extract(names[0]).agree(names[1]), keys[0].agree(names[1]));
}

#[test]
fn key_agreement_of_three() {
    let mut rng = rng(72);
    let keys: Vec<_> = (0..4).map(|_| joux::SecretKey::generate(&mut rng).unwrap()).collect();
    let shares: Vec<_> =
        keys.iter().map(|key| joux::Share::from_bytes(&key.share().to_bytes()).unwrap()).collect();
    let mut seen = Vec::new();
    for [a, b, c] in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
        let key = keys[a].agree(&shares[b], &shares[c]);
        for [own, one, other] in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            assert_eq!(keys[own].agree(&shares[one], &shares[other]), key);
        }
        assert!(!seen.contains(&key));
        seen.push(key);
    }
    assert_eq!(seen.len(), 4);
    // Mixed halves of two shares are refused.
    let (one, other) = (shares[0].to_bytes(), shares[1].to_bytes());
    let mixed = [&one[..48], &other[48..]].concat();
    assert!(matches!(joux::Share::from_bytes(&mixed), Err(Error::Key { .. })));
    let engine = PairingName::engine(PairingName::Bls12381, Features::detect());
    let neutral = [
        engine.g1().compress(&engine.g1().neutral()).unwrap(),
        engine.g2().compress(&engine.g2().neutral()).unwrap(),
    ];
    assert!(matches!(joux::Share::from_bytes(&neutral.concat()), Err(Error::Key { .. })));
    assert!(joux::Share::from_bytes(&one[1..]).is_err());
    // The halves are multiples of the generators by the secret.
    let key = joux::SecretKey::from_bytes(&[[0; 31].as_slice(), &[5]].concat()).unwrap();
    let five = engine.g2().multiply_generator(Bits::new(&[5]));
    assert_eq!(key.share().to_bytes()[48..], engine.g2().compress(&five).unwrap());
}
