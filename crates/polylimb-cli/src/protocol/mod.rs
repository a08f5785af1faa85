//! Shared code of the subcommands for keys and signatures.
//!
//! | file | what it is |
//! |---|---|
//! | `files.rs` | reading and writing, and when a file may be replaced |
//! | `random.rs` | the operating system's random numbers |
//! | `hash.rs` | hashes by name |
//! | `encryption.rs` | the ways to encrypt |
//! | `bls.rs` | keys and schemes of BLS signatures |
//! | `verdict.rs` | reports the result of a check |
//! | `scheme/` | signature schemes, a file each; `SCHEMES` lists them |

pub(super) mod bls;
pub(super) mod encryption;
pub(super) mod files;
pub(super) mod hash;
pub(super) mod random;
pub(super) mod scheme;
pub(super) mod verdict;

use polylimb::authors::entry::ConstantTime;
use polylimb_catalogue::protocols::PROTOCOLS;
use polylimb_lab::failure::{Failure, Result};
use std::fmt::Write;

/// Refuses a variable-time protocol, unless the user allows it.
pub(super) fn permit(protocol: &str, allow_vartime: bool) -> Result<()> {
    match PROTOCOLS.iter().find(|p| p.name == protocol) {
        Some(found) => permit_timing(found.name, found.constant_time, allow_vartime),
        None => Err(Failure::run(format!("the protocol '{protocol}' is not registered"))),
    }
}

fn permit_timing(name: &str, timing: ConstantTime, allow_vartime: bool) -> Result<()> {
    if allow_vartime || timing == ConstantTime::Yes {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{name} is not constant-time, and so tells about the secret key; --allow-vartime takes it all the same"
    )))
}

/// Bytes in hexadecimal.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_constant_time_is_taken_without_asking() {
        for (timing, permitted) in
            [(ConstantTime::Yes, true), (ConstantTime::Cacheless, false), (ConstantTime::No, false)]
        {
            assert_eq!(permit_timing("x", timing, false).is_ok(), permitted);
            assert!(permit_timing("x", timing, true).is_ok());
        }
        assert!(permit("ecdsa", false).is_ok());
        assert_eq!(permit("frob", true).unwrap_err().status(), 3);
    }
}
