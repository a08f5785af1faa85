//! `polylimb key public`.

use super::{Encoding, curve, point, rsa_fields};
use crate::print_json;
use crate::protocol::files::{Output, read, wrong_key};
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, Format};
use polylimb_lab::failure::Result;
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The secret key; or a public one, to change its format
    #[arg(short, long, value_name = "KEY")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    /// pem or der
    #[arg(long, value_name = "pem|der", default_value = "pem")]
    format: Encoding,
    /// What was done as JSON; with -o - the key is in it
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    options.output.check(&[&options.input])?;
    let key = of_file(&options.input)?;
    let contents = match options.format {
        Encoding::Pem => key.to_pem()?.into_bytes(),
        Encoding::Der => key.to_der()?,
    };
    let inside = options.json && options.output.is_standard();
    if !inside {
        options.output.write(&contents)?;
    }
    if options.json {
        let mut json = json!({
            "curve": curve(key.name()),
            "format": options.format.name(),
            "output": options.output.path(),
            "public": point(&key)?,
        });
        for (name, value) in rsa_fields(&key) {
            json[name] = value;
        }
        if inside {
            json["key"] = options.format.json(&contents);
        }
        print_json(&json)?;
    }
    Ok(())
}

/// The public key in the file, or the one that belongs to the secret key in the file.
fn of_file(path: &Path) -> Result<AnyPublicKey> {
    let bytes = read(path, "the key")?;
    let key = if Format::of(&bytes).is_some_and(|format| !format.is_secret()) {
        AnyPublicKey::decode(&bytes)
    } else {
        AnySecretKey::decode(&bytes).and_then(|key| key.public_key())
    };
    key.map_err(|error| wrong_key(path, error))
}
