//! `polylimb list recoding|coordinates|multiply|field|curve|pairing|protocol`: what scalar multiplication is made of, and for.

use super::what_and_whence;
use crate::registry::field::BINARY;
use crate::registry::{self, curve};
use polylimb::curve::COORDINATES;
use polylimb::curve::binary::BINARY_COORDINATES;
use polylimb::curve::named::{self, NamedCurve, Parameters};
use polylimb::curve::weierstrass::Coefficient;
use polylimb::field::binary;
use polylimb::modmul::ConstantTime;
use polylimb::multiply::{BINARY_METHODS, Base, BinaryMethod, METHODS, Method};
use polylimb::pairing::{PAIRINGS, Pairing};
use polylimb::protocol::{PROTOCOLS, Protocol};
use polylimb::recoding::{Form, RECODINGS, Recoding, Width};
use serde_json::{Value, json};

/// The threads of what is no method.
const ALONE: &str = "1";

/// The equation of binary curves.
const BINARY_EQUATION: &str = "y^2 + x y = x^3 + a x^2 + b";

/// A line of these lists.
struct Row {
    name: String,
    source: String,
    summary: String,
    threads: String,
    constant_time: ConstantTime,
    /// For what it works.
    domain: String,
    /// Further fields of the JSON.
    more: Value,
}

fn rows(kind: &str) -> Vec<Row> {
    match kind {
        "recoding" => RECODINGS.iter().map(recoding).collect(),
        "coordinates" => coordinates(),
        "multiply" => {
            METHODS.iter().map(method).chain(BINARY_METHODS.iter().map(binary_method)).collect()
        }
        "field" => fields(),
        "pairing" => PAIRINGS.iter().map(pairing).collect(),
        "protocol" => PROTOCOLS.iter().map(protocol).collect(),
        _ => named::all().map(named_curve).collect(),
    }
}

fn coordinates() -> Vec<Row> {
    let row = |name: &str, source: &str, summary: &str, constant_time, binary| Row {
        name: name.into(),
        source: source.into(),
        summary: summary.into(),
        threads: ALONE.into(),
        constant_time,
        domain: if binary { BINARY_EQUATION } else { "y^2 = x^3 + a x + b" }.into(),
        more: json!({}),
    };
    let primes =
        COORDINATES.iter().map(|s| row(s.name, s.source, s.summary, s.constant_time, false));
    let binary =
        BINARY_COORDINATES.iter().map(|s| row(s.name, s.source, s.summary, s.constant_time, true));
    primes.chain(binary).collect()
}

fn binary_method(m: &BinaryMethod) -> Row {
    Row {
        name: m.name.into(),
        source: m.source.into(),
        summary: m.summary.into(),
        threads: m.threads.to_string(),
        constant_time: m.constant_time,
        domain: if m.koblitz { "Koblitz curves" } else { "binary curves" }.into(),
        more: json!({ "recodings": m.recodings, "threads": m.threads.to_string() }),
    }
}

fn recoding(r: &Recoding) -> Row {
    let domain = match r.form {
        Form::Digits(_) | Form::Windows(_) => "any scalar",
        Form::OddWindows(_) => "odd scalars",
        Form::Pair(_) => "two scalars",
        Form::Terms(_) => "any scalar, bases 2, 3, 5",
        Form::Tau(_) | Form::TauWindows(_) => "scalars of Koblitz curves",
    };
    let widths = match r.width {
        Width::None => "none".into(),
        Width::From { least, most, .. } => format!("{least}-{most}"),
    };
    Row {
        name: r.name.into(),
        source: if r.source.is_empty() { "ancient" } else { r.source }.into(),
        summary: r.summary.into(),
        threads: ALONE.into(),
        constant_time: r.constant_time,
        domain: domain.into(),
        more: json!({ "widths": widths }),
    }
}

fn method(m: &Method) -> Row {
    let domain = match (m.base, m.curve) {
        (_, Some(curve)) => curve,
        (Base::Any, None) => "any point",
        (Base::Known, None) => "a point known beforehand",
    };
    Row {
        name: m.name.into(),
        source: m.source.into(),
        summary: m.summary.into(),
        threads: registry::threads(m.threads),
        constant_time: m.constant_time,
        domain: domain.into(),
        more: json!({ "recodings": m.recodings }),
    }
}

fn protocol(p: &Protocol) -> Row {
    let domain = match p.name {
        "bip340" => "secp256k1",
        "x25519" | "ed25519" => "Curve25519",
        "bls" | "boneh-franklin" | "sakai-ohgishi-kasahara" | "joux" => "BLS12-381",
        _ => "y^2 = x^3 + a x + b",
    };
    Row {
        name: p.name.into(),
        source: p.source.into(),
        summary: p.summary.into(),
        threads: ALONE.into(),
        constant_time: p.constant_time,
        domain: domain.into(),
        more: json!({}),
    }
}

fn pairing(p: &Pairing) -> Row {
    Row {
        name: p.name.into(),
        source: p.source.into(),
        summary: format!("{}: {}", p.part.name(), p.summary),
        threads: ALONE.into(),
        constant_time: Pairing::CONSTANT_TIME,
        domain: p.domain.into(),
        more: json!({ "part": p.part.name() }),
    }
}

fn fields() -> Vec<Row> {
    let prime = |name: &str, summary: &str, domain: &str| Row {
        name: name.into(),
        source: "Montgomery 1985".into(),
        summary: summary.into(),
        threads: ALONE.into(),
        constant_time: ConstantTime::Yes,
        domain: domain.into(),
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
        more: json!({}),
    };
    let primes = [
        prime("fp:CURVE", "the coordinates of a curve's points", "every curve"),
        prime("fn:CURVE", "the scalars of a curve", "every curve"),
        prime("p:PRIME", "the integers modulo a prime", "primes to 6144 bits"),
    ];
    let algorithm = |m: &binary::methods::Method| Row {
        name: m.name.into(),
        source: m.source.into(),
        summary: format!("{}: {}", m.operation.name(), m.summary),
        threads: ALONE.into(),
        constant_time: m.constant_time,
        domain: "2^m elements, m to 571".into(),
        more: json!({ "operation": m.operation.name(), "needs": m.needs.names().collect::<Vec<_>>() }),
    };
    let binaries = BINARY.map(|(m, _)| degree(m));
    primes
        .into_iter()
        .chain(binaries)
        .chain(binary::methods::METHODS.iter().map(algorithm))
        .collect()
}

fn named_curve(c: &NamedCurve) -> Row {
    // Every name of the table is one.
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
        more: json!({ "aliases": c.aliases, "title": title, "bits": bits, "cofactor": c.h }),
    }
}

pub(super) fn in_json(kind: &str) -> Vec<Value> {
    let entry = |row: Row| {
        let mut json = json!({
            "kind": kind,
            "name": row.name,
            "source": row.source,
            "summary": row.summary,
            "threads": row.threads,
            "constant_time": registry::constant_time(row.constant_time),
            "domain": row.domain,
            "library": true,
        });
        for (name, value) in row.more.as_object().into_iter().flatten() {
            json[name] = value.clone();
        }
        json
    };
    rows(kind).into_iter().map(entry).collect()
}

pub(super) fn lines(kind: &str) -> Vec<String> {
    let rows = rows(kind);
    let widest = |text: fn(&Row) -> &str, title: &str| {
        rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0).max(title.len())
    };
    let names = widest(|row| &row.name, kind);
    let domains = widest(|row| &row.domain, "for");
    let header = format!("{kind:<names$}  {:<domains$}  constant time  what and whence", "for");
    let line = |row: &Row| {
        format!(
            "{:<names$}  {:<domains$}  {:<13}  {}",
            row.name,
            row.domain,
            registry::constant_time(row.constant_time),
            what_and_whence(&row.summary, &row.source),
        )
    };
    std::iter::once(header).chain(rows.iter().map(line)).collect()
}
