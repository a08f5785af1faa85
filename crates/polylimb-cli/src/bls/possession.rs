//! `polylimb bls prove` and `verify-proof`.

use crate::print_json;
use crate::protocol::bls::{Keys, public_keys};
use crate::protocol::files::{Output, one_standard_input, read, secret_key, wrong_key};
use crate::protocol::{hexadecimal, verdict};
use polylimb::Error;
use polylimb::bls12_381::{
    Bls, MinimalPubkeySize, MinimalSignatureSize, PublicKey, Scheme, SecretKey, Variant,
};
use polylimb::protocol::keys::{AnySecretKey, PairingSecretKey};
use polylimb_lab::failure::Result;
use serde_json::{Map, json};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Prove {
    /// The secret key
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    #[command(flatten)]
    output: Output,
    /// What was done as JSON; the proof is in it, in hexadecimal
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Verify {
    /// The public key
    #[arg(long, value_name = "PUB")]
    key: PathBuf,
    /// The proof, - for standard input
    #[arg(long, value_name = "PROOF")]
    proof: PathBuf,
    /// The verdict as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn prove(options: &Prove) -> Result<()> {
    options.output.check(&[&options.key])?;
    let proof = match secret_key(&options.key)? {
        AnySecretKey::Pairing(PairingSecretKey::Bls(key)) => proof::<MinimalPubkeySize>(&key)?,
        AnySecretKey::Pairing(PairingSecretKey::BlsMinimalSignature(key)) => {
            proof::<MinimalSignatureSize>(&key)?
        }
        _ => {
            let wrong =
                "a secret key of BLS signatures is needed, from key generate --curve bls12-381";
            return Err(wrong_key(&options.key, Error::Key { wrong }));
        }
    };
    if !(options.json && options.output.is_standard()) {
        options.output.write(&proof)?;
    }
    if options.json {
        print_json(&json!({
            "scheme": "bls",
            "output": options.output.path(),
            "proof": hexadecimal(&proof),
        }))?;
    }
    Ok(())
}

fn proof<V: Variant>(key: &SecretKey) -> Result<Vec<u8>> {
    let bls = Bls::<V>::new(Scheme::ProofOfPossession);
    Ok(bls.prove_possession(key)?.as_bytes().to_vec())
}

pub(super) fn verify(options: &Verify) -> Result<()> {
    one_standard_input(&[&options.key, &options.proof])?;
    let keys = public_keys(std::slice::from_ref(&options.key))?;
    let proof = read(&options.proof, "the proof")?;
    let found = match keys {
        Keys::Short(keys) => check(&keys, &proof),
        Keys::Long(keys) => check(&keys, &proof),
    };
    let mut details = Map::new();
    details.insert("scheme".into(), json!("bls"));
    verdict::tell(found, options.json, &details)
}

fn check<V: Variant>(keys: &[PublicKey<V>], proof: &[u8]) -> polylimb::Result<()> {
    let bls = Bls::<V>::new(Scheme::ProofOfPossession);
    let proof = bls.read_signature(proof)?;
    keys.iter().try_for_each(|key| bls.verify_possession(key, &proof).map(drop)).map_err(no_proof)
}

/// Of a signature that a key should have made, and that is called a proof.
pub(super) fn no_proof(error: Error) -> Error {
    if error == Error::Signature { Error::Proof } else { error }
}
