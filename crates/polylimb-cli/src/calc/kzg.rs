//! `polylimb calc kzg`: commitments to blobs and proofs of EIP-4844, cells of EIP-7594.

use crate::print_json;
use crate::protocol::files::{Message, one_standard_input};
use crate::protocol::hexadecimal;
use clap::Subcommand;
use polylimb::kzg::Setup;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::slice::from_ref;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The setup is the text of a ceremony: trusted_setup.txt of Ethereum's clients. A blob is a file of 131072 bytes, 4096 scalars below the order of BLS12-381, most significant byte first; - is standard input. Commitments and proofs are 48 bytes in hexadecimal. verify exits with 1 if the proof does not hold."
)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Args)]
struct Common {
    /// The setup's text
    #[arg(long, value_name = "FILE")]
    setup: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The commitment to a blob
    Commit {
        #[command(flatten)]
        common: Common,
        /// The blob
        #[arg(long, value_name = "FILE")]
        blob: PathBuf,
    },
    /// A blob's proof for its commitment; with --z the value there and its proof
    Prove {
        #[command(flatten)]
        common: Common,
        /// The blob
        #[arg(long, value_name = "FILE")]
        blob: PathBuf,
        /// The place whose value is proved
        #[arg(long, value_name = "NUMBER")]
        z: Option<String>,
    },
    /// Whether a proof holds: of a blob, or of the value Y at Z
    Verify {
        #[command(flatten)]
        common: Common,
        /// The blob
        #[arg(long, value_name = "FILE", conflicts_with_all = ["z", "y"], required_unless_present = "z")]
        blob: Option<PathBuf>,
        /// The place whose value was proved
        #[arg(long, value_name = "NUMBER", requires = "y")]
        z: Option<String>,
        /// The value
        #[arg(long, value_name = "NUMBER", requires = "z")]
        y: Option<String>,
        /// The commitment
        #[arg(long, value_name = "HEX")]
        commitment: String,
        /// The proof
        #[arg(long, value_name = "HEX")]
        proof: String,
    },
    /// The 128 cells of a blob: lines of index, proof, cell
    Cells {
        #[command(flatten)]
        common: Common,
        /// The blob
        #[arg(long, value_name = "FILE")]
        blob: PathBuf,
    },
}

impl Common {
    /// The setup and the blob.
    fn read(&self, blob: &Path) -> Result<(Setup, Vec<u8>)> {
        one_standard_input(&[&self.setup, blob])?;
        Ok((self.setup()?, Message(blob).read()?.to_vec()))
    }

    fn setup(&self) -> Result<Setup> {
        let text = Message(&self.setup).read()?;
        Setup::from_text(&text).map_err(|error| {
            Failure::usage(format!("{} is no setup: {error}", self.setup.display()))
        })
    }

    fn print(&self, lines: &[String], json: &Value) -> Result<()> {
        if self.json {
            return print_json(json);
        }
        let mut out = std::io::stdout().lock();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(out.flush()?)
    }
}

pub(super) fn run(options: &Options) -> Result<()> {
    match &options.what {
        What::Commit { common, blob } => {
            let (setup, blob) = common.read(blob)?;
            let commitment = hexadecimal(&setup.blob_to_commitment(&blob)?);
            common.print(from_ref(&commitment), &json!({ "commitment": commitment }))
        }
        What::Prove { common, blob, z: None } => {
            let (setup, blob) = common.read(blob)?;
            let commitment = setup.blob_to_commitment(&blob)?;
            let proof = hexadecimal(&setup.compute_blob_proof(&blob, &commitment)?);
            let json = json!({ "proof": proof, "commitment": hexadecimal(&commitment) });
            common.print(from_ref(&proof), &json)
        }
        What::Prove { common, blob, z: Some(z) } => {
            let z = scalar(z, "--z")?;
            let (setup, blob) = common.read(blob)?;
            let (proof, y) = setup.compute_proof(&blob, &z)?;
            let y = polylimb::authors::limb::Natural::from_be_bytes(&y).to_string();
            let proof = hexadecimal(&proof);
            common.print(&[proof.clone(), y.clone()], &json!({ "proof": proof, "y": y }))
        }
        What::Verify { common, blob, z, y, commitment, proof } => {
            let (commitment, proof) =
                (point(commitment, "--commitment")?, point(proof, "--proof")?);
            match (blob, z, y) {
                (Some(blob), ..) => {
                    let (setup, blob) = common.read(blob)?;
                    setup.verify_blob_proof(&blob, &commitment, &proof)?;
                }
                (None, Some(z), Some(y)) => {
                    let (z, y) = (scalar(z, "--z")?, scalar(y, "--y")?);
                    common.setup()?.verify_proof(&commitment, &z, &y, &proof)?;
                }
                _ => return Err(Failure::usage("verify takes --blob, or --z and --y")),
            }
            common.print(&["yes".into()], &json!({ "valid": true }))
        }
        What::Cells { common, blob } => {
            let (setup, blob) = common.read(blob)?;
            let (cells, proofs) = setup.compute_cells_and_proofs(&blob)?;
            let rows = cells.iter().zip(&proofs).map(|(c, p)| [hexadecimal(p), hexadecimal(c)]);
            let rows: Vec<_> = rows.enumerate().collect();
            let line = |(i, [proof, cell]): &(usize, [String; 2])| format!("{i} {proof} {cell}");
            let json = |(i, [proof, cell]): &(usize, [String; 2])| json!({ "index": i, "proof": proof, "cell": cell });
            let all = json!({ "cells": rows.iter().map(json).collect::<Vec<_>>() });
            common.print(&rows.iter().map(line).collect::<Vec<_>>(), &all)
        }
    }
}

/// A number of 32 bytes, most significant first; the library says if it is not below the order.
fn scalar(text: &str, what: &str) -> Result<Vec<u8>> {
    number::parse(text, what)?
        .to_be_bytes_padded(32)
        .map_err(|_| Failure::usage(format!("{what} has more than 256 bits")))
}

fn point(text: &str, what: &str) -> Result<Vec<u8>> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let byte = |i| digits.get(i..i + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
    bytes.filter(|bytes| bytes.len() == 48).ok_or_else(|| {
        Failure::usage(format!("{what} is not 48 bytes in hexadecimal: '{}'", shorten(text)))
    })
}
