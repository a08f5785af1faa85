//! `polylimb key generate`.

use super::{Encoding, point};
use crate::command::print_json;
use crate::command::protocol::files::Output;
use crate::command::protocol::random;
use crate::failure::{Failure, Result};
use crate::registry::curve;
use polylimb::protocol::keys::AnySecretKey;
use serde_json::json;
use std::path::PathBuf;
use zeroize::Zeroizing;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// X25519, Ed25519, or a curve's name or alias (polylimb list curve), in any case
    #[arg(long, value_name = "NAME")]
    curve: String,
    /// The file to write, for its owner alone; without it standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// pem or der, both PKCS #8
    #[arg(long, value_name = "pem|der", default_value = "pem")]
    format: Encoding,
    /// Write even over a key
    #[arg(long)]
    force: bool,
    /// What was done as JSON; without -o the key is in it
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let output = Output::new(options.output.as_deref(), options.force);
    output.check()?;
    let name = name(&options.curve)?;
    let key = random::with(|random| Ok(AnySecretKey::generate(name, random)?))?;
    let contents = match options.format {
        Encoding::Pem => Zeroizing::new(key.to_pkcs8_pem()?.as_bytes().to_vec()),
        Encoding::Der => key.to_pkcs8_der()?,
    };
    let inside = options.json && output.is_standard();
    if !inside {
        output.write_secret(&contents)?;
    }
    if options.json {
        let mut json = json!({
            "curve": key.name(),
            "format": options.format.name(),
            "output": output.path(),
            "public": point(&key.public_key()?),
        });
        if inside {
            json["key"] = options.format.json(&contents);
        }
        print_json(&json)?;
    }
    Ok(())
}

/// The library's name.
fn name(text: &str) -> Result<&str> {
    const OTHERS: [(&str, &str); 4] = [
        ("x25519", "X25519"),
        ("curve25519", "X25519"),
        ("ed25519", "Ed25519"),
        ("edwards25519", "Ed25519"),
    ];
    if let Some((_, name)) = OTHERS.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(text)) {
        return Ok(name);
    }
    if text.starts_with('@') {
        return Err(Failure::usage(
            "key files name their curve, so parameters of your own cannot be in them; give a curve of polylimb list curve",
        ));
    }
    curve::find(text)?;
    Ok(text)
}
