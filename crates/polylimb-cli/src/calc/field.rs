//! `polylimb calc field`: one operation in a finite field.

mod numbers;
mod tower;

pub(in crate::calc) use numbers::{Numbers, Op, prime};

use crate::print_json;
use polylimb::authors::limb::Natural;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use polylimb_lab::registry::field::{self, Named};
use serde_json::json;
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "fp:CURVE and fn:CURVE are the integers modulo the prime and modulo the order of a curve (polylimb list curve); p:0x… takes any prime; the elements of f2m:163 are polynomials, the coefficient of x^i in bit i; those of fp2:CURVE, fp6:CURVE and fp12:CURVE are lists c0,c1,… of coefficients, the lowest first, of F_p^12 c[i][j][k] with i over w, j over v, k over u. The exponent of pow is any number; reduce takes a number of any size. Of two square roots the smaller is printed; exit status 1 if there is none."
)]
pub(super) struct Options {
    /// fp:CURVE, fn:CURVE, p:PRIME, f2m:DEGREE, fp2:CURVE, fp6:CURVE or fp12:CURVE
    #[arg(long, value_name = "F")]
    field: String,
    /// add, sub, neg, mul, sqr, inv, div, sqrt, pow or reduce
    op: String,
    /// The first number, or list of coefficients: 0x… hexadecimal or decimal
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
    match (&options.b, op.operands()) {
        (Some(_), 2) | (None, 1) => {}
        (Some(_), _) => return Err(Failure::usage(format!("{name} takes one number: {name} A"))),
        (None, _) => return Err(Failure::usage(format!("{name} takes two numbers: {name} A B"))),
    }
    let result = match field::find(&options.field)? {
        Named::Prime(p) => options.numbers(&*prime(&p)?, op)?,
        Named::Binary(m, lower) => options.numbers(&*numbers::binary(m, lower)?, op)?,
        Named::Tower(curve, degree) => {
            let operands = tower::Operands { op, a: &options.a, b: options.b.as_deref() };
            tower::apply(curve, degree, &operands)?
        }
    };
    let Some(result) = result else {
        const NONE: &str = "A is not a square of this field; it has no square root";
        if options.json {
            print_json(&json!({
                "result": null,
                "valid": false,
                "field": options.field,
                "op": name,
                "reason": NONE,
            }))?;
        }
        return Err(Failure::No(NONE.into()));
    };
    if options.json {
        return print_json(&json!({
            "result": result,
            "field": options.field,
            "op": name,
        }));
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{result}")?;
    Ok(out.flush()?)
}

impl Options {
    /// The operation in a field whose elements are numbers.
    fn numbers(&self, field: &dyn Numbers, op: Op) -> Result<Option<String>> {
        let a = number::parse(&self.a, "A")?;
        let b =
            self.b.as_deref().map_or(Ok(Natural::default()), |text| number::parse(text, "B"))?;
        Ok(field.apply(op, &a, &b)?.map(|result| result.to_string()))
    }
}
