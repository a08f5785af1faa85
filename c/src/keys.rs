//! Keys of all kinds.

use crate::border::{
    Output, Result, Status, System, Tagged, array, bytes, call, clear, free, get, put, text,
};
use polylimb_rs::protocol::keys::{
    AnyPublicKey, AnySecretKey, PairingPublicKey, PairingScheme, PairingSecretKey, PublicKey as Ec,
    SecretKey as EcSecret,
};
use polylimb_rs::protocol::{Curve, bip340};
use polylimb_rs::{Error, ed25519, x25519};
use std::ffi::c_char;
use std::sync::OnceLock;
use zeroize::Zeroizing;

/// A secret key of any kind. Wiped when freed.
pub struct SecretKey {
    pub key: AnySecretKey,
    /// Made by the first signature of BIP 340.
    bip340: OnceLock<bip340::SigningKey>,
}
/// A public key of any kind.
pub struct PublicKey(pub AnyPublicKey);

impl Tagged for SecretKey {
    const TAG: u64 = 0x7365_6372_6574_6b65;
}
impl Tagged for PublicKey {
    const TAG: u64 = 0x7075_626c_6963_6b65;
}

impl From<AnySecretKey> for SecretKey {
    fn from(key: AnySecretKey) -> Self {
        Self { key, bip340: OnceLock::new() }
    }
}

impl SecretKey {
    pub fn bip340(&self) -> Result<&bip340::SigningKey> {
        if let Some(key) = self.bip340.get() {
            return Ok(key);
        }
        let AnySecretKey::Weierstrass(key) = &self.key else { return Err(Status::Key) };
        let key = bip340::SigningKey::new(key)?;
        Ok(self.bip340.get_or_init(|| key))
    }
}

/// How a key is written.
#[repr(C)]
#[expect(dead_code, reason = "for the header: C passes any number")]
pub enum Format {
    /// PKCS #8, of a public key `SubjectPublicKeyInfo`; keys of BLS in polylimb's own structure.
    Der = 0,
    /// The same as text, without a zero at the end.
    Pem = 1,
}

/// How a public key is written in bytes.
#[repr(C)]
#[expect(dead_code, reason = "for the header: C passes any number")]
pub enum Form {
    /// 33 bytes on P-256 (SEC 1, compressed), 32 of X25519 and Ed25519, 48 or 96 of BLS.
    Short = 0,
    /// 65 bytes on P-256 (SEC 1, both coordinates); for other keys as the short form.
    Long = 1,
    /// The 32 bytes of BIP 340, on secp256k1.
    Abscissa = 2,
}

/// The keys of a batch: one for all jobs, or one for each.
pub fn batch<'a, T: Tagged>(
    keys: *const *const T,
    key_count: usize,
    count: usize,
) -> Result<Vec<&'a T>> {
    crate::rows::check_count(count)?;
    if key_count != count && key_count != 1 {
        return Err(Status::Length);
    }
    let keys: Vec<_> = array(keys, key_count)?.iter().map(|&k| get(k)).collect::<Result<_>>()?;
    Ok(if key_count == count { keys } else { vec![keys[0]; count] })
}

/// What is no curve.
enum Kind {
    Ed25519,
    X25519,
    Pairing(PairingScheme),
    Curve,
}

fn kind(name: &str) -> Kind {
    if name.eq_ignore_ascii_case("Ed25519") {
        Kind::Ed25519
    } else if name.eq_ignore_ascii_case("X25519") {
        Kind::X25519
    } else {
        PairingScheme::find(name).map_or(Kind::Curve, Kind::Pairing)
    }
}

fn exactly_32(bytes: &[u8]) -> Result<&[u8; 32]> {
    bytes.try_into().map_err(|_| Status::Length)
}

/// A new key. The name is `Ed25519`, `X25519`, `bls` (keys of 48 bytes, signatures of 96),
/// `bls-min-sig` (the reverse) or a curve's name: `P-256`, `P-384`, `P-521`, `secp256k1`,
/// `brainpoolP256r1` … For RSA see `polylimb_rsa_generate`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_secret_key_generate(
    name: *const c_char,
    out: *mut *mut SecretKey,
) -> Status {
    call(|| {
        clear(out)?;
        let name = text(name)?;
        let key = match kind(name) {
            Kind::Pairing(scheme) => {
                AnySecretKey::Pairing(PairingSecretKey::generate(scheme, &mut System)?)
            }
            _ => AnySecretKey::generate(name, &mut System)?,
        };
        put(out, key.into())
    })
}

/// The key in these bytes: PKCS #8, PKCS #1 or SEC 1, in PEM or DER, not encrypted.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_secret_key_read(
    data: *const u8,
    length: usize,
    out: *mut *mut SecretKey,
) -> Status {
    call(|| {
        clear(out)?;
        put(out, AnySecretKey::decode(bytes(data, length)?)?.into())
    })
}

/// Writes the key; see `polylimb_format`. The output is secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_secret_key_write(
    key: *const SecretKey,
    format: u32,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (&get(key)?.key, Output::new(out, out_length)?);
        match format {
            0 => out.put(key.to_der()?),
            1 => out.put(key.to_pem()?.as_bytes().to_vec()),
            _ => Err(Status::Parameter),
        }
    })
}

/// The key of these bytes: a big-endian scalar of a curve, the 32 bytes of RFC 7748 or RFC 8032,
/// 32 big-endian bytes of BLS. Names as in `polylimb_secret_key_generate`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_secret_key_from_bytes(
    name: *const c_char,
    data: *const u8,
    length: usize,
    out: *mut *mut SecretKey,
) -> Status {
    call(|| {
        clear(out)?;
        let (name, data) = (text(name)?, bytes(data, length)?);
        let key = match kind(name) {
            Kind::Ed25519 => {
                AnySecretKey::Ed25519(ed25519::SecretKey::from_bytes(exactly_32(data)?))
            }
            Kind::X25519 => AnySecretKey::X25519(x25519::SecretKey::from_bytes(*exactly_32(data)?)),
            Kind::Pairing(scheme) => {
                AnySecretKey::Pairing(PairingSecretKey::from_bytes(scheme, None, data)?)
            }
            Kind::Curve => {
                AnySecretKey::Weierstrass(EcSecret::from_bytes(&Curve::named(name)?, data)?)
            }
        };
        put(out, key.into())
    })
}

/// The bytes that `polylimb_secret_key_from_bytes` reads. `POLYLIMB_STATUS_KEY` for RSA. The output
/// is secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_secret_key_to_bytes(
    key: *const SecretKey,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (&get(key)?.key, Output::new(out, out_length)?);
        out.put(match key {
            AnySecretKey::Weierstrass(key) => key.to_bytes(),
            AnySecretKey::X25519(key) => Zeroizing::new(key.as_bytes().to_vec()),
            AnySecretKey::Ed25519(key) => Zeroizing::new(key.as_bytes().to_vec()),
            AnySecretKey::Pairing(key) => key.to_bytes(),
            _ => return Err(Status::Key),
        })
    })
}

/// The public key of a secret one.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_secret_key_public(
    key: *const SecretKey,
    out: *mut *mut PublicKey,
) -> Status {
    call(|| {
        clear(out)?;
        put(out, PublicKey(get(key)?.key.public_key()?))
    })
}

/// Frees a key and wipes it.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_secret_key_free(key: *mut SecretKey) -> Status {
    free(key)
}

/// The key in these bytes: `SubjectPublicKeyInfo` or PKCS #1, in PEM or DER.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_public_key_read(
    data: *const u8,
    length: usize,
    out: *mut *mut PublicKey,
) -> Status {
    call(|| {
        clear(out)?;
        put(out, PublicKey(AnyPublicKey::decode(bytes(data, length)?)?))
    })
}

/// Writes the key; see `polylimb_format`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_public_key_write(
    key: *const PublicKey,
    format: u32,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (&get(key)?.0, Output::new(out, out_length)?);
        match format {
            0 => out.put(key.to_der()?),
            1 => out.put(key.to_pem()?.into_bytes()),
            _ => Err(Status::Parameter),
        }
    })
}

/// The key of these bytes, in any of its forms (`polylimb_form`). Names as in
/// `polylimb_secret_key_generate`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_public_key_from_bytes(
    name: *const c_char,
    data: *const u8,
    length: usize,
    out: *mut *mut PublicKey,
) -> Status {
    call(|| {
        clear(out)?;
        let (name, data) = (text(name)?, bytes(data, length)?);
        let key = match kind(name) {
            Kind::Ed25519 => {
                AnyPublicKey::Ed25519(ed25519::PublicKey::from_bytes(exactly_32(data)?)?)
            }
            Kind::X25519 => AnyPublicKey::X25519(x25519::PublicKey::from_bytes(*exactly_32(data)?)),
            Kind::Pairing(scheme) => {
                AnyPublicKey::Pairing(PairingPublicKey::from_bytes(scheme, data)?)
            }
            Kind::Curve => {
                let curve = Curve::named(name)?;
                let key = if data.len() == 32 && curve.name() == Some("secp256k1") {
                    // BIP 340: the point with the even ordinate.
                    Ec::from_sec1(&curve, &[&[2], data].concat())?
                } else {
                    Ec::from_sec1(&curve, data)?
                };
                AnyPublicKey::Weierstrass(key)
            }
        };
        put(out, PublicKey(key))
    })
}

/// The key's bytes in a form of `polylimb_form`. `POLYLIMB_STATUS_KEY` for RSA.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_public_key_to_bytes(
    key: *const PublicKey,
    form: u32,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (&get(key)?.0, Output::new(out, out_length)?);
        out.put(match (key, form) {
            (AnyPublicKey::Weierstrass(key), 0) => key.to_sec1_compressed(),
            (AnyPublicKey::Weierstrass(key), 1) => key.to_sec1(),
            (AnyPublicKey::Weierstrass(key), 2) => bip340::VerifyingKey::new(key)?.to_bytes(),
            (AnyPublicKey::X25519(key), 0 | 1) => key.as_bytes().to_vec(),
            (AnyPublicKey::Ed25519(key), 0 | 1) => key.as_bytes().to_vec(),
            (AnyPublicKey::Pairing(key), 0 | 1) => key.to_bytes(),
            (_, 0..=2) => return Err(Status::Key),
            _ => return Err(Status::Parameter),
        })
    })
}

/// The key's kind as text without a zero at the end: `RSA`, `Ed25519`, `X25519`, `BLS12-381` or the
/// name of its curve in the standard that introduced it, `secp256r1` for P-256.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_public_key_name(
    key: *const PublicKey,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (&get(key)?.0, Output::new(out, out_length)?);
        out.put(key.name().ok_or(Error::UnknownName { kind: "curve" })?.as_bytes().to_vec())
    })
}

/// Frees a key.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_public_key_free(key: *mut PublicKey) -> Status {
    free(key)
}
