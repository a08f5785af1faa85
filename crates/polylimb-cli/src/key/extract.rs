//! `polylimb key extract`.

use super::{Encoding, deliver};
use crate::protocol::files::{Output, secret_key};
use polylimb::protocol::keys::AnySecretKey;
use polylimb_lab::failure::{Failure, Result};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The authority's secret key: key generate --curve bls12-381 --scheme ibe or sok
    #[arg(short, long, value_name = "KEY")]
    input: PathBuf,
    /// Whose key to make: any text, a mail address for instance
    #[arg(long, value_name = "TEXT")]
    identity: String,
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
    options.output.check_secret(&[&options.input])?;
    if options.identity.is_empty() {
        return Err(Failure::usage("an identity is a text of at least one character; name one"));
    }
    let AnySecretKey::Pairing(authority) = secret_key(&options.input)? else {
        return Err(Failure::usage(format!(
            "{}: an authority's key is needed; make one with polylimb key generate --curve bls12-381 --scheme ibe",
            options.input.display()
        )));
    };
    let key = AnySecretKey::Pairing(authority.extract(options.identity.as_bytes())?);
    deliver(&key, &options.output, options.format, options.json)
}
