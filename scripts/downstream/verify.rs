//! Verifies one P-256 signature. The stage `weight` counts its bytes.

use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{Signature, verify_digest};
use polylimb::protocol::keys::PublicKey;

// NIST CAVP, FIPS 186-3 SigVer, P-256 with SHA-1.
const DIGEST: &str = "e8d38e4c6a905a814b04c2841d898ed6da023c34";
const KEY: &str = "04f3033d1e548d245b5e45ff1147db8cd44db8a1f2823c3c164125be88f9a982c\
    23c078f6cee2f50e95e8916aa9c4e93de3fdf9b045abac6f707cfcb22d065638e";
const SIGNATURE: &str = "d4255db86a416a5a688de4e238071ef16e5f2a20e31b9490c03dee9ae6164c34\
    4e0ac1e1a6725bf7c6bd207439b2d370c5f2dea1ff4decf1650ab84c7769efc0";

fn bytes(hex: &str) -> Vec<u8> {
    let digit = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal");
    (0..hex.len() / 2).map(digit).collect()
}

fn main() -> polylimb::Result<()> {
    let curve = Curve::named("P-256")?;
    let key = PublicKey::from_sec1(&curve, &bytes(KEY))?;
    let signature = Signature::from_bytes(&curve, &bytes(SIGNATURE))?;
    let mut digest = bytes(DIGEST);
    verify_digest(&key, &digest, &signature)?;
    digest[0] ^= 1;
    assert!(verify_digest(&key, &digest, &signature).is_err(), "another message");
    Ok(())
}
