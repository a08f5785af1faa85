//! `results.jsonl`: the host, a line per measurement, and with `--model` the lines of the studies'
//! models after them.

use crate::failure::{Failure, Result};
use crate::record::{Record, Run};

/// One line, with its line end.
///
/// # Errors
/// [`Failure::Run`] if a value has no form in JSON.
pub fn line(record: &Record) -> Result<String> {
    serde_json::to_string(record)
        .map(|text| text + "\n")
        .map_err(|e| Failure::run(format!("cannot write a result as JSON: {e}")))
}

/// All lines of a run.
///
/// # Errors
/// As [`line()`].
pub fn text(run: &Run) -> Result<String> {
    let mut text = line(&Record::Host(Box::new(run.host.clone())))?;
    for m in &run.measurements {
        text.push_str(&line(&Record::Measurement(Box::new(m.clone())))?);
    }
    for row in &run.model {
        text.push_str(&line(&Record::Model(row.clone()))?);
    }
    for row in &run.predictions {
        text.push_str(&line(&Record::Prediction(Box::new(row.clone())))?);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;
    use crate::record::{Host, ModelRow, PowerRow, SplitRow, parse_text};

    #[test]
    fn the_contracts_fields_in_order_and_back() {
        let mut m = mul("bipartite", 2, 1024, 250.5);
        m.params.insert("k".into(), 2.into());
        let split = SplitRow { bits: 1024, complexity: Some(2.5), ..SplitRow::default() };
        let power = PowerRow { bits: 1024, predicted: 2.5, ..PowerRow::default() };
        let model = vec![ModelRow::Modmul(Box::new(split)), ModelRow::Powm(Box::new(power))];
        let host = Host { cpu: "x".into(), ..Host::default() };
        let run = Run { host, measurements: vec![m], model, ..Run::default() };
        let text = text(&run).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with(r#"{"kind":"host","cpu":"x","cores":0,"#));
        assert!(lines[1].starts_with(
            r#"{"kind":"measurement","study":"modmul","algorithm":"bipartite","threads":2,"bits":1024,"op":"mul","runs":10,"unit":"ns","min":250.5,"mean":250.5,"median":250.5,"sd":0.0,"cv":0.0,"q1":0.0,"q3":0.0,"speedup":null,"efficiency":null,"correct":true,"kernel":"portable","params":{"k":2},"warnings":[]"#
        ));
        assert!(lines[2].starts_with(r#"{"kind":"model","study":"modmul","algorithm""#));
        assert!(lines[3].starts_with(r#"{"kind":"model","study":"powm","algorithm""#));
        let later = text.clone() + r#"{"kind":"model","study":"later","x":1}"# + "\n";
        for text in [text, later] {
            assert_eq!(parse_text(&text).unwrap(), std::slice::from_ref(&run));
        }
    }

    #[test]
    fn what_is_not_ours_is_refused_with_its_line() {
        for (text, error) in [
            ("x", "line 1: not JSON"),
            ("{}", "line 1: it has no \"kind\""),
            (
                r#"{"kind":"host","cpu":"c"}
{"kind":"measurement"}"#,
                "line 2: the field \"algorithm\" is missing",
            ),
            (
                r#"{"kind":"measurement","algorithm":"a","threads":1,"bits":2,"op":"mul","median":1,"correct":true}"#,
                "before the line of its host",
            ),
        ] {
            let found = parse_text(text).unwrap_err();
            assert!(found.contains(error), "{found}");
        }
        assert!(parse_text(r#"{"kind":"later"}"#).unwrap().is_empty());
    }
}
