//! `polylimb bls aggregate`.

use crate::print_json;
use crate::protocol::files::{Output, read, wrong_key};
use crate::protocol::hexadecimal;
use polylimb::bls12_381::{Bls, MinimalPubkeySize, MinimalSignatureSize, Scheme, Variant};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Bytes of a signature in the smaller group.
const SHORT: usize = 48;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The signatures, all of keys of one kind
    #[arg(value_name = "SIG", required = true)]
    signatures: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// What was done as JSON; the signature is in it, in hexadecimal
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let paths: Vec<&Path> = options.signatures.iter().map(PathBuf::as_path).collect();
    options.output.check(&paths)?;
    let mut files = Vec::new();
    for path in &paths {
        files.push(read(path, "the signature")?.to_vec());
    }
    // The sum does not depend on the scheme.
    let sum = match files.iter().filter(|file| file.len() == SHORT).count() {
        0 => add::<MinimalPubkeySize>(&paths, &files)?,
        n if n == files.len() => add::<MinimalSignatureSize>(&paths, &files)?,
        _ => {
            return Err(Failure::usage(
                "some signatures are of 48 bytes and some are not; give signatures by keys of one kind, all of 48 or all of 96 bytes",
            ));
        }
    };
    if !(options.json && options.output.is_standard()) {
        options.output.write(&sum)?;
    }
    if options.json {
        print_json(&json!({
            "scheme": "bls",
            "count": files.len(),
            "output": options.output.path(),
            "signature": hexadecimal(&sum),
        }))?;
    }
    Ok(())
}

fn add<V: Variant>(paths: &[&Path], files: &[Vec<u8>]) -> Result<Vec<u8>> {
    let bls = Bls::<V>::new(Scheme::Basic);
    let mut signatures = Vec::new();
    for (path, file) in paths.iter().zip(files) {
        signatures.push(bls.read_signature(file).map_err(|error| wrong_key(path, error))?);
    }
    Ok(bls.aggregate(&signatures)?.as_bytes().to_vec())
}
