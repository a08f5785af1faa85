//! BLS signatures: the vectors of Ethereum, both variants, all schemes, aggregates and batches.

use crate::common::Zeros;
use crate::protocol_common::{hex, rng};
use polylimb::bls12_381::{
    self, Bls, MinimalPubkeySize, MinimalSignatureSize, ProvedKey, PublicKey, Scheme, SecretKey,
    Signature, Variant,
};
use polylimb::{Alone, Error, Team};
use rand_chacha::ChaCha8Rng;

type Ethereum = Bls<MinimalPubkeySize>;

/// The items of a list.
fn list(text: &str) -> Vec<Vec<u8>> {
    if text == "-" { Vec::new() } else { text.split(',').map(hex).collect() }
}

/// The vectors' keys, whose proofs Ethereum has checked.
fn proved(bls: &Ethereum, text: &str) -> Result<Vec<ProvedKey<MinimalPubkeySize>>, Error> {
    Ok(keys(bls, text)?.into_iter().map(ProvedKey::verified_earlier).collect())
}

fn keys(bls: &Ethereum, text: &str) -> Result<Vec<PublicKey<MinimalPubkeySize>>, Error> {
    list(text).iter().map(|bytes| bls.read_public_key(bytes)).collect()
}

/// The expected verdict of a line of the vectors; `None` for lines of other tests.
fn verdict(bls: &Ethereum, fields: &[&str]) -> Option<bool> {
    Some(match fields[..] {
        ["verify", key, message, signature, _] => bls
            .read_public_key(&hex(key))
            .and_then(|key| bls.verify(&key, &hex(message), &bls.read_signature(&hex(signature))?))
            .is_ok(),
        ["aggregate_verify", public, messages, signature, _] => proved(bls, public)
            .and_then(|keys| {
                let messages = list(messages);
                let signed: Vec<_> = keys.iter().zip(messages.iter().map(Vec::as_slice)).collect();
                bls.proved_aggregate_verify(&signed, &bls.read_signature(&hex(signature))?)
            })
            .is_ok(),
        ["fast_aggregate_verify", public, message, signature, _] => proved(bls, public)
            .and_then(|keys| {
                let signature = bls.read_signature(&hex(signature))?;
                bls.fast_aggregate_verify(&keys, &hex(message), &signature)
            })
            .is_ok(),
        ["batch_verify", public, messages, signatures, _] => keys(bls, public)
            .and_then(|keys| {
                let (messages, signatures) = (list(messages), list(signatures));
                let read = |s: &Vec<u8>| bls.read_signature(s);
                let signatures: Vec<_> = signatures.iter().map(read).collect::<Result<_, _>>()?;
                let items: Vec<_> = keys
                    .iter()
                    .zip(&messages)
                    .zip(&signatures)
                    .map(|((k, m), s)| (k, m.as_slice(), s))
                    .collect();
                bls.verify_batch(&items, &mut rng(1))
            })
            .is_ok(),
        _ => return None,
    })
}

#[test]
fn ethereum_vectors() {
    let bls = Ethereum::new(Scheme::ProofOfPossession);
    assert_eq!(bls.name(), "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_");
    let (mut made, mut verdicts) = (0, [0; 2]);
    for line in include_str!("../vectors/bls_signatures.txt").lines() {
        let fields: Vec<_> = line.split(' ').collect();
        if let Some(verdict) = verdict(&bls, &fields) {
            assert_eq!(verdict.to_string(), fields[fields.len() - 1], "{line}");
            verdicts[usize::from(verdict)] += 1;
            continue;
        }
        let output = match fields[..] {
            ["sign", key, message, _] => {
                SecretKey::from_bytes(&hex(key)).map(|key| bls.sign(&key, &hex(message)))
            }
            ["aggregate", signatures, _] => list(signatures)
                .iter()
                .map(|s| bls.read_signature(s))
                .collect::<Result<Vec<_>, _>>()
                .and_then(|signatures| bls.aggregate(&signatures)),
            _ => continue,
        };
        let bytes = output.as_ref().map_or(&[][..], Signature::as_bytes);
        assert_eq!(bytes, hex(fields[fields.len() - 1]), "{line}: {output:?}");
        made += 1;
    }
    assert_eq!((made, verdicts[0] + verdicts[1]), (12, 36));
    assert!(verdicts[1] >= 12 && verdicts[0] >= 16, "{verdicts:?}");
}

#[test]
fn keys_from_seeds() {
    // EIP-2333 (CC0), test case 0: the master key is KeyGen's with empty info.
    let seed = hex(
        "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
    );
    let expected = num_bigint::BigUint::parse_bytes(
        b"6083874454709270928345386274498605044986640685124978867557563392430687146096",
        10,
    );
    let key = SecretKey::from_seed(&seed, b"").unwrap();
    assert_eq!(num_bigint::BigUint::from_bytes_be(&*key.to_bytes()), expected.unwrap());
    assert_ne!(SecretKey::from_seed(&seed, b"info").unwrap().to_bytes(), key.to_bytes());
    assert!(SecretKey::from_seed(&seed[..31], b"").is_err(), "a short seed");
    assert_eq!(SecretKey::from_bytes(&*key.to_bytes()).unwrap().to_bytes(), key.to_bytes());
    assert!(SecretKey::from_bytes(&[0; 32]).is_err() && SecretKey::from_bytes(&[255; 32]).is_err());
    assert!(SecretKey::from_bytes(&[1; 31]).is_err());
    assert_eq!(format!("{key:?}"), "SecretKey");
}

fn round_trips<V: Variant>(scheme: Scheme, name: &str) -> usize {
    let bls = Bls::<V>::new(scheme);
    assert_eq!(bls.name(), name);
    let mut rng = rng(name.len() as u64);
    let secret: Vec<_> = (0..3).map(|_| SecretKey::generate(&mut rng)).collect();
    let public: Vec<_> = secret.iter().map(|key| bls.public_key(key)).collect();
    let messages: [&[u8]; 3] = [b"", b"one", b"two"];
    let signatures: Vec<_> = secret.iter().zip(messages).map(|(key, m)| bls.sign(key, m)).collect();
    let mut compared = 0;
    for (i, (key, own)) in public.iter().zip(&signatures).enumerate() {
        assert_eq!(bls.read_public_key(key.as_bytes()).unwrap(), *key);
        assert_eq!(bls.read_signature(own.as_bytes()).unwrap(), *own);
        for (j, message) in messages.into_iter().enumerate() {
            for (k, signature) in signatures.iter().enumerate() {
                let verdict = bls.verify(key, message, signature);
                assert_eq!(verdict.is_ok(), i == k && j == k, "{name} {i} {j} {k}");
                compared += 1;
            }
        }
    }
    // Aggregates.
    let aggregate = bls.aggregate(&signatures).unwrap();
    let all_proved: Vec<_> = public.iter().cloned().map(ProvedKey::verified_earlier).collect();
    let verify = |signed: &[(usize, &[u8])], signature: &Signature<V>| {
        if scheme == Scheme::ProofOfPossession {
            let signed: Vec<_> = signed.iter().map(|&(i, m)| (&all_proved[i], m)).collect();
            return bls.proved_aggregate_verify(&signed, signature);
        }
        let signed: Vec<_> = signed.iter().map(|&(i, m)| (&public[i], m)).collect();
        bls.aggregate_verify(&signed, signature)
    };
    let signed: Vec<_> = (0..3).zip(messages).collect();
    verify(&signed, &aggregate).unwrap();
    let exchanged = [(1, messages[0]), (0, messages[1]), signed[2]];
    assert_eq!(verify(&exchanged, &aggregate), Err(Error::Signature));
    assert_eq!(verify(&signed[..2], &aggregate), Err(Error::Signature));
    assert!(verify(&[], &aggregate).is_err() && bls.aggregate(&[]).is_err());
    let both = [&secret[0], &secret[1]].map(|key| bls.sign(key, messages[0]));
    let both = bls.aggregate(&both).unwrap();
    // The same message twice is refused in the basic scheme only.
    let twice = verify(&[(0, messages[0]), (1, messages[0])], &both);
    assert_eq!(twice.is_ok(), scheme != Scheme::Basic);
    // Nor with another message between them.
    let three = [messages[1], messages[2], messages[1]];
    let of_three: Vec<_> = secret.iter().zip(three).map(|(key, m)| bls.sign(key, m)).collect();
    let apart: Vec<_> = (0..3).zip(three).collect();
    let apart = verify(&apart, &bls.aggregate(&of_three).unwrap());
    assert_eq!(apart.is_ok(), scheme != Scheme::Basic);
    // Each scheme has its own functions.
    let proofs = scheme == Scheme::ProofOfPossession;
    let plain = bls.aggregate_verify(&[(&public[0], messages[0])], &signatures[0]);
    assert_eq!(plain.is_ok(), !proofs, "{name}");
    let with = bls.proved_aggregate_verify(&[(&all_proved[0], messages[0])], &signatures[0]);
    assert_eq!(with.is_ok(), proofs, "{name}");
    let fast = bls.fast_aggregate_verify(&all_proved[..2], messages[0], &both);
    assert_eq!(fast.is_ok(), proofs, "{name}");
    let wrong = bls.fast_aggregate_verify(&all_proved, messages[0], &both);
    assert!(wrong.is_err());
    // Batches: a correct one; one with two exchanged signatures, whose plain sum is correct.
    let batch = |order: [usize; 3], rng: &mut _| {
        let items: Vec<_> =
            (0..3).map(|i| (&public[i], messages[i], &signatures[order[i]])).collect();
        bls.verify_batch(&items, rng)
    };
    batch([0, 1, 2], &mut rng).unwrap();
    assert_eq!(batch([1, 0, 2], &mut rng), Err(Error::Signature));
    bls.verify_batch(&[], &mut rng).unwrap();
    // No signature is left out, though the generator gives zeros only.
    let wrong = [(&public[0], messages[0], &signatures[1])];
    assert_eq!(bls.verify_batch(&wrong, &mut Zeros), Err(Error::Signature));
    rows(&bls, &mut rng);
    // Proofs of possession.
    let proof = bls.prove_possession(&secret[0]);
    assert_eq!(proof.is_ok(), scheme == Scheme::ProofOfPossession);
    if let Ok(proof) = proof {
        assert_eq!(bls.verify_possession(&public[0], &proof).unwrap().key(), &public[0]);
        assert_eq!(bls.verify_possession(&public[1], &proof), Err(Error::Signature));
        // It is not a signature.
        assert!(bls.verify(&public[0], public[0].as_bytes(), &proof).is_err());
        compared += 3;
    }
    compared + 11
}

#[test]
fn every_ciphersuite() {
    use Scheme::{Basic, MessageAugmentation, ProofOfPossession};
    let name = |group, tag| format!("BLS_SIG_BLS12381{group}_XMD:SHA-256_SSWU_RO_{tag}_");
    let mut compared = 0;
    for (scheme, tag) in [(Basic, "NUL"), (MessageAugmentation, "AUG"), (ProofOfPossession, "POP")]
    {
        compared += round_trips::<MinimalPubkeySize>(scheme, &name("G2", tag));
        compared += round_trips::<MinimalSignatureSize>(scheme, &name("G1", tag));
    }
    assert_eq!(compared, 6 * 38 + 2 * 3);
}

/// A key made from another one: their sum is a key whose secret the attacker knows, and so is a
/// signature of both by the attacker alone. Its owner cannot prove to possess its secret.
#[test]
fn a_rogue_key_has_no_proof() {
    let bls = Ethereum::new(Scheme::ProofOfPossession);
    let [victim, attacker] = [1, 2].map(|seed| SecretKey::from_seed(&[seed; 32], b"").unwrap());
    let (of_victim, of_attacker) = (bls.public_key(&victim), bls.public_key(&attacker));
    let [p, q] = [&of_victim, &of_attacker]
        .map(|key| bls12_381::G1::from_bytes(key.as_bytes().try_into().unwrap()).unwrap());
    let rogue = bls12_381::G1::sum_vartime(&[&q, &p.negate()]);
    let rogue = bls.read_public_key(&rogue.to_bytes()).unwrap();
    let forged = bls.sign(&attacker, b"never signed by the victim");
    // What an attacker who claims to have proved gets.
    let claimed = [&of_victim, &rogue].map(|key| ProvedKey::verified_earlier(key.clone()));
    assert!(bls.fast_aggregate_verify(&claimed, b"never signed by the victim", &forged).is_ok());
    let mut refused = 0;
    for proof in [
        bls.prove_possession(&attacker).unwrap(),
        bls.prove_possession(&victim).unwrap(),
        bls.sign(&attacker, rogue.as_bytes()),
        forged,
    ] {
        assert_eq!(bls.verify_possession(&rogue, &proof), Err(Error::Signature));
        refused += 1;
    }
    assert_eq!(refused, 4);
}

/// Rows of which some are wrong, each in another way; messages repeat.
fn rows<V: Variant>(bls: &Bls<V>, rng: &mut ChaCha8Rng) {
    let keys: Vec<_> = (0..21).map(|i| SecretKey::from_seed(&[i; 32], b"").unwrap()).collect();
    let messages: Vec<[u8; 1]> = (0..21).map(|i| [i / 4]).collect();
    let mut public: Vec<Vec<u8>> =
        keys.iter().map(|key| bls.public_key(key).as_bytes().to_vec()).collect();
    let mut signed: Vec<Vec<u8>> = keys
        .iter()
        .zip(&messages)
        .map(|(key, message)| bls.sign(key, message).as_bytes().to_vec())
        .collect();
    let mut messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
    let mut verify = |public: &[Vec<u8>], messages: &[&[u8]], signed: &[Vec<u8>]| {
        let team = Team::new(2).unwrap();
        let valid = bls.verify_rows(&public.concat(), messages, &signed.concat(), &team, rng);
        let valid = valid.unwrap();
        assert_eq!(valid.len(), messages.len().div_ceil(8));
        (0..8 * valid.len()).map(|i| valid[i / 8] >> (i % 8) & 1 == 1).collect::<Vec<_>>()
    };
    let all: Vec<bool> = (0..24).map(|i| i < 21).collect();
    assert_eq!(verify(&public, &messages, &signed), all);
    assert!(verify(&[], &[], &[]).is_empty());
    // In one call, also with fewer jobs than lanes.
    let jobs: Vec<_> = keys.iter().zip(messages.iter().copied()).collect();
    let team = Team::new(2).unwrap();
    assert_eq!(bls.sign_rows(&jobs, &team), signed.concat());
    assert_eq!(bls.sign_rows(&jobs[..2], &Alone), signed[..2].concat());
    assert!(bls.sign_rows(&[], &team).is_empty());
    // All messages different, one wrong.
    let numbers: Vec<[u8; 1]> = (0..21).map(|i| [100 + i]).collect();
    let different: Vec<&[u8]> = numbers.iter().map(|message| &message[..]).collect();
    let jobs: Vec<_> = keys.iter().zip(different.iter().copied()).collect();
    let mut rows: Vec<Vec<u8>> =
        bls.sign_rows(&jobs, &Alone).chunks(signed[0].len()).map(<[u8]>::to_vec).collect();
    assert_eq!(verify(&public, &different, &rows), all);
    rows[13].clone_from(&signed[13]);
    assert!(
        verify(&public, &different, &rows)
            .iter()
            .enumerate()
            .all(|(i, v)| *v == (i < 21 && i != 13))
    );
    // Exchanged, so that their plain sum is right; another message; no encoding of a point; the
    // neutral element; a point outside of the group cannot be had by chance.
    signed.swap(2, 3);
    messages[7] = b"another";
    public[12].fill(0xff);
    signed[20].fill(0);
    signed[20][0] = 0xc0;
    let wrong = [2, 3, 7, 12, 20];
    let expected: Vec<bool> = (0..24).map(|i| i < 21 && !wrong.contains(&i)).collect();
    assert_eq!(verify(&public, &messages, &signed), expected);
    let short = bls.verify_rows(&public.concat(), &messages[1..], &signed.concat(), &Alone, rng);
    assert!(matches!(short, Err(Error::Length { .. })));
}
