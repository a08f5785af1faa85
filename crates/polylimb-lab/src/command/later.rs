//! Words of the contract that later versions fill: each says what is missing.

use crate::failure::Failure;
use clap::Subcommand;
use std::ffi::OsString;

/// Words that do not work yet. What follows them is not looked at.
#[derive(Debug, Subcommand)]
pub(super) enum Word {
    #[command(hide = true)]
    Key(Rest),
    #[command(hide = true)]
    Ecdh(Rest),
    #[command(hide = true)]
    Ecmqv(Rest),
    #[command(hide = true)]
    Sign(Rest),
    #[command(hide = true)]
    Verify(Rest),
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
            Self::Key(_) => ("key", "curves and key files are missing"),
            Self::Ecdh(_) => ("ecdh", "curves and protocols are missing"),
            Self::Ecmqv(_) => ("ecmqv", "curves and protocols are missing"),
            Self::Sign(_) => ("sign", "curves and signature schemes are missing"),
            Self::Verify(_) => ("verify", "curves and signature schemes are missing"),
            Self::Encrypt(_) => ("encrypt", "curves and protocols are missing"),
            Self::Decrypt(_) => ("decrypt", "curves and protocols are missing"),
        };
        Failure::usage(format!(
            "'{word}' arrives later: {missing}; today there are info, list, calc, lab, report and tune"
        ))
    }
}
