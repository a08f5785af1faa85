//! `polylimb calc pairing`: the pairing of two points, products of several pairings, and a check of
//! bilinearity.

use super::parse_threads;
use crate::print_json;
use polylimb::Split;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options as ModmulOptions};
use polylimb::pairing::{G1, G2, Gt, PairingEngine, PairingGroup, PairingName};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use polylimb_lab::registry;
use serde_json::{Value, json};
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "P is x,y on the curve, Q is x0,x1,y0,y1 on the twist over F_p^2, affine, the coefficient of 1 first; 00 is infinity. Both must lie in their groups of prime order. The result is the optimal ate pairing raised to exactly (p^12-1)/r, its 12 coefficients c[i][j][k], i over w, j over v, k over u; of several pairs P Q P Q … the product. With --bilinear a,b the command computes e(aP, bQ) and e(P, Q)^(ab) and says whether they are equal (exit status 1 if not)."
)]
pub(super) struct Options {
    /// bn254, bn254-snark (also `alt_bn128`) or bls12-381
    #[arg(long, value_name = "NAME")]
    curve: String,
    /// P Q, or several pairs one after another
    #[arg(required = true)]
    points: Vec<String>,
    /// Check that the pairing is bilinear, with these two scalars
    #[arg(long, value_name = "A,B")]
    bilinear: Option<String>,
    /// Threads that share the pairing, or the product; two for each pair are of use
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// The printed name of the curve.
const fn title(name: PairingName) -> &'static str {
    match name {
        PairingName::Bn254 => "BN254 (Nogami, u = -(2^62+2^55+1))",
        PairingName::Bn254Snark => "BN254 (alt_bn128)",
        PairingName::Bls12381 => "BLS12-381",
        other => other.name(),
    }
}

pub(super) fn run(options: &Options) -> Result<()> {
    let name = PairingName::find(&options.curve).map_err(|_| {
        let there = PairingName::ALL.map(PairingName::name).join(", ");
        Failure::usage(format!(
            "there is no pairing on the curve '{}'; there are: {there}",
            shorten(&options.curve)
        ))
    })?;
    if options.points.len() % 2 == 1 {
        return Err(Failure::usage(format!(
            "{} point(s); write P Q, or several such pairs",
            options.points.len()
        )));
    }
    let engine = PairingName::engine(name, Features::detect());
    let mut pairs = Vec::new();
    for pair in options.points.chunks_exact(2) {
        pairs.push((point(engine.g1(), &pair[0], "P", 1)?, point(engine.g2(), &pair[1], "Q", 2)?));
    }
    if let Some(scalars) = &options.bilinear {
        return options.check(&*engine, &pairs, scalars);
    }
    let references: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
    let threads = options.threads.as_deref().map_or(Ok(1), parse_threads)?;
    let split = registry::split(registry::executor(registry::TEAM)?, threads, false)?;
    let value = engine.product_on(&*split, &references)?;
    let coefficients: Vec<_> = coefficients(&value).map(|c| c.to_string()).collect();
    options.print(
        &coefficients.join(","),
        &json!({
            "result": coefficients,
            "curve": title(name),
            "pairs": pairs.len(),
            "threads": threads,
        }),
    )
}

/// The sum of multiples in the group that the first point's coordinates belong to.
pub(super) fn sum(
    name: PairingName,
    scalars: &[Natural],
    points: &[&str],
    split: &dyn Split,
) -> Result<String> {
    let engine = PairingName::engine(name, Features::detect());
    let of_g2 = points.iter().find(|p| **p != "00").is_some_and(|p| p.split(',').count() == 4);
    if of_g2 {
        return sum_in(engine.g2(), scalars, points, split, G2::coordinates, 2);
    }
    sum_in(engine.g1(), scalars, points, split, G1::coordinates, 1)
}

fn sum_in<P>(
    group: &dyn PairingGroup<P>,
    scalars: &[Natural],
    points: &[&str],
    split: &dyn Split,
    coordinates: impl Fn(&P) -> Option<[&[u8]; 2]>,
    degree: usize,
) -> Result<String> {
    let points: Result<Vec<P>> =
        points.iter().map(|text| point(group, text, "P", degree)).collect();
    let points = points?;
    let terms: Vec<_> = scalars.iter().map(|k| Bits::new(k.words())).zip(&points).collect();
    let sum = group.sum_of_multiples_on_vartime(split, &terms)?;
    let Some(coordinates) = coordinates(&sum) else { return Ok("00".into()) };
    let length = group.coordinate_bytes() / degree;
    // The engine has the highest coefficient first.
    let parts = coordinates.iter().flat_map(|c| c.chunks(length).rev());
    let numbers: Vec<String> = parts.map(|c| Natural::from_be_bytes(c).to_string()).collect();
    Ok(numbers.join(","))
}

fn coefficients(value: &Gt) -> impl Iterator<Item = Natural> {
    value.coefficients().map(Natural::from_be_bytes)
}

/// Reads a point as coefficients, `degree` per coordinate; `what` names it in messages.
fn point<P>(group: &dyn PairingGroup<P>, text: &str, what: &str, degree: usize) -> Result<P> {
    if text == "00" {
        return Ok(group.neutral());
    }
    let form = if degree == 1 { "x,y" } else { "x0,x1,y0,y1" };
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() != 2 * degree {
        return Err(Failure::usage(format!(
            "{what} is no point: '{}'; write {form}, or 00 for infinity",
            shorten(text)
        )));
    }
    let length = group.coordinate_bytes() / degree;
    let mut coordinates = Vec::new();
    for coordinate in parts.chunks_exact(degree) {
        let mut bytes = Vec::new();
        // The engine takes the highest coefficient first.
        for part in coordinate.iter().rev() {
            let number = number::parse(part, &format!("a coordinate of {what}"))?;
            let padded = number.to_be_bytes_padded(length).map_err(|_| {
                Failure::usage(format!("a coordinate of {what} is not below the field's prime"))
            })?;
            bytes.extend(padded);
        }
        coordinates.push(bytes);
    }
    group
        .point(&coordinates[0], &coordinates[1])
        .map_err(|why| Failure::usage(format!("{what} is not in its group: {why}")))
}

impl Options {
    fn check(&self, engine: &dyn PairingEngine, pairs: &[(G1, G2)], scalars: &str) -> Result<()> {
        if self.threads.is_some() {
            return Err(Failure::usage("--threads is for the pairing, not for --bilinear"));
        }
        let ([(p, q)], Some((a, b))) = (pairs, scalars.split_once(',')) else {
            return Err(Failure::usage(
                "--bilinear takes two scalars and one pair of points: --bilinear A,B P Q",
            ));
        };
        let order = Modulus::new(engine.order(), &ModmulOptions::default())?;
        let reduced = |text, what| -> Result<Vec<_>> {
            Ok(order.reduce(number::parse(text, what)?.words())?)
        };
        let (a, b) = (reduced(a, "A")?, reduced(b, "B")?);
        let left = engine.pairing(
            &engine.g1().multiply(Bits::new(&a), p)?,
            &engine.g2().multiply(Bits::new(&b), q)?,
        )?;
        let product = order.mul(&a, &b)?;
        let right = engine.power_vartime(&engine.pairing(p, q)?, Bits::new(&product))?;
        if left != right {
            return Err(Failure::No("e(aP, bQ) is not e(P, Q)^(ab)".into()));
        }
        self.print("yes", &json!({ "bilinear": true, "curve": title(engine.name()) }))
    }

    fn print(&self, line: &str, json: &Value) -> Result<()> {
        if self.json {
            return print_json(json);
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}")?;
        Ok(out.flush()?)
    }
}
