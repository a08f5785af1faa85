//! A curve's parameters in a JSON file: an object with `p`, `a`, `b`, `Gx`, `Gy`, `n` and `h`,
//! alone or as the only entry of `{"curves": […]}`. Numbers are strings, hexadecimal after `0x` or
//! decimal. A curve of the `family` `binary` has `poly`, the exponents of its polynomial, in place
//! of `p`. All parameters are checked.

use super::Chosen;
use crate::failure::{Failure, Result};
use crate::number::{self, shorten};
use crate::record::input;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::Natural;
use serde_json::{Map, Value};
use std::io::Read;
use std::path::Path;

/// The longest file to read; the parameters of a curve take a few kilobytes.
const MOST_BYTES: u64 = 1 << 20;
/// The largest degree of a binary field.
const MOST_EXPONENT: usize = 571;

pub(super) fn read(path: &str) -> Result<Chosen> {
    let shown = shorten(path);
    let wrong = |what: String| Failure::usage(format!("the curve file '{shown}': {what}"));
    let mut text = Vec::new();
    let file = input::open(Path::new(path));
    file.and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut text)).map_err(|error| {
        Failure::reading(&error, format!("cannot read the curve file '{shown}': {error}"))
    })?;
    if text.len() as u64 > MOST_BYTES {
        return Err(wrong("longer than a megabyte; give one curve".into()));
    }
    parse(&text, &shown)
}

/// The curve in the text of a file that messages call `shown`.
///
/// # Errors
/// [`Failure::Usage`] if it is not JSON, holds no curve or more than one, or its parameters are not
/// valid.
pub fn parse(text: &[u8], shown: &str) -> Result<Chosen> {
    let wrong = |what: String| Failure::usage(format!("the curve file '{shown}': {what}"));
    let value: Value =
        serde_json::from_slice(text).map_err(|error| wrong(format!("no JSON: {error}")))?;
    let entry = entry(&value).map_err(&wrong)?;
    let parameters = parameters(entry).map_err(|failure| wrong(failure.to_string()))?;
    let title = match entry.get("name").and_then(Value::as_str) {
        Some(name) => shorten(name),
        None => format!("@{shown}"),
    };
    Ok(Chosen { title, parameters })
}

/// The only curve of the file.
fn entry(value: &Value) -> std::result::Result<&Map<String, Value>, String> {
    let value = match value.get("curves").unwrap_or(value) {
        Value::Array(entries) => match &entries[..] {
            [one] => one,
            _ => return Err(format!("{} curves; leave the one that is meant", entries.len())),
        },
        other => other,
    };
    value.as_object().ok_or_else(|| {
        r#"no object with the curve's parameters; write {"p": "0x…", "a": …, "b": …, "Gx": …, "Gy": …, "n": …, "h": …}"#.into()
    })
}

fn parameters(entry: &Map<String, Value>) -> Result<Parameters> {
    let binary = match entry.get("family").and_then(Value::as_str) {
        None | Some("prime") => false,
        Some("binary") => true,
        Some(family) => {
            return Err(Failure::usage(format!(
                "curves of the family '{}' arrive later; today there are 'prime', y^2 = x^3 + a x + b, and 'binary', y^2 + x y = x^3 + a x^2 + b",
                shorten(family)
            )));
        }
    };
    let number = |name: &str| -> Result<Natural> {
        match entry.get(name) {
            None => Err(Failure::usage(format!("the number '{name}' is missing"))),
            Some(Value::String(text)) => number::parse(text, name),
            Some(Value::Number(small)) if small.as_u64().is_some() => {
                number::parse(&small.to_string(), name)
            }
            Some(_) => Err(Failure::usage(format!(
                "'{name}' is not a number; write a string, 0x… for hexadecimal, bare digits for decimal"
            ))),
        }
    };
    let p = if binary { polynomial(entry.get("poly"))? } else { number("p")? };
    let (a, b) = (number("a")?, number("b")?);
    let (x, y, n, h) = (number("Gx")?, number("Gy")?, number("n")?, number("h")?);
    let check = if binary { Parameters::new_binary } else { Parameters::new };
    Ok(check(&p, &a, &b, [&x, &y], &n, &h)?)
}

/// The polynomial with these exponents, as a number.
fn polynomial(exponents: Option<&Value>) -> Result<Natural> {
    let wrong = || {
        Failure::usage(
            "a binary curve needs 'poly', the exponents of its polynomial, such as [113, 9, 0]",
        )
    };
    let exponents = exponents.and_then(Value::as_array).ok_or_else(wrong)?;
    let mut bytes = vec![0; MOST_EXPONENT / 8 + 1];
    for exponent in exponents {
        let exponent = exponent.as_u64().and_then(|e| usize::try_from(e).ok()).ok_or_else(wrong)?;
        if exponent > MOST_EXPONENT {
            return Err(Failure::usage(format!(
                "'poly': the exponent {exponent} is above {MOST_EXPONENT}, the largest degree there is"
            )));
        }
        bytes[MOST_EXPONENT / 8 - exponent / 8] |= 1 << (exponent % 8);
    }
    Ok(Natural::from_be_bytes(&bytes))
}
