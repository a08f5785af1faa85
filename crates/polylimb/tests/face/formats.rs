//! Encodings: lengths, round trips, and the files that `protocol::keys` writes and reads.

use super::{key, on_each_curve};
use polylimb::ec::{Curve, PublicKey, SecretKey, Signature};
use polylimb::protocol::{ecdsa, keys};

fn writes_and_reads<C: Curve>() -> usize {
    let curve = C::curve();
    assert!(std::ptr::eq(curve, C::curve()));
    assert_eq!(curve.name(), Some(C::NAME));
    assert_eq!(size_of::<C::Scalar>(), curve.scalar_bytes());
    assert_eq!(size_of::<C::Coordinate>(), curve.coordinate_bytes());
    assert_eq!(size_of::<C::SignatureBytes>(), 2 * curve.scalar_bytes());

    let secret = key::<C>(7);
    let inside: &keys::SecretKey = secret.as_ref();
    assert_eq!(secret.to_bytes().as_ref(), &inside.to_bytes()[..]);
    let (der, pem) = (secret.to_pkcs8_der().unwrap(), secret.to_pkcs8_pem().unwrap());
    let (sec1, sec1_pem) = (secret.to_sec1_der().unwrap(), secret.to_sec1_pem().unwrap());
    assert_eq!(Ok(&der), inside.to_pkcs8_der().as_ref());
    assert_eq!(Ok(&pem), inside.to_pkcs8_pem().as_ref());
    assert_eq!(Ok(&sec1), inside.to_sec1_der().as_ref());
    assert_eq!(Ok(&sec1_pem), inside.to_sec1_pem().as_ref());
    let read: [SecretKey<C>; 5] = [
        SecretKey::from_pkcs8_der(&der).unwrap(),
        SecretKey::from_sec1_der(&sec1).unwrap(),
        SecretKey::from_pem(&pem).unwrap(),
        SecretKey::from_pem(&sec1_pem).unwrap(),
        keys::SecretKey::from_pem(&pem).unwrap().try_into().unwrap(),
    ];
    for read in &read {
        assert_eq!(read.to_bytes(), secret.to_bytes());
    }
    assert!(!format!("{secret:?}").contains("90"), "the key is shown: {secret:?}");

    let public = secret.public_key().unwrap();
    let inside: &keys::PublicKey = public.as_ref();
    assert_eq!(public.to_sec1().as_ref(), inside.to_sec1());
    assert_eq!(public.to_sec1_compressed().as_ref(), inside.to_sec1_compressed());
    assert_eq!(Ok(public.to_spki_der()), inside.to_spki_der());
    assert_eq!(Ok(public.to_spki_pem()), inside.to_spki_pem());
    let read: [PublicKey<C>; 5] = [
        PublicKey::from_sec1(public.to_sec1().as_ref()).unwrap(),
        PublicKey::from_sec1(public.to_sec1_compressed().as_ref()).unwrap(),
        PublicKey::from_spki_der(&public.to_spki_der()).unwrap(),
        PublicKey::from_pem(&public.to_spki_pem()).unwrap(),
        keys::PublicKey::from_pem(&public.to_spki_pem()).unwrap().try_into().unwrap(),
    ];
    assert!(read.iter().all(|read| *read == public));

    let signature = secret.sign(b"message").unwrap();
    let inside: &ecdsa::Signature = signature.as_ref();
    assert_eq!(signature.to_bytes().as_ref(), inside.to_bytes());
    assert_eq!(signature.to_der(), inside.to_der());
    let read: [Signature<C>; 3] = [
        Signature::from_bytes(&signature.to_bytes()).unwrap(),
        Signature::from_der(&signature.to_der()).unwrap(),
        inside.clone().try_into().unwrap(),
    ];
    assert!(read.iter().all(|read| *read == signature));
    let low = signature.to_low_s();
    assert!(low.is_low_s());
    public.verify(b"message", &low).unwrap();
    read.len() + 10
}

#[test]
fn round_trips() {
    assert_eq!(on_each_curve!(writes_and_reads()), [13; 14]);
}
