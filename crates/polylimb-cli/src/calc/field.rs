//! `polylimb calc field`: one operation in a finite field.

mod numbers;

pub(in crate::calc) use numbers::{Numbers, Op, prime};

use crate::print_json;
use polylimb::limb::Natural;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use polylimb_lab::registry::field::{self, Named};
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
    match field::find(text)? {
        Named::Prime(p) => prime(&p),
        Named::Binary(m, lower) => numbers::binary(m, lower),
        Named::Tower(_, degree) => Err(Failure::usage(format!(
            "the field fp{degree} arrives later: extension fields are missing in calc; there are fp:CURVE, fn:CURVE, p:PRIME and f2m:DEGREE"
        ))),
    }
}
