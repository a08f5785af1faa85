//! Multiples of points on binary curves: by methods for binary curves only, on an engine, and by
//! all other methods in the coordinates of binary curves.

use super::multiply::{self, Options};
use crate::calc::parse_threads;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::authors::multiply::{PlainPoint, engine};
use polylimb::cpu::Features;
use polylimb_catalogue::multiply::{BinaryCurve, BinaryMethod, BinaryWork};
use polylimb_catalogue::recoding::{Form, Recoding};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::registry::curve::binary::{Multiplication, system};
use polylimb_lab::registry::curve::law::{Law, Point};
use polylimb_lab::registry::curve::{self, Chosen};
use polylimb_lab::registry::{self, TEAM};
use serde_json::{Value, json};

/// The constant-time law.
const UNIFORM: &str = "uniform";

/// `k p`, and the description of its computation; `p` is a point of `total`.
pub(super) fn multiply(
    options: &Options,
    curve: &Chosen,
    total: &Law,
    k: &Natural,
    p: &Point,
) -> Result<(Point, Value)> {
    let koblitz = curve.parameters.is_koblitz();
    // As in the engine: regular digits need a large order.
    let order = Natural::from_words(curve.parameters.order());
    let regular = koblitz && order.bits_vartime() > 64;
    let default = if regular { "regular-tau" } else { "lopez-dahab-ladder" };
    let multiplication = Multiplication::find(options.method().unwrap_or(default))?;
    let recoding = options.recoding(multiplication.name(), multiplication.recodings())?;
    let width = options.width(recoding)?;
    if options.modmul().is_some() {
        return Err(Failure::usage(
            "--modmul is for curves over prime fields; binary fields have methods of their own (polylimb list field)",
        ));
    }
    let mut how = json!({
        "method": multiplication.name(),
        "recoding": recoding.name,
        "width": width,
    });
    let product = match multiplication {
        Multiplication::Own(method) => {
            if let Some(reason) = multiplication.refusal(curve) {
                return Err(Failure::usage(reason));
            }
            if options.coordinates().is_some() {
                return Err(Failure::usage(format!(
                    "{} has coordinates of its own; leave out --coordinates",
                    method.name
                )));
            }
            // A method for two threads also runs on one.
            let threads = threads(options)?.unwrap_or(method.threads.max());
            if threads > method.threads.max() {
                method.threads.check(method.name, threads)?;
            }
            how["threads"] = json!(threads);
            let work = (method, recoding, width, threads);
            on_engine(work, curve, total, k, p)?
        }
        Multiplication::Any(method) => {
            multiply::check_terms(method.name, matches!(recoding.make.form, Form::Terms(_)), k)?;
            let threads = threads(options)?.unwrap_or(method.threads.min());
            method.threads.check(method.name, threads)?;
            how["threads"] = json!(threads);
            let system = system(options.coordinates().unwrap_or(UNIFORM))?;
            how["coordinates"] = json!(system.name);
            let law = Law::binary(system, &curve.parameters, None)?;
            let p = law.point(&total.affine(p)?).map_err(Failure::run)?;
            let split = registry::split(registry::executor(TEAM)?, threads, false)?;
            let r = law.multiply_on(&*split, k, &p, method, Some(recoding), width)?;
            total.point(&law.affine(&r)?).map_err(Failure::run)?
        }
    };
    Ok((product, how))
}

fn threads(options: &Options) -> Result<Option<usize>> {
    options.threads().map(parse_threads).transpose()
}

fn on_engine(
    (method, recoding, width, threads): (&BinaryMethod, &'static Recoding, Option<usize>, usize),
    curve: &Chosen,
    total: &Law,
    k: &Natural,
    p: &Point,
) -> Result<Point> {
    let Some(coordinates) = total.affine(p)? else { return Ok(None) };
    let engine = engine(&curve.parameters, Features::detect())?;
    let length = engine.coordinate_bytes();
    let [x, y] = coordinates.map(|c| c.to_be_bytes_padded(length));
    let base = &PlainPoint::new(x?, y?);
    if engine.check(base).is_err() {
        return Err(Failure::usage(format!(
            "P is not in the generator's subgroup, for which {} is; choose --method window --coordinates {}",
            method.name,
            curve::BINARY_TOTAL
        )));
    }
    let split = registry::split(registry::executor(TEAM)?, threads, false)?;
    let k = Bits::new_vartime(k.words());
    let work = BinaryWork { k, base, recoding: Some(recoding), width, split: &*split };
    let curve = BinaryCurve::new(&curve.parameters, Features::detect())?;
    let product = curve.multiply(method, &work)?;
    let affine = product.map(|p| [p.x(), p.y()].map(Natural::from_be_bytes));
    total.point(&affine).map_err(Failure::run)
}
