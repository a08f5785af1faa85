//! `polylimb calc ec`: one operation on a curve.

mod binary;
pub(crate) mod multiply;
mod point;
pub(crate) mod sum;

use crate::print_json;
use polylimb::authors::entry::Domain;
use polylimb::authors::limb::Natural;
use polylimb::modmul::{self, Modulus};
use polylimb_catalogue::coordinates;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use polylimb_lab::registry::curve::law::{Law, Point};
use polylimb_lab::registry::curve::{self, Chosen};
use serde_json::{Value, json};
use std::io::Write;

/// The coordinates for public numbers: correct for all points of any order.
const TOTAL: &str = "jacobian-bl";

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Operations: add P Q, double P, neg P, mul K [P], check P. Without P, mul multiplies the curve's generator. Points: SEC 1 hexadecimal (02…, 03…, 04…, 00 for infinity) or x,y. check prints yes, or says why not and exits with 1.\n\nOn binary curves the methods of polylimb list multiply that are for them run beside all others; the default there is the ladder, on Koblitz curves regular-tau.\n\nThe defaults of mul are constant-time, but a number on a command line is visible to every user of the machine and stays in the shell's history: never compute with real secrets here."
)]
pub(super) struct Options {
    /// The curve's name or alias in any case, or @FILE.json with parameters of your own
    #[arg(long, value_name = "NAME")]
    curve: String,
    /// add, double, neg, mul or check
    op: String,
    /// Its points, and the scalar of mul: 0x… hexadecimal or decimal
    #[arg(allow_negative_numbers = true)]
    operands: Vec<String>,
    #[command(flatten)]
    multiply: multiply::Options,
    /// The result as a compressed point
    #[arg(long)]
    compressed: bool,
    /// As JSON, with what computed it
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let operands: Vec<&str> = options.operands.iter().map(String::as_str).collect();
    if options.op != "mul" && options.multiply.given() {
        return Err(Failure::usage(
            "--method, --recoding, --width, --coordinates, --modmul and --threads are for mul only",
        ));
    }
    let curve = curve::find(&options.curve)?;
    match (options.op.as_str(), &operands[..]) {
        ("add", [p, q]) => {
            let law = total(&curve)?;
            let (p, q) = (read(&law, &curve, p, "P")?, read(&law, &curve, q, "Q")?);
            options.print(&curve, &law, &law.add(&p, &q)?, &json!({}))
        }
        ("double", [p]) => {
            let law = total(&curve)?;
            let p = read(&law, &curve, p, "P")?;
            options.print(&curve, &law, &law.add(&p, &p)?, &json!({}))
        }
        ("neg", [p]) => {
            let law = total(&curve)?;
            let p = read(&law, &curve, p, "P")?;
            options.print(&curve, &law, &law.neg(&p)?, &json!({}))
        }
        ("mul", [k]) => options.mul(&curve, k, None),
        ("mul", [k, p]) => options.mul(&curve, k, Some(p)),
        ("check", [p]) => options.check(&curve, p),
        ("add" | "double" | "neg" | "mul" | "check", _) => Err(Failure::usage(format!(
            "{} with {} operand(s); write add P Q, double P, neg P, mul K [P] or check P",
            options.op,
            operands.len()
        ))),
        (other, _) => Err(Failure::usage(format!(
            "there is no operation '{}'; there are: add, double, neg, mul, check",
            shorten(other)
        ))),
    }
}

/// The law for public points.
fn total(curve: &Chosen) -> Result<Law> {
    if curve.parameters.is_binary() {
        let system = coordinates::find(curve::BINARY_TOTAL, Domain::BinaryCurves)?;
        return Ok(Law::binary(system, &curve.parameters, None)?);
    }
    let modulus = Modulus::new(curve.parameters.prime(), &modmul::Options::default())?;
    Ok(Law::new(multiply::system(TOTAL)?, &curve.parameters, modulus.modmul().clone())?)
}

/// Reads a point; `what` names it in messages.
fn read(law: &Law, curve: &Chosen, text: &str, what: &str) -> Result<Point> {
    let encoded = point::parse(text, what)?;
    let point = point::decode(encoded, &curve.parameters).and_then(|affine| law.point(&affine));
    point.map_err(|why| Failure::usage(format!("{what} is no point of {}: {why}", curve.title)))
}

/// Whether the point is in the subgroup that the generator generates.
fn in_subgroup(curve: &Chosen, p: &Point) -> Result<bool> {
    // With a cofactor of 1 the subgroup is the whole group.
    if curve.parameters.cofactor() == [1] {
        return Ok(true);
    }
    let law = total(curve)?;
    law.vanishes(&Natural::from_words(curve.parameters.order()), p)
}

impl Options {
    fn mul(&self, curve: &Chosen, k: &str, p: Option<&str>) -> Result<()> {
        let k = number::parse(k, "K")?;
        if curve.parameters.is_binary() {
            return self.mul_binary(curve, &k, p);
        }
        let chosen = self.multiply.choose(&curve.parameters, &k)?;
        let law = Law::new(chosen.system, &curve.parameters, chosen.modmul.clone())?;
        let p = match p {
            None => {
                let generator = curve.parameters.generator().map(Natural::from_words);
                law.point(&Some(generator)).map_err(Failure::run)?
            }
            Some(text) => {
                let public = total(curve)?;
                let p = read(&public, curve, text, "P")?;
                if chosen.system.name == multiply::COMPLETE && !in_subgroup(curve, &p)? {
                    return Err(Failure::usage(format!(
                        "P is not in the generator's subgroup, outside of which the formulas '{}' do not hold; choose --coordinates {TOTAL}",
                        multiply::COMPLETE
                    )));
                }
                law.point(&public.affine(&p)?).map_err(Failure::run)?
            }
        };
        let (method, recoding) = (chosen.method, Some(chosen.recoding));
        let r = law.multiply_on(&*chosen.split, &k, &p, method, recoding, chosen.width)?;
        self.print(
            curve,
            &law,
            &r,
            &json!({
                "method": chosen.method.name,
                "recoding": chosen.recoding.name,
                "width": chosen.width,
                "coordinates": chosen.system.name,
                "modmul": chosen.modmul.name(),
                "threads": chosen.threads,
            }),
        )
    }

    fn mul_binary(&self, curve: &Chosen, k: &Natural, p: Option<&str>) -> Result<()> {
        let law = total(curve)?;
        let p = match p {
            None => {
                let generator = curve.parameters.generator().map(Natural::from_words);
                law.point(&Some(generator)).map_err(Failure::run)?
            }
            Some(text) => read(&law, curve, text, "P")?,
        };
        let (r, how) = binary::multiply(&self.multiply, curve, &law, k, &p)?;
        self.print(curve, &law, &r, &how)
    }

    fn check(&self, curve: &Chosen, text: &str) -> Result<()> {
        let law = total(curve)?;
        let encoded = point::parse(text, "P")?;
        let point = point::decode(encoded, &curve.parameters).and_then(|affine| law.point(&affine));
        let reason = match &point {
            Err(why) => Some(why.as_str()),
            Ok(point) if in_subgroup(curve, point)? => None,
            Ok(_) => Some("it is on the curve, but not in the generator's subgroup"),
        };
        let infinity = matches!(point, Ok(None));
        if self.json {
            let mut json = json!({ "valid": reason.is_none(), "curve": curve.title });
            match reason {
                None => json["infinity"] = infinity.into(),
                Some(why) => json["reason"] = why.into(),
            }
            print_json(&json)?;
        }
        if let Some(why) = reason {
            return Err(Failure::No(format!("P is no point of {}: {why}", curve.title)));
        }
        if !self.json {
            let mut out = std::io::stdout().lock();
            writeln!(out, "{}", if infinity { "yes, infinity" } else { "yes" })?;
            out.flush()?;
        }
        Ok(())
    }

    /// Prints the point; `how` goes into the JSON.
    fn print(&self, curve: &Chosen, law: &Law, r: &Point, how: &Value) -> Result<()> {
        let affine = law.affine(r)?;
        let result = point::encode(&affine, &curve.parameters, self.compressed)?;
        if self.json {
            let mut json = json!({ "result": result, "curve": curve.title, "op": self.op });
            if let Some([x, y]) = &affine {
                json["x"] = json!(x.to_string());
                json["y"] = json!(y.to_string());
            }
            for (name, value) in how.as_object().into_iter().flatten() {
                json[name] = value.clone();
            }
            return print_json(&json);
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{result}")?;
        Ok(out.flush()?)
    }
}
