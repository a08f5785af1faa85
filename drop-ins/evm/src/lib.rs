//! The precompiled contracts of the EVM by polylimb, for revm.
//!
//! ```
//! assert!(revm_precompile::install_crypto(polylimb_evm::Polylimb::new()));
//! ```
//!
//! [`Polylimb`] computes all that its trait has but the hashes. Results, and for invalid input the
//! reasons to halt, are as in [`DefaultCrypto`](revm_precompile::DefaultCrypto).
//!
//! **Variable time**: all data of a chain are public.

mod bls12_381;
mod bn254;
mod ecdsa;
mod modexp;

use polylimb::cpu::Features;
use polylimb::pairing::{G2, PairingEngine, PairingName};
use polylimb::protocol::Curve;
use revm_precompile::bls12_381::{G1Point, G1PointScalar, G2Point, G2PointScalar};
use revm_precompile::bls12_381_const::TRUSTED_SETUP_TAU_G2_BYTES;
use revm_precompile::{Crypto, DefaultCrypto, PrecompileHalt};
use std::fmt;
use std::sync::Arc;

type Result<T> = std::result::Result<T, PrecompileHalt>;

/// The curves, on this machine's best kernels.
pub struct Polylimb {
    bn254: Arc<dyn PairingEngine>,
    bls12_381: Arc<dyn PairingEngine>,
    /// The generator of `G₂` of BLS12-381, and its multiple by the secret of the setup.
    setup: [G2; 2],
    secp256k1: Curve,
    p256: Curve,
}

impl Polylimb {
    /// Makes the curves and their tables: some milliseconds, to be done once.
    ///
    /// # Panics
    /// Never: the curves and the setup are fixed.
    #[must_use]
    pub fn new() -> Self {
        let features = Features::detect();
        let bls12_381 = PairingName::Bls12381.engine(features);
        let g2 = bls12_381.g2();
        let tau =
            g2.decode(&TRUSTED_SETUP_TAU_G2_BYTES).expect("the setup is a point of the group");
        let named = |name| Curve::named(name).expect("a feature of polylimb adds the curve");
        Self {
            setup: [g2.generator(), tau],
            bn254: PairingName::Bn254Snark.engine(features),
            bls12_381,
            secp256k1: named("secp256k1"),
            p256: named("P-256"),
        }
    }
}

impl Default for Polylimb {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Polylimb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Polylimb")
    }
}

impl Crypto for Polylimb {
    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64]> {
        bn254::add(&*self.bn254, p1, p2)
    }

    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64]> {
        bn254::multiply(&*self.bn254, point, scalar)
    }

    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool> {
        bn254::product_is_one(&*self.bn254, pairs)
    }

    fn secp256k1_ecrecover(&self, sig: &[u8; 64], recid: u8, msg: &[u8; 32]) -> Result<[u8; 32]> {
        ecdsa::recover(&self.secp256k1, sig, recid, msg)
            .ok_or(PrecompileHalt::Secp256k1RecoverFailed)
    }

    fn modexp(&self, base: &[u8], exp: &[u8], modulus: &[u8]) -> Result<Vec<u8>> {
        // A modulus longer than polylimb takes.
        modexp::modexp(base, exp, modulus).or_else(|_| DefaultCrypto.modexp(base, exp, modulus))
    }

    fn secp256r1_verify_signature(&self, msg: &[u8; 32], sig: &[u8; 64], pk: &[u8; 64]) -> bool {
        ecdsa::is_valid(&self.p256, msg, sig, pk)
    }

    fn verify_kzg_proof(
        &self,
        z: &[u8; 32],
        y: &[u8; 32],
        commitment: &[u8; 48],
        proof: &[u8; 48],
    ) -> Result<()> {
        let proved =
            bls12_381::has_value(&*self.bls12_381, &self.setup, [z, y], [commitment, proof]);
        if proved == Ok(true) { Ok(()) } else { Err(PrecompileHalt::BlobVerifyKzgProofFailed) }
    }

    fn bls12_381_g1_add(&self, a: G1Point, b: G1Point) -> Result<[u8; 96]> {
        bls12_381::add_g1(&*self.bls12_381, &a, &b)
    }

    fn bls12_381_g1_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G1PointScalar>>,
    ) -> Result<[u8; 96]> {
        bls12_381::sum_g1(&*self.bls12_381, pairs)
    }

    fn bls12_381_g2_add(&self, a: G2Point, b: G2Point) -> Result<[u8; 192]> {
        bls12_381::add_g2(&*self.bls12_381, &a, &b)
    }

    fn bls12_381_g2_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G2PointScalar>>,
    ) -> Result<[u8; 192]> {
        bls12_381::sum_g2(&*self.bls12_381, pairs)
    }

    fn bls12_381_pairing_check(&self, pairs: &[(G1Point, G2Point)]) -> Result<bool> {
        bls12_381::product_is_one(&*self.bls12_381, pairs)
    }

    fn bls12_381_fp_to_g1(&self, fp: &[u8; 48]) -> Result<[u8; 96]> {
        bls12_381::map_to_g1(&*self.bls12_381, fp)
    }

    fn bls12_381_fp2_to_g2(&self, (c0, c1): ([u8; 48], [u8; 48])) -> Result<[u8; 192]> {
        bls12_381::map_to_g2(&*self.bls12_381, [&c0, &c1])
    }
}
