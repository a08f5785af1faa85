//! A batch gives the same results as its jobs one by one.

use super::splits::Shuffled;
use super::{key, on_each_curve};
use polylimb::ec::{Curve, PublicKey, SecretKey};
use polylimb::{Alone, Error, Split};
use sha2::{Digest, Sha256};

/// More than two eights.
const JOBS: u8 = 19;

fn as_one_by_one<C: Curve>(split: &dyn Split) -> usize {
    let keys: Vec<SecretKey<C>> = (1..=JOBS).map(key).collect();
    let all: Vec<_> = keys.iter().collect();
    let public: Vec<_> = keys.iter().map(|key| key.public_key().unwrap()).collect();
    let computed = SecretKey::public_keys_all(&all, split);
    assert!(computed.iter().zip(&public).all(|(computed, key)| computed.as_ref() == Ok(key)));

    let messages: Vec<[u8; 1]> = (0..JOBS).map(|i| [i]).collect();
    let jobs: Vec<_> = keys.iter().zip(&messages).map(|(key, m)| (key, &m[..])).collect();
    let signed: Vec<_> = jobs.iter().map(|(key, m)| key.sign(m).unwrap()).collect();
    let computed = SecretKey::sign_all(&jobs, split);
    assert!(computed.iter().zip(&signed).all(|(computed, s)| computed.as_ref() == Ok(s)));

    let digests: Vec<_> = messages.iter().map(Sha256::digest).collect();
    let jobs: Vec<_> = keys.iter().zip(&digests).map(|(key, z)| (key, &z[..])).collect();
    let of_digests = SecretKey::sign_digests_all::<Sha256>(&jobs, split);
    for ((key, m), computed) in keys.iter().zip(&messages).zip(&of_digests) {
        assert_eq!(*computed, key.sign_with::<Sha256>(m));
    }

    // Every fifth signature is another job's.
    let of = |i: usize| if i.is_multiple_of(5) { (i + 1) % signed.len() } else { i };
    let jobs: Vec<_> =
        (0..keys.len()).map(|i| (&public[i], &messages[i][..], &signed[of(i)])).collect();
    let verdicts = PublicKey::verify_all(&jobs, split);
    for (i, (verdict, (key, message, s))) in verdicts.iter().zip(&jobs).enumerate() {
        assert_eq!(*verdict, key.verify(message, s));
        assert_eq!(*verdict, if of(i) == i { Ok(()) } else { Err(Error::Signature) });
    }
    let jobs: Vec<_> = (0..keys.len())
        .map(|i| (&public[i], &digests[i][..], of_digests[of(i)].as_ref().unwrap()))
        .collect();
    let verdicts = PublicKey::verify_digests_all(&jobs, split);
    for (i, (verdict, (key, digest, s))) in verdicts.iter().zip(&jobs).enumerate() {
        assert_eq!(*verdict, key.verify_digest(digest, s));
        assert_eq!(verdict.is_ok(), of(i) == i);
    }

    let jobs: Vec<_> = keys.iter().zip(public.iter().rev()).collect();
    for ((own, other), shared) in jobs.iter().zip(SecretKey::agree_all(&jobs, split)) {
        assert_eq!(shared.unwrap().as_bytes(), own.agree(other).unwrap().as_bytes());
    }
    6 * keys.len()
}

#[test]
fn on_this_thread() {
    assert_eq!(on_each_curve!(as_one_by_one(&Alone)), [6 * usize::from(JOBS); 14]);
}

#[test]
fn over_threads() {
    let split = Shuffled::new(2);
    let compared = as_one_by_one::<polylimb::p256::P256>(&split)
        + as_one_by_one::<polylimb::binary_curves::K233>(&split);
    assert_eq!(compared, 12 * usize::from(JOBS));
    assert!(split.runs() >= 12, "the parts were not handed out");
}

#[test]
fn of_nothing() {
    assert!(polylimb::p256::SecretKey::sign_all(&[], &Alone).is_empty());
    assert!(polylimb::p256::PublicKey::verify_all(&[], &Alone).is_empty());
    assert!(polylimb::p256::SecretKey::agree_all(&[], &Alone).is_empty());
    assert!(polylimb::p256::SecretKey::public_keys_all(&[], &Alone).is_empty());
}
