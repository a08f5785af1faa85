//! Numbers on the command line.

use crate::failure::{Failure, Result};
use polylimb::Error;
use polylimb::authors::limb::Natural;

/// The most bits of a modulus or operand; a larger number is taken for a typing error.
pub const MAX_BITS: usize = 65536;

/// Reads `0x…` as hexadecimal and bare digits as decimal.
///
/// # Errors
/// [`Failure::Usage`] naming `what`, if the text is not such a number or has more than [`MAX_BITS`]
/// bits.
pub fn parse(text: &str, what: &str) -> Result<Natural> {
    let too_large = || Failure::usage(format!("{what} is too large; at most {MAX_BITS} bits"));
    let value = Natural::parse(text).map_err(|error| match error {
        Error::TooLarge { .. } => too_large(),
        _ => Failure::usage(format!(
            "{what} is not a number: '{}'; write 0x… for hexadecimal, bare digits for decimal",
            shorten(text)
        )),
    })?;
    if value.bits_vartime() > MAX_BITS { Err(too_large()) } else { Ok(value) }
}

/// A text of someone else's without control characters, which would command a terminal.
#[must_use]
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// A text cut to what a message of one line can show.
#[must_use]
pub fn shorten(text: &str) -> String {
    const SHOWN: usize = 24;
    if text.chars().count() <= SHOWN {
        text.to_owned()
    } else {
        text.chars().take(SHOWN).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_and_decimal_are_read_and_nothing_else() {
        assert_eq!(parse("0xfF", "a").unwrap(), Natural::from(255));
        assert_eq!(parse("0255", "a").unwrap(), Natural::from(255));
        for bad in ["", "0x", "ff", "-1", "+1", "1_000", "0x1_0", " 1", "1.5", "0b1"] {
            let failure = parse(bad, "--a").unwrap_err();
            assert_eq!(failure.status(), 2, "{bad}");
            assert!(failure.to_string().contains("--a"));
        }
        let failure = parse(&"9".repeat(30_000), "--a").unwrap_err();
        assert!(failure.to_string().contains("too large"), "{failure}");
    }
}
