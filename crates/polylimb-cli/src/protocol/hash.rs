//! Hashes by name.

use polylimb::protocol::ec_sdsa::{self, Form};
use polylimb::protocol::ecdsa::{RecoveryId, Signature, Signer};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::rsa::{Oaep, Scheme};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;
use sha2::digest::const_oid::AssociatedOid;
use std::io::Read;

/// The default, as in OpenSSL.
pub(crate) const DEFAULT: &str = "sha256";

/// A hash, ECDSA with nonces derived by it, and the schemes with it.
pub(crate) struct Hash {
    pub(crate) name: &'static str,
    pub(super) digest: fn(&mut dyn Read) -> std::io::Result<Vec<u8>>,
    pub(super) sign: SignDigest,
    pub(super) sign_schnorr: SignSchnorr,
    pub(super) verify_schnorr: VerifySchnorr,
    /// PSS with a salt of this many bytes.
    pub(super) rsa_pss: fn(usize) -> Scheme,
    pub(super) rsa_pkcs1v15: fn() -> Scheme,
    pub(crate) rsa_oaep: fn() -> Oaep<'static>,
}

type SignDigest = fn(&Signer<'_>, &SecretKey, &[u8]) -> polylimb::Result<(Signature, RecoveryId)>;

type SignSchnorr = fn(&SecretKey, Form, &[u8], &[u8]) -> polylimb::Result<Vec<u8>>;
type VerifySchnorr = fn(&PublicKey, Form, &[u8], &[u8]) -> polylimb::Result<()>;

const HASHES: &[Hash] = &[
    entry::<sha2::Sha224>("sha224"),
    entry::<sha2::Sha256>("sha256"),
    entry::<sha2::Sha384>("sha384"),
    entry::<sha2::Sha512>("sha512"),
    entry::<sha2::Sha512_256>("sha512-256"),
    entry::<sha3::Sha3_224>("sha3-224"),
    entry::<sha3::Sha3_256>("sha3-256"),
    entry::<sha3::Sha3_384>("sha3-384"),
    entry::<sha3::Sha3_512>("sha3-512"),
];

const fn entry<D: polylimb::protocol::Hash + AssociatedOid>(name: &'static str) -> Hash {
    Hash {
        name,
        digest: digest::<D>,
        sign: |signer, key, z| signer.sign_digest::<D>(key, z),
        sign_schnorr: ec_sdsa::sign::<D>,
        verify_schnorr: ec_sdsa::verify::<D>,
        rsa_pss: Scheme::pss_with::<D, D>,
        rsa_pkcs1v15: Scheme::pkcs1v15::<D>,
        rsa_oaep: Oaep::new::<D>,
    }
}

/// The digest of all data of the source.
fn digest<D: polylimb::protocol::Hash>(source: &mut dyn Read) -> std::io::Result<Vec<u8>> {
    let (mut hash, mut buffer) = (D::new(), vec![0; 1 << 16]);
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return Ok(hash.finalize().to_vec()),
            Ok(n) => hash.update(&buffer[..n]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The hash of that name, in any case, with a hyphen after `sha` or not.
pub(crate) fn find(name: &str) -> Result<&'static Hash> {
    let plain = name.to_ascii_lowercase();
    let plain = plain.strip_prefix("sha-").map_or(plain.clone(), |rest| format!("sha{rest}"));
    HASHES.iter().find(|hash| hash.name == plain).ok_or_else(|| {
        let names: Vec<_> = HASHES.iter().map(|hash| hash.name).collect();
        Failure::usage(format!(
            "there is no hash '{}' here; there are: {}",
            shorten(name),
            names.join(", ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::hexadecimal;

    #[test]
    fn names_and_known_answers() {
        // FIPS 180-4 and FIPS 202: the digests of "abc", their first eight bytes.
        for (name, expected) in [
            ("SHA-224", "23097d223405d822"),
            ("sha256", "ba7816bf8f01cfea"),
            ("sha384", "cb00753f45a35e8b"),
            ("sha-512", "ddaf35a193617aba"),
            ("sha512-256", "53048e2681941ef9"),
            ("sha3-224", "e642824c3f8cf24a"),
            ("SHA3-256", "3a985da74fe225b2"),
            ("sha3-384", "ec01498288516fc9"),
            ("sha3-512", "b751850b1a57168a"),
        ] {
            let digest = (find(name).unwrap().digest)(&mut &b"abc"[..]).unwrap();
            assert_eq!(hexadecimal(&digest[..8]), expected, "{name}");
        }
        let refused = find("md5").err().unwrap();
        assert!(refused.status() == 2 && refused.to_string().contains("sha3-512"));
    }
}
