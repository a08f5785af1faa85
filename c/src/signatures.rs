//! Signatures of all kinds; key agreement.

use crate::border::{Output, Result, Status, System, bytes, call, get, on_threads};
use crate::keys::{PublicKey, SecretKey, batch};
use crate::rows::{Jobs, OutputRows, Rows, each, of_valid};
use polylimb_rs::bls12_381::{self, Bls, MinimalPubkeySize, MinimalSignatureSize, Variant};
use polylimb_rs::protocol::keys::{
    AnyPublicKey, AnySecretKey, PairingPublicKey, PairingSecretKey, PublicKey as Ec,
    SecretKey as EcSecret,
};
use polylimb_rs::protocol::{Curve, bip340, ecdsa};
use polylimb_rs::rsa::{self, Scheme as RsaScheme};
use polylimb_rs::{Error, Split, ed25519, x25519};
use sha2::{Digest, Sha256, Sha384, Sha512};
use std::borrow::Cow;
use zeroize::Zeroizing;

/// How a message is signed. Flags may be added: `POLYLIMB_DIGEST`, `POLYLIMB_DER`.
#[repr(C)]
#[expect(dead_code, reason = "for the header: C passes any number")]
pub enum Scheme {
    /// ECDSA with the nonce of RFC 6979; the signature is `r` and `s`, each as long as the order.
    EcdsaSha256 = 1,
    /// The same with SHA-384.
    EcdsaSha384 = 2,
    /// The same with SHA-512.
    EcdsaSha512 = 3,
    /// RFC 8032; 64 bytes.
    Ed25519 = 4,
    /// Schnorr signatures on secp256k1 with fresh randomness; 64 bytes.
    Bip340 = 5,
    /// RSA-PSS, the salt as long as the digest.
    RsaPssSha256 = 6,
    /// The same with SHA-384.
    RsaPssSha384 = 7,
    /// The same with SHA-512.
    RsaPssSha512 = 8,
    /// RSA, PKCS #1 v1.5.
    RsaPkcs1Sha256 = 9,
    /// The same with SHA-384.
    RsaPkcs1Sha384 = 10,
    /// The same with SHA-512.
    RsaPkcs1Sha512 = 11,
    /// BLS, ciphersuite `NUL`.
    BlsBasic = 12,
    /// BLS, ciphersuite `AUG`.
    BlsAugmented = 13,
    /// BLS, ciphersuite `POP`, Ethereum's.
    BlsPossession = 14,
}

/// Added to a scheme of ECDSA or RSA: the message is the digest already.
pub const POLYLIMB_DIGEST: u32 = 0x100;
/// Added to a scheme of ECDSA: the signature is a SEQUENCE of two INTEGERs.
pub const POLYLIMB_DER: u32 = 0x200;

#[derive(Clone, Copy)]
enum Hash {
    Sha256,
    Sha384,
    Sha512,
}

#[derive(Clone, Copy)]
enum Kind {
    Ecdsa(Hash),
    Ed25519,
    Bip340,
    Rsa(Hash, bool),
    Bls(bls12_381::Scheme),
}

/// A scheme with its flags.
#[derive(Clone, Copy)]
pub struct Chosen {
    kind: Kind,
    prehashed: bool,
    der: bool,
}

/// `$body` with the type `$D` of a hash function.
macro_rules! with_hash {
    ($hash:expr, $D:ident => $body:expr) => {
        match $hash {
            Hash::Sha256 => {
                type $D = Sha256;
                $body
            }
            Hash::Sha384 => {
                type $D = Sha384;
                $body
            }
            Hash::Sha512 => {
                type $D = Sha512;
                $body
            }
        }
    };
}

const HASHES: [Hash; 3] = [Hash::Sha256, Hash::Sha384, Hash::Sha512];

pub fn bls_scheme(scheme: u32) -> Result<bls12_381::Scheme> {
    Ok(match scheme {
        12 => bls12_381::Scheme::Basic,
        13 => bls12_381::Scheme::MessageAugmentation,
        14 => bls12_381::Scheme::ProofOfPossession,
        _ => return Err(Status::Parameter),
    })
}

impl Chosen {
    fn new(scheme: u32) -> Result<Self> {
        let (prehashed, der) = (scheme & POLYLIMB_DIGEST != 0, scheme & POLYLIMB_DER != 0);
        let number = scheme & !(POLYLIMB_DIGEST | POLYLIMB_DER);
        let hash = |first: u32| HASHES[(number - first) as usize];
        let kind = match number {
            1..=3 => Kind::Ecdsa(hash(1)),
            4 => Kind::Ed25519,
            5 => Kind::Bip340,
            6..=8 => Kind::Rsa(hash(6), true),
            9..=11 => Kind::Rsa(hash(9), false),
            _ => Kind::Bls(bls_scheme(number)?),
        };
        let allowed = match kind {
            Kind::Ecdsa(_) => true,
            Kind::Rsa(..) => !der,
            _ => !der && !prehashed,
        };
        if allowed { Ok(Self { kind, prehashed, der }) } else { Err(Status::Parameter) }
    }

    fn digest(self, hash: Hash, message: &[u8]) -> Cow<'_, [u8]> {
        if self.prehashed {
            message.into()
        } else {
            with_hash!(hash, D => D::digest(message).to_vec()).into()
        }
    }

    fn read(self, curve: &Curve, signature: &[u8]) -> Result<ecdsa::Signature> {
        let read = if self.der { ecdsa::Signature::from_der } else { ecdsa::Signature::from_bytes };
        // A malformed signature is no signature of this key, either.
        read(curve, signature).map_err(|_| Status::Signature)
    }

    fn write(self, signature: &ecdsa::Signature) -> Vec<u8> {
        if self.der { signature.to_der() } else { signature.to_bytes() }
    }
}

fn rsa_scheme(hash: Hash, pss: bool) -> RsaScheme {
    with_hash!(hash, D => if pss { RsaScheme::pss::<D>() } else { RsaScheme::pkcs1v15::<D>() })
}

fn ec_secret(key: &SecretKey) -> Result<&EcSecret> {
    if let AnySecretKey::Weierstrass(key) = &key.key { Ok(key) } else { Err(Status::Key) }
}
fn ec(key: &PublicKey) -> Result<&Ec> {
    if let AnyPublicKey::Weierstrass(key) = &key.0 { Ok(key) } else { Err(Status::Key) }
}
fn rsa_secret(key: &SecretKey) -> Result<&rsa::SecretKey> {
    if let AnySecretKey::Rsa(key) = &key.key { Ok(key) } else { Err(Status::Key) }
}
fn rsa_public(key: &PublicKey) -> Result<&rsa::PublicKey> {
    if let AnyPublicKey::Rsa(key) = &key.0 { Ok(key) } else { Err(Status::Key) }
}

fn sign(chosen: Chosen, key: &SecretKey, message: &[u8]) -> Result<Vec<u8>> {
    Ok(match (chosen.kind, &key.key) {
        (Kind::Ecdsa(hash), AnySecretKey::Weierstrass(key)) => {
            let (signer, digest) = (ecdsa::Signer::default(), chosen.digest(hash, message));
            let pair = with_hash!(hash, D => signer.sign_digest::<D>(key, &digest));
            chosen.write(&pair?.0)
        }
        (Kind::Ed25519, AnySecretKey::Ed25519(key)) => key.sign(message).to_bytes().to_vec(),
        (Kind::Bip340, AnySecretKey::Weierstrass(_)) => {
            key.bip340()?.sign(message, &mut System)?.to_vec()
        }
        (Kind::Rsa(hash, pss), AnySecretKey::Rsa(key)) => {
            let digest = chosen.digest(hash, message);
            key.sign_digest(&rsa_scheme(hash, pss), &digest, &mut System)?
        }
        (Kind::Bls(scheme), AnySecretKey::Pairing(PairingSecretKey::Bls(key))) => {
            Bls::<MinimalPubkeySize>::new(scheme).sign(key, message).as_bytes().to_vec()
        }
        (Kind::Bls(scheme), AnySecretKey::Pairing(PairingSecretKey::BlsMinimalSignature(key))) => {
            Bls::<MinimalSignatureSize>::new(scheme).sign(key, message).as_bytes().to_vec()
        }
        _ => return Err(Status::Key),
    })
}

fn sign_all(
    chosen: Chosen,
    keys: &[&SecretKey],
    messages: &[&[u8]],
    split: &dyn Split,
) -> Result<Vec<Result<Vec<u8>>>> {
    let jobs = || keys.iter().zip(messages);
    match chosen.kind {
        Kind::Ecdsa(hash) => {
            let jobs = jobs().map(|(key, m)| Ok((ec_secret(key)?, chosen.digest(hash, m))));
            let signed = of_valid(jobs.collect(), |jobs| {
                let jobs: Vec<_> = jobs.iter().map(|(key, digest)| (*key, &digest[..])).collect();
                let signer = ecdsa::Signer::default();
                Ok(with_hash!(hash, D => signer.sign_digests::<D>(&jobs, split)))
            })?;
            Ok(signed.into_iter().map(|s| Ok(chosen.write(&s?.0))).collect())
        }
        Kind::Rsa(hash, pss) => {
            let jobs = jobs().map(|(key, m)| Ok((rsa_secret(key)?, chosen.digest(hash, m))));
            of_valid(jobs.collect(), |jobs| {
                let jobs: Vec<_> = jobs.iter().map(|(key, digest)| (*key, &digest[..])).collect();
                let scheme = rsa_scheme(hash, pss);
                Ok(rsa::SecretKey::sign_digests(&jobs, &scheme, split, &mut System))
            })
        }
        _ => Ok(each(keys.len(), split, |i| sign(chosen, keys[i], messages[i]))),
    }
}

fn verify(chosen: Chosen, key: &PublicKey, message: &[u8], signature: &[u8]) -> Result<()> {
    match (chosen.kind, &key.0) {
        (Kind::Ecdsa(hash), AnyPublicKey::Weierstrass(key)) => {
            let signature = chosen.read(key.curve(), signature)?;
            ecdsa::verify_digest(key, &chosen.digest(hash, message), &signature)?;
        }
        (Kind::Ed25519, AnyPublicKey::Ed25519(key)) => ed25519::Signature::from_bytes(signature)
            .and_then(|signature| key.verify(message, &signature))
            .map_err(|_| Status::Signature)?,
        (Kind::Bip340, AnyPublicKey::Weierstrass(key)) => {
            let key = bip340::VerifyingKey::new(key)?;
            key.verify(message, signature).map_err(|_| Status::Signature)?;
        }
        (Kind::Rsa(hash, pss), AnyPublicKey::Rsa(key)) => {
            key.verify_digest(&rsa_scheme(hash, pss), &chosen.digest(hash, message), signature)?;
        }
        (Kind::Bls(scheme), AnyPublicKey::Pairing(PairingPublicKey::Bls(key))) => {
            verify_bls(scheme, key, message, signature)?;
        }
        (Kind::Bls(scheme), AnyPublicKey::Pairing(PairingPublicKey::BlsMinimalSignature(key))) => {
            verify_bls(scheme, key, message, signature)?;
        }
        _ => return Err(Status::Key),
    }
    Ok(())
}

fn verify_bls<V: Variant>(
    scheme: bls12_381::Scheme,
    key: &bls12_381::PublicKey<V>,
    message: &[u8],
    signature: &[u8],
) -> Result<()> {
    let bls = Bls::<V>::new(scheme);
    let signature = bls.read_signature(signature).map_err(|_| Status::Signature)?;
    Ok(bls.verify(key, message, &signature)?)
}

/// Whether all of a batch are valid, at the cost of much less than one verification each.
fn bls_batch<'a, V: Variant>(
    scheme: bls12_381::Scheme,
    jobs: impl Iterator<Item = (Option<&'a bls12_381::PublicKey<V>>, &'a [u8], &'a [u8])>,
) -> bool {
    let bls = Bls::<V>::new(scheme);
    let read = |(key, message, signature): (Option<&'a _>, _, _)| {
        Some((key?, message, bls.read_signature(signature).ok()?))
    };
    jobs.map(read).collect::<Option<Vec<_>>>().is_some_and(|jobs| {
        let jobs: Vec<_> = jobs.iter().map(|(key, message, s)| (*key, *message, s)).collect();
        bls.verify_batch(&jobs, &mut System).is_ok()
    })
}

fn verify_all(
    chosen: Chosen,
    keys: &[&PublicKey],
    messages: &[&[u8]],
    signatures: &[&[u8]],
    split: &dyn Split,
) -> Result<Vec<Result<()>>> {
    let jobs = || keys.iter().zip(messages).zip(signatures).map(|((k, m), s)| (*k, *m, *s));
    match chosen.kind {
        Kind::Ecdsa(hash) => {
            let read = |(key, message, signature)| {
                let key = ec(key)?;
                Ok((key, chosen.digest(hash, message), chosen.read(key.curve(), signature)?))
            };
            of_valid(jobs().map(read).collect(), |jobs| {
                let jobs: Vec<_> = jobs.iter().map(|(key, d, s)| (*key, &d[..], s)).collect();
                Ok(ecdsa::verify_digests(&jobs, split))
            })
        }
        Kind::Rsa(hash, pss) => {
            let read = |(key, message, signature)| {
                Ok((rsa_public(key)?, chosen.digest(hash, message), signature))
            };
            of_valid(jobs().map(read).collect(), |jobs| {
                let jobs: Vec<_> = jobs.iter().map(|(key, d, s)| (*key, &d[..], *s)).collect();
                Ok(rsa::PublicKey::verify_digests(&jobs, &rsa_scheme(hash, pss), split))
            })
        }
        Kind::Ed25519 => rows(
            jobs(),
            |jobs| {
                let (keys, messages, signatures) = columns(jobs, |key| match &key.0 {
                    AnyPublicKey::Ed25519(key) => key.as_bytes().to_vec(),
                    _ => vec![0; 32],
                });
                ed25519::verify_rows(&keys, &messages, &signatures, split)
            },
            |key| matches!(key.0, AnyPublicKey::Ed25519(_)),
        ),
        Kind::Bip340 => {
            let curve = Curve::named("secp256k1")?;
            rows(
                jobs(),
                |jobs| {
                    let (keys, messages, signatures) = columns(jobs, |key| {
                        ec(key)
                            .ok()
                            .and_then(|k| bip340::VerifyingKey::new(k).ok())
                            .map_or(vec![0; 32], |key| key.to_bytes())
                    });
                    bip340::verify_rows(&curve, &keys, &messages, &signatures, split)
                },
                |key| ec(key).is_ok_and(|key| key.curve().name() == Some("secp256k1")),
            )
        }
        Kind::Bls(scheme) => {
            let short = jobs().map(|(key, m, s)| match &key.0 {
                AnyPublicKey::Pairing(PairingPublicKey::Bls(key)) => (Some(key), m, s),
                _ => (None, m, s),
            });
            let long = jobs().map(|(key, m, s)| match &key.0 {
                AnyPublicKey::Pairing(PairingPublicKey::BlsMinimalSignature(key)) => {
                    (Some(key), m, s)
                }
                _ => (None, m, s),
            });
            if bls_batch::<MinimalPubkeySize>(scheme, short)
                || bls_batch::<MinimalSignatureSize>(scheme, long)
            {
                return Ok(vec![Ok(()); keys.len()]);
            }
            Ok(each(keys.len(), split, |i| verify(chosen, keys[i], messages[i], signatures[i])))
        }
    }
}

type Job<'a> = (&'a PublicKey, &'a [u8], &'a [u8]);

/// The verdicts of a function over rows, whose keys have 32 bytes and whose signatures 64.
fn rows<'a>(
    jobs: impl Iterator<Item = Job<'a>>,
    verify_rows: impl FnOnce(&[Job<'a>]) -> polylimb_rs::Result<Vec<u8>>,
    is_key: impl Fn(&PublicKey) -> bool,
) -> Result<Vec<Result<()>>> {
    let check = |(key, message, signature): Job<'a>| match (is_key(key), signature.len()) {
        (true, 64) => Ok((key, message, signature)),
        (true, _) => Err(Status::Signature),
        (false, _) => Err(Status::Key),
    };
    of_valid(jobs.map(check).collect(), |jobs| {
        let bits = verify_rows(jobs)?;
        let valid = |i: usize| bits[i / 8] >> (i % 8) & 1 == 1;
        Ok((0..jobs.len()).map(|i| if valid(i) { Ok(()) } else { Err(Error::Signature) }).collect())
    })
}

fn columns<'a>(
    jobs: &[Job<'a>],
    key_bytes: impl Fn(&PublicKey) -> Vec<u8>,
) -> (Vec<u8>, Vec<&'a [u8]>, Vec<u8>) {
    (
        jobs.iter().flat_map(|(key, ..)| key_bytes(key)).collect(),
        jobs.iter().map(|job| job.1).collect(),
        jobs.iter().flat_map(|job| job.2).copied().collect(),
    )
}

/// The signature of a message under a scheme of `polylimb_scheme`. The key is secret, message and
/// signature are not. `POLYLIMB_STATUS_KEY` for a key of another kind, or too short for the hash.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_sign(
    key: *const SecretKey,
    scheme: u32,
    message: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        out.put(sign(Chosen::new(scheme)?, key, bytes(message, length)?)?)
    })
}

/// `polylimb_sign` of each message. ECDSA and RSA: eight at a time where the CPU has lanes.
///
/// `key_count` is 1, one key for all, or `count`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_sign_all(
    keys: *const *const SecretKey,
    key_count: usize,
    scheme: u32,
    count: usize,
    messages: Rows,
    threads: usize,
    signatures: OutputRows,
    statuses: *mut Status,
) -> Status {
    call(|| {
        let output = Jobs::new(count, statuses, Some(signatures))?;
        let (keys, messages) = (batch(keys, key_count, count)?, messages.read(count)?);
        let chosen = Chosen::new(scheme)?;
        let results = on_threads(threads, |split| sign_all(chosen, &keys, &messages, split))??;
        output.put(results, Into::into)
    })
}

/// `POLYLIMB_STATUS_OK` if the signature is one of the message by the key's owner,
/// `POLYLIMB_STATUS_SIGNATURE` if not. All inputs are public.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_verify(
    key: *const PublicKey,
    scheme: u32,
    message: *const u8,
    length: usize,
    signature: *const u8,
    signature_length: usize,
) -> Status {
    call(|| {
        let (message, signature) = (bytes(message, length)?, bytes(signature, signature_length)?);
        verify(Chosen::new(scheme)?, get(key)?, message, signature)
    })
}

/// `polylimb_verify` of each signature, each with its own verdict, eight at a time where the CPU
/// has lanes. BLS: all at once, and one by one if one of them is not valid.
///
/// `key_count` is 1, one key for all, or `count`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_verify_all(
    keys: *const *const PublicKey,
    key_count: usize,
    scheme: u32,
    count: usize,
    messages: Rows,
    signatures: Rows,
    threads: usize,
    statuses: *mut Status,
) -> Status {
    call(|| {
        let output = Jobs::new(count, statuses, None)?;
        let (keys, chosen) = (batch(keys, key_count, count)?, Chosen::new(scheme)?);
        let (messages, signatures) = (messages.read(count)?, signatures.read(count)?);
        let verdicts =
            on_threads(threads, |split| verify_all(chosen, &keys, &messages, &signatures, split))??;
        output.put(verdicts, |()| Zeroizing::default())
    })
}

type Shared = Zeroizing<Vec<u8>>;

fn agree(own: &SecretKey, other: &PublicKey) -> Result<Shared> {
    Ok(Zeroizing::new(match (&own.key, &other.0) {
        (AnySecretKey::Weierstrass(own), AnyPublicKey::Weierstrass(other)) => {
            own.agree(other)?.as_bytes().to_vec()
        }
        (AnySecretKey::X25519(own), AnyPublicKey::X25519(other)) => {
            own.agree(other)?.as_bytes().to_vec()
        }
        _ => return Err(Status::Key),
    }))
}

/// The secret that both sides compute: ECDH (the abscissa, as long as a coordinate) or X25519 (32
/// bytes). It is secret, and not uniform: derive keys from it. `POLYLIMB_STATUS_KEY` for keys of
/// different curves.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_agree(
    own: *const SecretKey,
    other: *const PublicKey,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (own, other, out) = (get(own)?, get(other)?, Output::new(out, out_length)?);
        out.put(agree(own, other)?)
    })
}

/// `polylimb_agree` of each two keys, eight at a time where the CPU has lanes.
///
/// `own_count` and `other_count` are 1, one key for all, or `count`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_agree_all(
    own: *const *const SecretKey,
    own_count: usize,
    others: *const *const PublicKey,
    other_count: usize,
    count: usize,
    threads: usize,
    secrets: OutputRows,
    statuses: *mut Status,
) -> Status {
    call(|| {
        let output = Jobs::new(count, statuses, Some(secrets))?;
        let pairs: Vec<_> = batch(own, own_count, count)?
            .into_iter()
            .zip(batch(others, other_count, count)?)
            .collect();
        let shared = on_threads(threads, |split| agree_all(&pairs, split))??;
        output.put(shared, |secret| secret)
    })
}

fn agree_all(pairs: &[(&SecretKey, &PublicKey)], split: &dyn Split) -> Result<Vec<Result<Shared>>> {
    let curves = pairs.iter().map(|(own, other)| Ok((ec_secret(own)?, ec(other)?)));
    let curves = of_valid(curves.collect(), |jobs| Ok(EcSecret::agree_all(jobs, split)))?;
    let montgomery = pairs.iter().map(|(own, other)| match (&own.key, &other.0) {
        (AnySecretKey::X25519(own), AnyPublicKey::X25519(other)) => Ok((own, other)),
        _ => Err(Status::Key),
    });
    let montgomery =
        of_valid(montgomery.collect(), |jobs| Ok(x25519::SecretKey::agree_all(jobs, split)))?;
    let copied = |bytes: &[u8]| Ok(Zeroizing::new(bytes.to_vec()));
    let of = |(pair, (curve, montgomery)): (&(&SecretKey, _), (Result<_>, Result<_>))| {
        if matches!(pair.0.key, AnySecretKey::X25519(_)) {
            montgomery.and_then(|s: x25519::SharedSecret| copied(s.as_bytes()))
        } else {
            curve.and_then(|s: polylimb_rs::protocol::SharedSecret| copied(s.as_bytes()))
        }
    };
    Ok(pairs.iter().zip(curves.into_iter().zip(montgomery)).map(of).collect())
}
