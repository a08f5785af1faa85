//! `polylimb calc field`: one operation in a finite field.

mod numbers;

pub(in crate::command::calc) use numbers::{Numbers, Op, prime};

use crate::command::print_json;
use crate::failure::{Failure, Result};
use crate::number::{self, shorten};
use crate::registry::curve;
use polylimb::limb::Natural;
use serde_json::json;
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "fp:CURVE and fn:CURVE are the integers modulo the prime and modulo the order of a curve (polylimb list curve); p:0x… takes any prime; the elements of f2m:163 are polynomials, the coefficient of x^i in bit i. The exponent of pow is any number; reduce takes a number of any size. Of two square roots the smaller is printed; exit status 1 if there is none."
)]
pub(super) struct Options {
    /// fp:CURVE, fn:CURVE, p:PRIME or f2m:DEGREE
    #[arg(long, value_name = "F")]
    field: String,
    /// add, sub, neg, mul, sqr, inv, div, sqrt, pow or reduce
    op: String,
    /// The first number: 0x… hexadecimal or decimal
    #[arg(allow_negative_numbers = true)]
    a: String,
    /// The second number, for add, sub, mul, div and pow
    #[arg(allow_negative_numbers = true)]
    b: Option<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let op = Op::ALL.iter().find(|(name, _)| *name == options.op).ok_or_else(|| {
        let names = Op::ALL.map(|(name, _)| name).join(", ");
        Failure::usage(format!(
            "there is no operation '{}'; there are: {names}",
            shorten(&options.op)
        ))
    })?;
    let (name, op) = *op;
    let a = number::parse(&options.a, "A")?;
    let b = match (&options.b, op.operands()) {
        (Some(text), 2) => number::parse(text, "B")?,
        (None, 1) => Natural::default(),
        (Some(_), _) => return Err(Failure::usage(format!("{name} takes one number: {name} A"))),
        (None, _) => return Err(Failure::usage(format!("{name} takes two numbers: {name} A B"))),
    };
    let field = find(&options.field)?;
    let result = field.apply(op, &a, &b)?.ok_or_else(|| {
        Failure::No("A is not a square of this field; it has no square root".into())
    })?;
    if options.json {
        return print_json(&json!({
            "result": result.to_string(),
            "field": options.field,
            "op": name,
        }));
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{result}")?;
    Ok(out.flush()?)
}

/// The field of that name.
fn find(text: &str) -> Result<Box<dyn Numbers>> {
    let (kind, which) = text.split_once(':').unwrap_or((text, ""));
    match kind {
        "fp" => {
            let curve = curve::find_over_prime(which, "write that")?;
            prime(&Natural::from_words(curve.parameters.prime()))
        }
        "fn" => prime(&Natural::from_words(curve::find(which)?.parameters.order())),
        "p" => prime(&number::parse(which, "the prime of --field")?),
        "f2m" => which.parse().ok().and_then(numbers::binary).ok_or_else(|| {
            let there = numbers::BINARY.map(|m| format!("f2m:{m}")).join(", ");
            Failure::usage(format!(
                "the binary field of degree '{}' is missing; there are: {there}",
                shorten(which)
            ))
        }),
        "fp2" | "fp6" | "fp12" => Err(Failure::usage(format!(
            "the field {kind} arrives later: extension fields are missing in the command; there are fp:CURVE, fn:CURVE, p:PRIME and f2m:DEGREE"
        ))),
        _ => Err(Failure::usage(format!(
            "there is no field '{}'; write fp:CURVE, fn:CURVE, p:PRIME or f2m:DEGREE",
            shorten(text)
        ))),
    }
}

/// The binary fields, for the list of fields.
pub(in crate::command) const fn binary_degrees() -> [usize; 10] {
    numbers::BINARY
}
