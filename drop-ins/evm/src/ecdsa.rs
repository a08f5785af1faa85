//! Recovery on secp256k1 (the precompile at address 1) and verification on P-256 (EIP-7951).

use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{RecoveryId, Signature, recover_digest, verify_digest};
use polylimb::protocol::keys::PublicKey;
use revm_precompile::primitives::keccak256;

/// The address of the signer, in the low 20 bytes.
pub(super) fn recover(
    curve: &Curve,
    signature: &[u8; 64],
    id: u8,
    digest: &[u8; 32],
) -> Option<[u8; 32]> {
    let signature = Signature::from_bytes(curve, signature).ok()?;
    let key = recover_digest(digest, &signature, RecoveryId::from_byte(id).ok()?).ok()?;
    let mut hash = keccak256(&key.to_sec1()[1..]).0;
    hash[..12].fill(0);
    Some(hash)
}

/// Whether the signature, `r` and `s`, is one of this digest by the owner of the key, `x` and `y`.
pub(super) fn is_valid(
    curve: &Curve,
    digest: &[u8; 32],
    signature: &[u8; 64],
    key: &[u8; 64],
) -> bool {
    let mut encoded = [4; 65];
    encoded[1..].copy_from_slice(key);
    let Ok(key) = PublicKey::from_sec1(curve, &encoded) else { return false };
    let Ok(signature) = Signature::from_bytes(curve, signature) else { return false };
    verify_digest(&key, digest, &signature).is_ok()
}
