//! `polylimb calc sum`: the sum of many multiples.

use super::point;
use crate::calc::{pairing, parse_threads};
use crate::print_json;
use polylimb::Split;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::authors::multiply::{PlainPoint, engine};
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number;
use polylimb_lab::registry::{self, curve};
use serde_json::json;
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Points: SEC 1 hexadecimal (02…, 03…, 04…, 00 for infinity) or x,y. On bn254, bn254-snark and bls12-381 x,y is a point of G1 and x0,x1,y0,y1 one of G2, all of one group, and so is the result. Scalars are any numbers. From 32 terms on, multiples are added up in buckets.\n\nVariable time: for public numbers only."
)]
pub(crate) struct Options {
    /// The curve's name or alias in any case, or @FILE.json with parameters of your own
    #[arg(long, value_name = "NAME")]
    curve: String,
    /// K P, or several pairs one after another
    #[arg(required = true, value_name = "K P")]
    terms: Vec<String>,
    /// Threads that share the work
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// The result as a compressed point; not on curves with a pairing
    #[arg(long)]
    compressed: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    if options.terms.len() % 2 == 1 {
        return Err(Failure::usage(format!(
            "{} operand(s); write K P, or several such pairs",
            options.terms.len()
        )));
    }
    let threads = options.threads.as_deref().map_or(Ok(1), parse_threads)?;
    let split = registry::split(registry::executor(registry::TEAM)?, threads, false)?;
    let mut scalars = Vec::new();
    for k in options.terms.iter().step_by(2) {
        scalars.push(number::parse(k, "K")?);
    }
    let points: Vec<&str> = options.terms.iter().skip(1).step_by(2).map(String::as_str).collect();
    let (title, result) = match PairingName::find(&options.curve) {
        Ok(name) if options.compressed => {
            return Err(Failure::usage(format!(
                "--compressed is not for {}, whose points are printed as coordinates",
                name.name()
            )));
        }
        Ok(name) => (name.name().into(), pairing::sum(name, &scalars, &points, &*split)?),
        Err(_) => of_curve(options, &scalars, &points, &*split)?,
    };
    if options.json {
        let terms = scalars.len();
        let json = json!({ "result": result, "curve": title, "terms": terms, "threads": threads });
        return print_json(&json);
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{result}")?;
    Ok(out.flush()?)
}

/// The curve's title, and the sum as text.
fn of_curve(
    options: &Options,
    scalars: &[Natural],
    points: &[&str],
    split: &dyn Split,
) -> Result<(String, String)> {
    let chosen = curve::find(&options.curve)?;
    let (parameters, title) = (&chosen.parameters, &chosen.title);
    let engine = engine(parameters, Features::detect())?;
    let wrong = |why: String| Failure::usage(format!("P is no point of {title}: {why}"));
    let mut terms = Vec::new();
    for (k, text) in scalars.iter().zip(points) {
        let affine = point::decode(point::parse(text, "P")?, parameters).map_err(wrong)?;
        if let Some(coordinates) = affine {
            let length = engine.coordinate_bytes();
            let [x, y] = coordinates.map(|c| c.to_be_bytes_padded(length));
            let (Ok(x), Ok(y)) = (x, y) else {
                return Err(wrong("a coordinate is not below the field's size".into()));
            };
            let p = PlainPoint::new(x, y);
            engine.check(&p).map_err(|error| wrong(error.to_string()))?;
            terms.push((k, p));
        }
    }
    let terms: Vec<_> = terms.iter().map(|(k, p)| (Bits::new(k.words()), p)).collect();
    let sum = engine.sum_of_multiples_vartime(&terms, split)?;
    let affine = sum.map(|p| [p.x(), p.y()].map(Natural::from_be_bytes));
    Ok((title.clone(), point::encode(&affine, parameters, options.compressed)?))
}
