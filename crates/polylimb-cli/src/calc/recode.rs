//! `polylimb calc recode`: a scalar in other digits.

use crate::lab::parse_width;
use crate::print_json;
use polylimb::authors::curve::{Coefficient, Parameters};
use polylimb::authors::limb::{Bits, Natural};
use polylimb::authors::recoding::{Digit, Koblitz, Representatives, digits_needed};
use polylimb_catalogue::recoding::{Form, RECODINGS, Recoding, Term, Width, WriteDigits};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use serde_json::{Value, json};
use std::io::Write;

/// The longest scalar for sums of several bases: the search for the nearest term takes time and
/// space polynomial in the length.
pub(super) const MOST_BITS_OF_TERMS: usize = 2048;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Digits come least significant first, separated by commas: of powers of 2, but of powers of 2^W for signed-window and regular, of τ for tau-naf and w-tau-naf and of τ^(W-1) for regular-tau, where a digit u stands for the smallest element of Z[τ] congruent to u modulo τ^W. jsf takes two scalars and prints a line for each. dbns, double-base-chain and mbns print terms sign*2^a*3^b (mbns: *5^c), the largest first. Never give a real secret: it stays in the shell's history."
)]
pub(super) struct Options {
    /// The recoding; polylimb list recoding shows them
    #[arg(long, value_name = "NAME")]
    recoding: String,
    /// The window's width in bits, for a recoding with a window; without it the recoding's usual
    /// one
    #[arg(long, value_name = "W", allow_hyphen_values = true)]
    width: Option<String>,
    /// The Koblitz curve, for tau-naf, w-tau-naf and regular-tau
    #[arg(long, value_name = "NAME")]
    curve: Option<String>,
    /// The scalar: 0x… hexadecimal or decimal; twice for jsf
    #[arg(long = "scalar", value_name = "K", required = true, allow_hyphen_values = true)]
    scalars: Vec<String>,
    /// As JSON, with the radix
    #[arg(long)]
    json: bool,
}

/// A rewritten scalar.
enum Written {
    /// The exponent `w` of the radix 2^w, and rows of digits, least significant first.
    Rows(usize, Vec<Vec<Digit>>),
    /// Digits in the radix τ.
    Tau(Vec<Digit>),
    /// The number of bases, and a sum of terms.
    Terms(usize, Vec<Term>),
}

pub(super) fn run(options: &Options) -> Result<()> {
    let recoding = find(&options.recoding)?;
    let ring = ring(recoding, options.curve.as_deref())?;
    let width = match options.width.as_deref().map(parse_width).transpose()? {
        Some(width) => Some(check_width(recoding, width)?),
        None => None,
    };
    let scalars: Vec<Natural> = options
        .scalars
        .iter()
        .map(|text| number::parse(text, "--scalar"))
        .collect::<Result<_>>()?;
    let written = write(recoding, recoding.make.width.choose(width)?, &scalars, ring.as_ref())?;
    if options.json {
        return print_json(&in_json(recoding, width, &written)?);
    }
    let mut out = std::io::stdout().lock();
    match &written {
        Written::Rows(_, rows) => {
            for row in rows {
                let digits: Vec<String> = row.iter().map(Digit::to_string).collect();
                writeln!(out, "{}", digits.join(","))?;
            }
        }
        Written::Tau(row) => {
            let digits: Vec<String> = row.iter().map(Digit::to_string).collect();
            writeln!(out, "{}", digits.join(","))?;
        }
        Written::Terms(bases, terms) => {
            let terms: Vec<String> = terms.iter().map(|t| term(*bases, t)).collect();
            writeln!(out, "{}", if terms.is_empty() { "0".into() } else { terms.join(" ") })?;
        }
    }
    Ok(out.flush()?)
}

/// The recoding of that name.
pub(crate) fn find(name: &str) -> Result<&'static Recoding> {
    RECODINGS.iter().find(|r| r.name == name).ok_or_else(|| {
        let names: Vec<_> = RECODINGS.iter().map(|r| r.name).collect();
        Failure::usage(format!(
            "there is no recoding '{}'; there are: {}",
            shorten(name),
            names.join(", ")
        ))
    })
}

/// `width`, if the recoding takes it.
pub(super) fn check_width(recoding: &Recoding, width: usize) -> Result<usize> {
    match recoding.make.width {
        Width::From { least, most, .. } if (least..=most).contains(&width) => Ok(width),
        Width::From { least, most, .. } => Err(Failure::usage(format!(
            "--width {width}: {} takes widths from {least} to {most}",
            recoding.name
        ))),
        Width::None => {
            Err(Failure::usage(format!("{} has no window; leave out --width", recoding.name)))
        }
    }
}

/// The ring of the curve, for a recoding over τ.
fn ring(recoding: &Recoding, curve: Option<&str>) -> Result<Option<Koblitz>> {
    let needed = matches!(recoding.make.form, Form::Tau(_) | Form::TauWindows(_));
    let name = match (needed, curve) {
        (false, None) => return Ok(None),
        (false, Some(_)) => {
            return Err(Failure::usage(format!(
                "{} needs no --curve; tau-naf, w-tau-naf and regular-tau do",
                recoding.name
            )));
        }
        (true, None) => {
            return Err(Failure::usage(format!(
                "{} needs --curve with a Koblitz curve, such as K-233",
                recoding.name
            )));
        }
        (true, Some(name)) => name,
    };
    let not_koblitz = || {
        let is_koblitz = |name: &str| Parameters::named(name).is_ok_and(|p| p.is_koblitz());
        let names: Vec<_> = polylimb::authors::curve::NamedCurve::all()
            .map(|c| c.name)
            .filter(|name| is_koblitz(name))
            .collect();
        Failure::usage(format!(
            "'{}' is no Koblitz curve; there are: {}",
            shorten(name),
            names.join(", ")
        ))
    };
    let parameters = Parameters::named(name).map_err(|_| not_koblitz())?;
    if !parameters.is_koblitz() {
        return Err(not_koblitz());
    }
    let a_is_one = parameters.shape() == Coefficient::One;
    Ok(Some(Koblitz::new(parameters.bits(), a_is_one, parameters.order())?))
}

fn write(
    recoding: &Recoding,
    width: usize,
    scalars: &[Natural],
    ring: Option<&Koblitz>,
) -> Result<Written> {
    let pair = matches!(recoding.make.form, Form::Pair(_));
    let wanted = if pair { 2 } else { 1 };
    if scalars.len() != wanted {
        return Err(Failure::usage(format!(
            "{} takes {wanted} --scalar, not {}",
            recoding.name,
            scalars.len()
        )));
    }
    let bits = |i: usize| Bits::new_vartime(scalars[i].words());
    let one = |radix: usize, write: WriteDigits| {
        let mut digits = vec![0; digits_needed(bits(0).len())];
        let used = write(&mut digits, bits(0), width);
        digits.truncate(used);
        Written::Rows(radix, vec![or_zero(digits)])
    };
    Ok(match recoding.make.form {
        Form::Digits(write) => one(1, write),
        Form::OddWindows(_) if bits(0).bit(0) == 0 => {
            return Err(Failure::usage(format!(
                "{} writes odd scalars only; add the group's order, or 1",
                recoding.name
            )));
        }
        Form::Windows(write) | Form::OddWindows(write) => one(width, write),
        Form::Pair(write) => {
            let room = digits_needed(bits(0).len().max(bits(1).len()));
            let (mut first, mut second) = (vec![0; room], vec![0; room]);
            let used = write([&mut first, &mut second], [bits(0), bits(1)]);
            first.truncate(used);
            second.truncate(used);
            Written::Rows(1, vec![or_zero(first), or_zero(second)])
        }
        Form::Tau(write) | Form::TauWindows(write) => {
            let ring = ring.ok_or_else(|| Failure::usage("--curve is missing"))?;
            let mut digits = vec![0; ring.digits_needed()];
            let width = if recoding.make.width == Width::None { 2 } else { width };
            let representatives = Representatives::new(ring.mu_is_minus(), width);
            let used = write(ring, &mut digits, bits(0), &representatives);
            digits.truncate(used);
            Written::Tau(or_zero(digits))
        }
        Form::Terms(write) => {
            if bits(0).len() > MOST_BITS_OF_TERMS {
                return Err(Failure::usage(format!(
                    "{} is searched for; give a scalar of at most {MOST_BITS_OF_TERMS} bits",
                    recoding.name
                )));
            }
            Written::Terms(bases(recoding), write(bits(0)))
        }
    })
}

/// The number of bases of a recoding in terms: 2 and 3, or 5 too.
pub(crate) fn bases(recoding: &Recoding) -> usize {
    if recoding.name == "mbns" { 3 } else { 2 }
}

/// 0 gets a single digit 0.
fn or_zero(digits: Vec<Digit>) -> Vec<Digit> {
    if digits.is_empty() { vec![0] } else { digits }
}

fn term(bases: usize, term: &Term) -> String {
    let sign = if term.negative { "-1" } else { "+1" };
    let powers = [2, 3, 5].iter().zip(term.exponents).take(bases);
    powers.fold(sign.into(), |text, (base, exponent)| format!("{text}*{base}^{exponent}"))
}

fn in_json(recoding: &Recoding, width: Option<usize>, written: &Written) -> Result<Value> {
    let width = match recoding.make.width {
        Width::None => None,
        Width::From { .. } => Some(recoding.make.width.choose(width)?),
    };
    let mut json = json!({ "recoding": recoding.name, "width": width });
    match written {
        Written::Rows(radix, rows) => {
            json["radix"] = json!(1 << radix);
            json["digits"] = if let [row] = &rows[..] { json!(row) } else { json!(rows) };
        }
        Written::Tau(row) => {
            json["radix"] = json!("tau");
            json["digits"] = json!(row);
        }
        Written::Terms(bases, terms) => {
            let list = terms.iter().map(|t| {
                json!({
                    "sign": if t.negative { -1 } else { 1 },
                    "exponents": t.exponents[..*bases],
                })
            });
            json["bases"] = json!([2, 3, 5][..*bases]);
            json["terms"] = Value::Array(list.collect());
        }
    }
    Ok(json)
}
