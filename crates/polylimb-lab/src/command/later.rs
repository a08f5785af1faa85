//! Words of the contract that later versions fill: each says what is missing.

use super::WORDS;
use crate::failure::Failure;
use clap::Subcommand;
use std::ffi::OsString;

/// Words that do not work yet. What follows them is not looked at.
#[derive(Debug, Subcommand)]
pub(super) enum Word {
    #[command(hide = true)]
    Ecmqv(Rest),
    #[command(hide = true)]
    Encrypt(Rest),
    #[command(hide = true)]
    Decrypt(Rest),
}

#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(super) struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _rest: Vec<OsString>,
}

impl Word {
    pub(super) fn failure(&self) -> Failure {
        let (word, missing) = match self {
            Self::Ecmqv(_) => ("ecmqv", "the protocol of Menezes, Qu and Vanstone is missing"),
            Self::Encrypt(_) => ("encrypt", "EC-ElGamal is missing"),
            Self::Decrypt(_) => ("decrypt", "EC-ElGamal is missing"),
        };
        Failure::usage(format!("'{word}' arrives later: {missing}; today there are {WORDS}"))
    }
}
