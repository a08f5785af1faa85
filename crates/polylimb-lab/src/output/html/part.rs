//! A run cut into comparable parts: one study in one scenario, each row once.

use super::capital;
use crate::record::{Measurement, Run};
use std::collections::BTreeSet;

/// One study of a run, measured in one scenario or in interleaved rounds.
pub(super) struct Part {
    pub(super) study: String,
    pub(super) scenario: Option<String>,
    pub(super) rows: Vec<Measurement>,
    /// Rows left out because they were measured again later.
    pub(super) repeated: usize,
}

/// The parts, in the order of measurement.
pub(super) fn of(run: &Run) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for m in &run.measurements {
        let same = |p: &&mut Part| p.study == m.study && p.scenario == m.scenario;
        if let Some(part) = parts.iter_mut().find(same) {
            part.rows.push(m.clone());
        } else {
            let (study, scenario) = (m.study.clone(), m.scenario.clone());
            parts.push(Part { study, scenario, rows: vec![m.clone()], repeated: 0 });
        }
    }
    parts.iter_mut().for_each(Part::keep_the_last_of_each);
    parts
}

impl Part {
    /// Of a row measured twice, keeps the later one.
    fn keep_the_last_of_each(&mut self) {
        let before = self.rows.len();
        let mut seen = BTreeSet::new();
        let mut kept: Vec<Measurement> = Vec::with_capacity(before);
        for m in self.rows.drain(..).rev() {
            let names = [&m.algorithm, &m.variant, &m.kernel, &m.executor, &m.op, &m.unit]
                .map(Clone::clone);
            // Curve, field, part and the like; of the row's other parameters the names tell.
            let which = ["curve", "field", "part", "way", "target", "squaring", "hash"];
            let which = which.map(|name| m.params.get(name).map(ToString::to_string));
            if seen.insert((names, which, m.threads, m.bits)) {
                kept.push(m);
            }
        }
        kept.reverse();
        self.repeated = before - kept.len();
        self.rows = kept;
    }

    /// The name of the study in words.
    pub(super) fn title(&self) -> String {
        match self.study.as_str() {
            "modmul" => "Modular multiplication".into(),
            "powm" => "Modular exponentiation".into(),
            "scalar" => "Scalar multiplication".into(),
            "field" => "Field arithmetic".into(),
            "pairing" => "Pairings".into(),
            "protocol" => "Protocols".into(),
            "batch" => "Batches".into(),
            "leak" => "Times against secrets".into(),
            "self-test" => "The instrument's self-test".into(),
            "" => "Measurements".into(),
            other => capital(other),
        }
    }

    /// The operations: the compared ones first, with products or powers at the head.
    pub(super) fn ops(&self) -> Vec<&str> {
        let mut ops: Vec<&str> = Vec::new();
        for m in &self.rows {
            if !ops.contains(&m.op.as_str()) {
                ops.push(&m.op);
            }
        }
        ops.sort_by_key(|op| (is_passage(op), !["mul", "powm"].contains(op)));
        ops
    }

    /// The operation of the summary.
    pub(super) fn main_op(&self) -> &str {
        self.ops().first().copied().unwrap_or("mul")
    }

    /// The figure that stands for a row: `minimum` in a scenario, else `median`.
    pub(super) fn figure(&self) -> &'static str {
        if self.scenario.is_some() { "minimum" } else { "median" }
    }
}

/// Whether the operation enters or leaves the domain. It is paid once for any number of operations
/// between, so it is not compared.
pub(super) fn is_passage(op: &str) -> bool {
    op == "enter" || op == "leave"
}

/// An operation as a heading.
pub(super) fn op_title(op: &str) -> String {
    match op {
        "mul" => "Products".into(),
        "powm" => "Powers".into(),
        "fixed-base" => "Powers of a fixed base".into(),
        "batch" => "Powers in batches".into(),
        "product-of-2" => "Products of two powers".into(),
        "product-of-32" => "Products of 32 powers".into(),
        "crt" => "Powers with known factors".into(),
        "sqr" => "Squares".into(),
        "enter" => "Entering the domain".into(),
        "leave" => "Leaving the domain".into(),
        other => capital(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn studies_and_scenarios_apart_and_the_last_of_repeated_rows_kept() {
        let mut ms = vec![mul("a", 1, 256, 1.0), mul("a", 1, 256, 2.0), mul("a", 1, 512, 3.0)];
        ms.push(Measurement { study: "powm".into(), ..mul("a", 1, 256, 4.0) });
        ms.push(Measurement { scenario: Some("all".into()), ..mul("a", 1, 256, 5.0) });
        let parts = of(&Run { measurements: ms, ..Run::default() });
        let shape: Vec<_> = parts.iter().map(|p| (p.rows.len(), p.repeated, p.figure())).collect();
        assert_eq!(shape, [(2, 1, "median"), (1, 0, "median"), (1, 0, "minimum")]);
        assert!((parts[0].rows[0].median - 2.0).abs() < 1e-9);
    }

    #[test]
    fn products_first_and_passages_last() {
        let rows = ["leave", "sqr", "mul"].map(|op| {
            let op = op.to_owned();
            Measurement { op, ..mul("a", 1, 256, 1.0) }
        });
        let run = Run { measurements: rows.into(), ..Run::default() };
        assert_eq!(of(&run)[0].ops(), ["mul", "sqr", "leave"]);
    }
}
