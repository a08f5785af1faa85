//! `polylimb sign`: a signature of a file.

use super::print_json;
use super::protocol::files::{Message, Output, secret_key};
use super::protocol::hexadecimal;
use super::protocol::scheme::{Nonce, Options};
use polylimb_lab::failure::Result;
use serde_json::json;
use std::path::PathBuf;

/// The options of `sign`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The secret key, PKCS #8 or SEC 1, in PEM or DER
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The data, - for standard input
    #[arg(short, long = "input", value_name = "DATA")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    scheme: Options,
    /// deterministic (the default of ecdsa: RFC 6979; ed25519 has no other) or hedged by fresh
    /// random numbers (the default of bip340)
    #[arg(long, value_name = "KIND")]
    nonce: Option<Nonce>,
    /// Take a scheme, too, that is not constant-time
    #[arg(long)]
    allow_vartime: bool,
    /// What was done as JSON; without another -o than - the signature is in it, in hexadecimal
    #[arg(long)]
    json: bool,
}

/// Signs and writes the signature.
///
/// # Errors
/// [`Failure::Usage`](polylimb_lab::failure::Failure::Usage) for keys, files and options that do
/// not fit.
pub fn run(arguments: &Arguments) -> Result<()> {
    arguments.output.check(&[&arguments.key, &arguments.input])?;
    let key = secret_key(&arguments.key)?;
    let (scheme, signed) = arguments.scheme.sign(
        &key,
        &Message(&arguments.input),
        arguments.nonce,
        arguments.allow_vartime,
    )?;
    if !(arguments.json && arguments.output.is_standard()) {
        arguments.output.write(&signed.signature)?;
    }
    if arguments.json {
        let mut json = json!({ "scheme": scheme.name, "output": arguments.output.path() });
        json["signature"] = json!(hexadecimal(&signed.signature));
        json.as_object_mut().into_iter().for_each(|json| json.extend(signed.details.clone()));
        print_json(&json)?;
    }
    Ok(())
}
