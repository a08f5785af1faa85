//! Reports the result of a check.

use crate::print_json;
use polylimb_lab::failure::{Failure, Result};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Prints yes, or the verdict as JSON with `details`.
///
/// # Errors
/// [`Failure::No`] with the reason if the verdict is an error.
pub(crate) fn tell(
    verdict: polylimb::Result<()>,
    json: bool,
    details: &Map<String, Value>,
) -> Result<()> {
    let why = verdict.err().map(|error| error.to_string());
    if json {
        let mut all = json!({ "valid": why.is_none() });
        all.as_object_mut().into_iter().for_each(|all| all.extend(details.clone()));
        if let Some(why) = &why {
            all["reason"] = json!(why);
        }
        print_json(&all)?;
    } else if why.is_none() {
        let mut out = std::io::stdout().lock();
        writeln!(out, "yes")?;
        out.flush()?;
    }
    match why {
        None => Ok(()),
        Some(why) => Err(Failure::No(format!("no: {why}"))),
    }
}
