//! Refused inputs and their errors.

use super::{key, on_each_curve};
use polylimb::Error;
use polylimb::ec::{ByteArray, Curve, PublicKey, SecretKey, Signature};
use polylimb::protocol::keys;
use polylimb::{p256, p384};

fn refuses<C: Curve>() -> usize {
    let (secret, other) = (key::<C>(7), key::<C>(8));
    let (public, signature) = (secret.public_key().unwrap(), secret.sign(b"message").unwrap());
    public.verify(b"message", &signature).unwrap();
    assert_eq!(public.verify(b"another", &signature), Err(Error::Signature));
    let foreign = other.public_key().unwrap().verify(b"message", &signature);
    assert_eq!(foreign, Err(Error::Signature));
    let empty = public.verify_digest(b"", &signature);
    assert!(matches!(empty, Err(Error::Length { .. })));

    // 0, and numbers from the order up.
    let mut most = C::Scalar::ZERO;
    most.as_mut().fill(0xff);
    for bytes in [C::Scalar::ZERO, most] {
        assert!(matches!(SecretKey::<C>::from_bytes(&bytes), Err(Error::Key { .. })));
    }
    let zero = Signature::<C>::from_bytes(&C::SignatureBytes::ZERO);
    assert!(matches!(zero, Err(Error::Encoding { .. })));
    let mut der = signature.to_der();
    der.push(0);
    assert!(matches!(Signature::<C>::from_der(&der), Err(Error::Encoding { .. })));

    // Not on the curve; another form; another length; the neutral element.
    let mut point = public.to_sec1();
    *point.as_mut().last_mut().unwrap() ^= 1;
    assert!(matches!(PublicKey::<C>::from_sec1(point.as_ref()), Err(Error::Curve { .. })));
    point.as_mut()[0] = 6;
    assert!(matches!(PublicKey::<C>::from_sec1(point.as_ref()), Err(Error::Encoding { .. })));
    point.as_mut()[0] = 2;
    assert!(matches!(PublicKey::<C>::from_sec1(point.as_ref()), Err(Error::Length { .. })));
    assert!(matches!(PublicKey::<C>::from_sec1(&[0]), Err(Error::Encoding { .. })));
    assert!(matches!(PublicKey::<C>::from_sec1(&[]), Err(Error::Encoding { .. })));

    // A public key in place of a secret one, and the reverse.
    let (pem, public_pem) = (secret.to_pkcs8_pem().unwrap(), public.to_spki_pem());
    assert!(matches!(SecretKey::<C>::from_pem(&public_pem), Err(Error::Key { .. })));
    assert!(matches!(PublicKey::<C>::from_pem(&pem), Err(Error::Key { .. })));
    assert!(matches!(PublicKey::<C>::from_pem("a letter"), Err(Error::Encoding { .. })));
    15
}

#[test]
fn on_every_curve() {
    assert_eq!(on_each_curve!(refuses()), [15; 14]);
}

/// A file of another curve is refused, and so is a key whose curve is chosen at run time.
#[test]
fn keys_of_another_curve() {
    let (secret, public) = {
        let secret = key::<p384::P384>(7);
        let public = secret.public_key().unwrap();
        (secret, public)
    };
    let refused = [
        p256::SecretKey::from_pkcs8_der(&secret.to_pkcs8_der().unwrap()).err(),
        p256::SecretKey::from_sec1_der(&secret.to_sec1_der().unwrap()).err(),
        p256::SecretKey::from_pem(&secret.to_pkcs8_pem().unwrap()).err(),
        p256::SecretKey::from_pem(&secret.to_sec1_pem().unwrap()).err(),
        p256::PublicKey::from_spki_der(&public.to_spki_der()).err(),
        p256::PublicKey::from_pem(&public.to_spki_pem()).err(),
        p256::SecretKey::try_from(AsRef::<keys::SecretKey>::as_ref(&secret).clone()).err(),
        p256::PublicKey::try_from(AsRef::<keys::PublicKey>::as_ref(&public).clone()).err(),
        p256::Signature::try_from(secret.sign(b"message").unwrap().as_ref().clone()).err(),
    ];
    for error in refused {
        assert!(matches!(error, Some(Error::Key { .. })), "{error:?}");
    }
}
