//! `polylimb list recoding|coordinates|multiply|field|curve|pairing|protocol`: the components of
//! scalar multiplication, and its uses.

use super::Row;
use crate::calc::recode::bases;
use polylimb::authors::curve::{Coefficient, NamedCurve, Parameters};
use polylimb::authors::entry::{ConstantTime, Domain, Entry};
use polylimb_catalogue::binary_field;
use polylimb_catalogue::coordinates::{COORDINATES, System};
use polylimb_catalogue::multiply::{BINARY_METHODS, Base, BinaryMethod, METHODS, Method};
use polylimb_catalogue::pairing::PAIRINGS;
use polylimb_catalogue::protocols::PROTOCOLS;
use polylimb_catalogue::recoding::{Form, RECODINGS, Recoding, Width};
use polylimb_lab::registry::field::BINARY;
use polylimb_lab::registry::{self, curve};
use serde_json::json;

/// The threads of entries that are not methods.
const ALONE: &str = "1";

/// The equation of binary curves.
const BINARY_EQUATION: &str = "y^2 + x y = x^3 + a x^2 + b";

pub(super) fn recodings() -> Vec<Row> {
    RECODINGS.iter().map(recoding).collect()
}

pub(super) fn coordinates() -> Vec<Row> {
    COORDINATES.iter().map(system).collect()
}

pub(super) fn methods() -> Vec<Row> {
    METHODS.iter().map(method).chain(BINARY_METHODS.iter().map(binary_method)).collect()
}

pub(super) fn curves() -> Vec<Row> {
    NamedCurve::all().map(named_curve).collect()
}

pub(super) fn pairings() -> Vec<Row> {
    PAIRINGS
        .iter()
        .map(|p| Row {
            name: p.name.into(),
            source: p.source.into(),
            summary: format!("{}: {}", p.make.name(), p.summary),
            threads: ALONE.into(),
            constant_time: p.constant_time,
            domain: p.make.curves().into(),
            library: true,
            more: json!({ "part": p.make.name() }),
        })
        .collect()
}

pub(super) fn protocols() -> Vec<Row> {
    PROTOCOLS.iter().map(protocol).collect()
}

fn system(s: &System) -> Row {
    let binary = s.domain == Domain::BinaryCurves;
    Row {
        name: s.name.into(),
        source: s.source.into(),
        summary: s.summary.into(),
        threads: ALONE.into(),
        constant_time: s.constant_time,
        domain: if binary { BINARY_EQUATION } else { "y^2 = x^3 + a x + b" }.into(),
        library: true,
        more: json!({}),
    }
}

fn binary_method(m: &BinaryMethod) -> Row {
    Row {
        name: m.name.into(),
        source: m.source.into(),
        summary: m.summary.into(),
        threads: registry::threads(m.threads),
        constant_time: m.constant_time,
        domain: match m.domain {
            Domain::KoblitzCurves => "Koblitz curves",
            _ => "binary curves",
        }
        .into(),
        library: true,
        more: json!({ "recodings": m.make.recodings }),
    }
}

fn recoding(r: &Recoding) -> Row {
    let of_any = METHODS.iter().map(|m| (m.name, m.make.recodings));
    let of_binary = BINARY_METHODS.iter().map(|m| (m.name, m.make.recodings));
    let takes = |(_, recodings): &(&str, &[&str])| recodings.contains(&r.name);
    let methods: Vec<_> = of_any.chain(of_binary).filter(takes).map(|(name, _)| name).collect();
    let domain = match r.make.form {
        Form::Digits(_) | Form::Windows(_) => "any scalar",
        Form::OddWindows(_) => "odd scalars",
        Form::Pair(_) => "two scalars",
        Form::Terms(_) if bases(r) == 2 => "any scalar, bases 2, 3",
        Form::Terms(_) => "any scalar, bases 2, 3, 5",
        Form::Tau(_) | Form::TauWindows(_) => "scalars of Koblitz curves",
    };
    let widths = match r.make.width {
        Width::None => "none".into(),
        Width::From { least, most, .. } => format!("{least}-{most}"),
    };
    Row {
        name: r.name.into(),
        source: if r.source.is_empty() { "ancient" } else { r.source }.into(),
        summary: r.summary.into(),
        threads: ALONE.into(),
        constant_time: r.constant_time,
        // A method makes one pass over the digits; a sum whose exponents rise and fall has none.
        domain: if methods.is_empty() {
            format!("{domain}; calc recode alone")
        } else {
            domain.into()
        },
        library: true,
        more: json!({ "widths": widths, "methods": methods }),
    }
}

fn method(m: &Method) -> Row {
    let domain = match (m.make.base, m.domain) {
        (_, Domain::Curve(curve)) => curve,
        (Base::Any, _) => "any point",
        (Base::Known, _) => "a point known beforehand",
    };
    Row {
        name: m.name.into(),
        source: m.source.into(),
        summary: m.summary.into(),
        threads: registry::threads(m.threads),
        constant_time: m.constant_time,
        domain: domain.into(),
        library: true,
        more: json!({ "recodings": m.make.recodings }),
    }
}

fn protocol(p: &Entry<()>) -> Row {
    let domain = match p.domain {
        Domain::Curve(name) => name.into(),
        Domain::Any => "y^2 = x^3 + a x + b".into(),
        modulus => registry::domain(modulus),
    };
    Row {
        name: p.name.into(),
        source: p.source.into(),
        summary: p.summary.into(),
        threads: ALONE.into(),
        constant_time: p.constant_time,
        domain,
        library: true,
        more: json!({}),
    }
}

pub(super) fn fields() -> Vec<Row> {
    let prime = |name: &str, summary: &str, domain: &str| Row {
        name: name.into(),
        source: "Montgomery 1985".into(),
        summary: summary.into(),
        threads: ALONE.into(),
        constant_time: ConstantTime::Yes,
        domain: domain.into(),
        library: true,
        more: json!({}),
    };
    let degree = |m: usize| Row {
        name: format!("f2m:{m}"),
        source: match m {
            163 | 233 | 283 | 409 | 571 => "FIPS 186-4, D.1.3",
            7 => "the smallest trinomial, for exhaustive tests",
            _ => "SEC 2, version 1",
        }
        .into(),
        summary: "polynomials over F_2, a bit for each coefficient".into(),
        threads: ALONE.into(),
        constant_time: ConstantTime::Yes,
        domain: format!("2^{m} elements"),
        library: true,
        more: json!({}),
    };
    let primes = [
        prime("fp:CURVE", "the coordinates of a curve's points", "every curve"),
        prime("fn:CURVE", "the scalars of a curve", "every curve"),
        prime("p:PRIME", "the integers modulo a prime", "primes to 6144 bits"),
    ];
    let algorithm = |m: &binary_field::Entry| Row {
        name: m.name.into(),
        source: m.source.into(),
        summary: format!("{}: {}", m.make.operation.name(), m.summary),
        threads: ALONE.into(),
        constant_time: m.constant_time,
        domain: registry::domain(m.domain),
        library: true,
        more: json!({
            "operation": m.make.operation.name(),
            "needs": m.make.needs.names().collect::<Vec<_>>(),
        }),
    };
    let tower = |degree: usize| Row {
        name: format!("fp{degree}:CURVE"),
        source: "Devegili, O hEigeartaigh, Scott, Dahab 2006".into(),
        summary: format!("an extension of degree {degree} of a curve's prime field"),
        threads: ALONE.into(),
        constant_time: ConstantTime::Yes,
        domain: "curves with a pairing".into(),
        library: true,
        more: json!({}),
    };
    let towers = [2, 6, 12].map(tower);
    let binaries = BINARY.map(|(m, _)| degree(m)).into_iter().chain(towers);
    primes.into_iter().chain(binaries).chain(binary_field::METHODS.iter().map(algorithm)).collect()
}

fn named_curve(c: &NamedCurve) -> Row {
    // Every name of the table is known.
    let parameters = Parameters::named(c.name).ok();
    let bits = parameters.as_ref().map_or(0, Parameters::bits);
    let a = match parameters.as_ref().map(Parameters::shape) {
        Some(Coefficient::Zero) => "a = 0",
        Some(Coefficient::MinusThree) => "a = -3",
        Some(Coefficient::One) => "a = 1",
        _ => "any a",
    };
    let title = curve::title(c);
    let names = if title == c.name { c.aliases.to_vec() } else { [&[&*title], c.aliases].concat() };
    Row {
        name: c.name.into(),
        source: curve::source(c).into(),
        summary: if names.is_empty() { "no other name".into() } else { names.join(", ") },
        threads: ALONE.into(),
        constant_time: ConstantTime::Yes,
        domain: if c.is_binary() {
            format!("F_2^{bits}, {a}")
        } else {
            format!("prime of {bits} bits, {a}")
        },
        library: true,
        more: json!({ "aliases": c.aliases, "title": title, "bits": bits, "cofactor": c.h }),
    }
}
