//! BLS signatures: aggregates and proofs of possession. Keys are in `keys.rs`, single signatures
//! and batches in `signatures.rs`.

use crate::border::{Output, Result, Status, bytes, call, get};
use crate::keys::{PublicKey, SecretKey, batch};
use crate::rows::Rows;
use crate::signatures::bls_scheme;
use polylimb_rs::bls12_381::{
    self, Bls, MinimalPubkeySize, MinimalSignatureSize, ProvedKey, Scheme, Variant,
};
use polylimb_rs::protocol::keys::{AnyPublicKey, AnySecretKey, PairingPublicKey, PairingSecretKey};

/// Keys of both variants.
trait Keyed: Variant + Sized {
    fn key(key: &PublicKey) -> Result<&bls12_381::PublicKey<Self>>;
}
impl Keyed for MinimalPubkeySize {
    fn key(key: &PublicKey) -> Result<&bls12_381::PublicKey<Self>> {
        match &key.0 {
            AnyPublicKey::Pairing(PairingPublicKey::Bls(key)) => Ok(key),
            _ => Err(Status::Key),
        }
    }
}
impl Keyed for MinimalSignatureSize {
    fn key(key: &PublicKey) -> Result<&bls12_381::PublicKey<Self>> {
        match &key.0 {
            AnyPublicKey::Pairing(PairingPublicKey::BlsMinimalSignature(key)) => Ok(key),
            _ => Err(Status::Key),
        }
    }
}

/// One signature of all that `signatures` sign. They have 96 bytes, or 48 for keys of
/// `bls-min-sig`, as the result, all of one kind. At least one.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_bls_aggregate(
    count: usize,
    signatures: Rows,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    fn sum<V: Variant>(rows: &[&[u8]]) -> Result<Vec<u8>> {
        let bls = Bls::<V>::new(Scheme::ProofOfPossession);
        let read =
            rows.iter().map(|row| Ok(bls.read_signature(row)?)).collect::<Result<Vec<_>>>()?;
        Ok(bls.aggregate(&read)?.as_bytes().to_vec())
    }
    call(|| {
        let (out, rows) = (Output::new(out, out_length)?, signatures.read(count)?);
        out.put(match rows.first().map(|row| row.len()) {
            None => return Err(Status::Parameter),
            Some(48) => sum::<MinimalSignatureSize>(&rows)?,
            Some(_) => sum::<MinimalPubkeySize>(&rows)?,
        })
    })
}

/// Whether `signature` aggregates one signature of each message by the owner of its key. With
/// `POLYLIMB_SCHEME_BLS_BASIC` messages must differ. With `POLYLIMB_SCHEME_BLS_POSSESSION` the
/// caller has verified the owners' proofs of possession: otherwise one of them can forge.
///
/// `key_count` is 1, one key for all, or `count`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_bls_aggregate_verify(
    keys: *const *const PublicKey,
    key_count: usize,
    scheme: u32,
    count: usize,
    messages: Rows,
    signature: *const u8,
    signature_length: usize,
) -> Status {
    fn run<V: Keyed>(
        scheme: Scheme,
        keys: &[&PublicKey],
        messages: &[&[u8]],
        signature: &[u8],
    ) -> Result<()> {
        let bls = Bls::<V>::new(scheme);
        let keys = keys.iter().map(|key| V::key(key)).collect::<Result<Vec<_>>>()?;
        let signature = bls.read_signature(signature).map_err(|_| Status::Signature)?;
        if scheme == Scheme::ProofOfPossession {
            let keys: Vec<_> =
                keys.into_iter().map(|key| ProvedKey::verified_earlier(key.clone())).collect();
            let signed: Vec<_> = keys.iter().zip(messages.iter().copied()).collect();
            return Ok(bls.proved_aggregate_verify(&signed, &signature)?);
        }
        let signed: Vec<_> = keys.into_iter().zip(messages.iter().copied()).collect();
        Ok(bls.aggregate_verify(&signed, &signature)?)
    }
    call(|| {
        let (keys, messages) = (batch(keys, key_count, count)?, messages.read(count)?);
        let (scheme, signature) = (bls_scheme(scheme)?, bytes(signature, signature_length)?);
        match keys.first().map(|key| MinimalSignatureSize::key(key)) {
            Some(Ok(_)) => run::<MinimalSignatureSize>(scheme, &keys, &messages, signature),
            _ => run::<MinimalPubkeySize>(scheme, &keys, &messages, signature),
        }
    })
}

/// Whether `signature` aggregates signatures of one message under
/// `POLYLIMB_SCHEME_BLS_POSSESSION` by the owners of all keys, at least one. The caller has
/// verified their proofs of possession.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_bls_fast_aggregate_verify(
    keys: *const *const PublicKey,
    count: usize,
    message: *const u8,
    length: usize,
    signature: *const u8,
    signature_length: usize,
) -> Status {
    fn run<V: Keyed>(keys: &[&PublicKey], message: &[u8], signature: &[u8]) -> Result<()> {
        let bls = Bls::<V>::new(Scheme::ProofOfPossession);
        let proved = |key: &&PublicKey| Ok(ProvedKey::verified_earlier(V::key(key)?.clone()));
        let keys = keys.iter().map(proved).collect::<Result<Vec<_>>>()?;
        let signature = bls.read_signature(signature).map_err(|_| Status::Signature)?;
        Ok(bls.fast_aggregate_verify(&keys, message, &signature)?)
    }
    call(|| {
        let (keys, message) = (batch(keys, count, count)?, bytes(message, length)?);
        let signature = bytes(signature, signature_length)?;
        match keys.first().map(|key| MinimalSignatureSize::key(key)) {
            Some(Ok(_)) => run::<MinimalSignatureSize>(&keys, message, signature),
            _ => run::<MinimalPubkeySize>(&keys, message, signature),
        }
    })
}

/// The proof that the caller has this secret key, as long as a signature.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_bls_prove(
    key: *const SecretKey,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (key, out) = (get(key)?, Output::new(out, out_length)?);
        let scheme = Scheme::ProofOfPossession;
        out.put(match &key.key {
            AnySecretKey::Pairing(PairingSecretKey::Bls(key)) => {
                Bls::<MinimalPubkeySize>::new(scheme).prove_possession(key)?.as_bytes().to_vec()
            }
            AnySecretKey::Pairing(PairingSecretKey::BlsMinimalSignature(key)) => {
                Bls::<MinimalSignatureSize>::new(scheme).prove_possession(key)?.as_bytes().to_vec()
            }
            _ => return Err(Status::Key),
        })
    })
}

/// Whether the proof shows that the key's owner has its secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_bls_prove_verify(
    key: *const PublicKey,
    proof: *const u8,
    length: usize,
) -> Status {
    fn run<V: Keyed>(key: &PublicKey, proof: &[u8]) -> Result<()> {
        let bls = Bls::<V>::new(Scheme::ProofOfPossession);
        let proof = bls.read_signature(proof).map_err(|_| Status::Signature)?;
        bls.verify_possession(V::key(key)?, &proof)?;
        Ok(())
    }
    call(|| {
        let (key, proof) = (get(key)?, bytes(proof, length)?);
        if MinimalSignatureSize::key(key).is_ok() {
            run::<MinimalSignatureSize>(key, proof)
        } else {
            MinimalPubkeySize::key(key)?;
            run::<MinimalPubkeySize>(key, proof)
        }
    })
}
