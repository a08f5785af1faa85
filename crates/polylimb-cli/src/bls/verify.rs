//! `polylimb bls verify-aggregate` and `verify-batch`.

use super::possession::no_proof;
use crate::protocol::bls::{Keys, form, public_keys};
use crate::protocol::files::{Message, one_standard_input, read};
use crate::protocol::{random, verdict};
use polylimb::Error;
use polylimb::bls12_381::{Bls, ProvedKey, PublicKey, Scheme, Signature, Variant};
use polylimb_lab::failure::{Failure, Result};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// A public key; once for each signer
    #[arg(long, value_name = "PUB", num_args = 1, required = true)]
    key: Vec<PathBuf>,
    /// The data that it signs, - for standard input; in the order of the keys, or once for all of
    /// them
    #[arg(short, long = "input", value_name = "DATA", num_args = 1, required = true)]
    input: Vec<PathBuf>,
    /// The signature; of a batch one for each key
    #[arg(long, value_name = "SIG", num_args = 1, required = true)]
    signature: Vec<PathBuf>,
    /// basic, aug or pop, as when signing; without it pop
    #[arg(long, value_name = "NAME")]
    form: Option<String>,
    /// The verdict as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct Aggregate {
    #[command(flatten)]
    options: Options,
    /// The proof that a key's owner possesses it (bls prove); in pop once for each key, in their
    /// order
    #[arg(long, value_name = "PROOF", num_args = 1)]
    proof: Vec<PathBuf>,
    /// Go without: the proofs of all keys were verified earlier. The owner of a key without one may
    /// have forged the signature
    #[arg(long, conflicts_with = "proof")]
    i_checked_possession: bool,
}

/// The inputs of a check.
struct Signed {
    messages: Vec<Zeroizing<Vec<u8>>>,
    signatures: Vec<Zeroizing<Vec<u8>>>,
}

impl Options {
    /// Reads the keys, after checking that at most one input is standard input.
    fn keys(&self, proofs: &[PathBuf]) -> Result<Keys> {
        let all = [&self.key[..], &self.input, &self.signature, proofs];
        let paths: Vec<&Path> = all.into_iter().flatten().map(PathBuf::as_path).collect();
        one_standard_input(&paths)?;
        public_keys(&self.key)
    }

    fn read(&self) -> Result<Signed> {
        let messages = self.input.iter().map(|path| Message(path).read());
        let signatures = self.signature.iter().map(|path| read(path, "the signature"));
        Ok(Signed {
            messages: messages.collect::<Result<_>>()?,
            signatures: signatures.collect::<Result<_>>()?,
        })
    }

    fn tell(&self, found: polylimb::Result<()>, suite: &str) -> Result<()> {
        // Inputs that do not fit together are an error, not a verdict.
        if let Err(error @ (Error::Key { .. } | Error::Parameter { .. })) = found {
            return Err(error.into());
        }
        let mut details = Map::<String, Value>::new();
        details.insert("scheme".into(), json!("bls"));
        details.insert("ciphersuite".into(), json!(suite));
        details.insert("keys".into(), json!(self.key.len()));
        verdict::tell(found, self.json, &details)
    }
}

pub(super) fn aggregate(aggregate: &Aggregate) -> Result<()> {
    let options = &aggregate.options;
    if options.signature.len() != 1 {
        return Err(Failure::usage(
            "an aggregate is one signature; give --signature once, or take verify-batch for several",
        ));
    }
    let (keys, inputs) = (options.key.len(), options.input.len());
    if inputs != keys && inputs != 1 {
        return Err(Failure::usage(format!(
            "{keys} keys and {inputs} files of data; give one -i for each key in the same order, or one that all have signed"
        )));
    }
    let form = form(options.form.as_deref())?;
    aggregate.check_proofs(form)?;
    match options.keys(&aggregate.proof)? {
        Keys::Short(keys) => aggregate.verify_in(form, &keys),
        Keys::Long(keys) => aggregate.verify_in(form, &keys),
    }
}

impl Aggregate {
    /// Whether the proofs that the form needs are there, and no others.
    fn check_proofs(&self, form: Scheme) -> Result<()> {
        let (keys, proofs) = (self.options.key.len(), self.proof.len());
        if form != Scheme::ProofOfPossession {
            return if proofs == 0 && !self.i_checked_possession {
                Ok(())
            } else {
                Err(Failure::usage("proofs of possession belong to the form pop; leave them out"))
            };
        }
        if proofs == keys || self.i_checked_possession {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "{keys} keys and {proofs} proofs of possession; give --proof (bls prove) once for each key in the same order, because a key made from the keys of others forges their signatures; --i-checked-possession if all were verified earlier"
        )))
    }

    fn verify_in<V: Variant>(&self, form: Scheme, keys: &[PublicKey<V>]) -> Result<()> {
        let bls = Bls::<V>::new(form);
        let signed = self.options.read()?;
        let proofs = self.proof.iter().map(|path| read(path, "the proof"));
        let proofs = proofs.collect::<Result<Vec<_>>>()?;
        let found = bls.read_signature(&signed.signatures[0]).and_then(|signature| {
            if form == Scheme::ProofOfPossession {
                let proved = self.proved(&bls, keys, &proofs)?;
                return with_proofs(&bls, &proved, &signed.messages, &signature);
            }
            if signed.messages.len() != keys.len() {
                // Its error says which form it takes.
                return bls.fast_aggregate_verify(&[], &signed.messages[0], &signature);
            }
            let messages = signed.messages.iter().map(|message| &message[..]);
            let pairs: Vec<_> = keys.iter().zip(messages).collect();
            bls.aggregate_verify(&pairs, &signature)
        });
        self.options.tell(found, bls.name())
    }

    /// The keys with their proofs, or on the user's word.
    fn proved<V: Variant>(
        &self,
        bls: &Bls<V>,
        keys: &[PublicKey<V>],
        proofs: &[Zeroizing<Vec<u8>>],
    ) -> polylimb::Result<Vec<ProvedKey<V>>> {
        if self.i_checked_possession {
            return Ok(keys.iter().cloned().map(ProvedKey::verified_earlier).collect());
        }
        let check = |(key, proof): (&_, &Zeroizing<Vec<u8>>)| {
            bls.verify_possession(key, &bls.read_signature(proof)?).map_err(no_proof)
        };
        keys.iter().zip(proofs).map(check).collect()
    }
}

fn with_proofs<V: Variant>(
    bls: &Bls<V>,
    keys: &[ProvedKey<V>],
    messages: &[Zeroizing<Vec<u8>>],
    signature: &Signature<V>,
) -> polylimb::Result<()> {
    if messages.len() != keys.len() {
        return bls.fast_aggregate_verify(keys, &messages[0], signature);
    }
    let messages = messages.iter().map(|message| &message[..]);
    let pairs: Vec<_> = keys.iter().zip(messages).collect();
    bls.proved_aggregate_verify(&pairs, signature)
}

pub(super) fn batch(options: &Options) -> Result<()> {
    let [keys, inputs, signatures] =
        [&options.key, &options.input, &options.signature].map(Vec::len);
    if keys != inputs || keys != signatures {
        return Err(Failure::usage(format!(
            "{keys} keys, {inputs} files of data and {signatures} signatures; a batch has one of each for every signer, in the same order"
        )));
    }
    match options.keys(&[])? {
        Keys::Short(keys) => batch_in(options, &keys),
        Keys::Long(keys) => batch_in(options, &keys),
    }
}

fn batch_in<V: Variant>(options: &Options, keys: &[PublicKey<V>]) -> Result<()> {
    let bls = Bls::<V>::new(form(options.form.as_deref())?);
    let signed = options.read()?;
    let read = signed.signatures.iter().map(|bytes| bls.read_signature(bytes));
    let found = match read.collect::<polylimb::Result<Vec<_>>>() {
        Err(error) => Err(error),
        Ok(signatures) => {
            let messages = signed.messages.iter().map(|message| &message[..]);
            let items: Vec<_> =
                keys.iter().zip(messages).zip(&signatures).map(|((k, m), s)| (k, m, s)).collect();
            random::with(|random| Ok(bls.verify_batch(&items, random)))?
        }
    };
    options.tell(found, bls.name())
}
