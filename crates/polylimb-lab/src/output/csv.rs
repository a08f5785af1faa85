//! A line per measurement, for spreadsheets and statistics programs.

use crate::failure::{Failure, Result};
use crate::record::Measurement;

/// The columns.
const HEADER: [&str; 25] = [
    "study",
    "algorithm",
    "threads",
    "bits",
    "op",
    "runs",
    "unit",
    "min",
    "mean",
    "median",
    "sd",
    "cv",
    "q1",
    "q3",
    "speedup",
    "efficiency",
    "correct",
    "kernel",
    "params",
    "warnings",
    "executor",
    "ratio",
    "scenario",
    "variant",
    "over_binary",
];

/// All measurements, after a line with the columns' names. Missing values are empty.
///
/// # Errors
/// [`Failure::Run`] if the text cannot be made.
pub fn text(measurements: &[Measurement]) -> Result<String> {
    let failed = |e: &dyn std::fmt::Display| Failure::run(format!("cannot write CSV: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADER).map_err(|e| failed(&e))?;
    let optional = |x: Option<f64>| x.map_or_else(String::new, |x| x.to_string());
    for m in measurements {
        let params = if m.params.is_empty() {
            String::new()
        } else {
            serde_json::to_string(&m.params).map_err(|e| failed(&e))?
        };
        let record: [String; HEADER.len()] = [
            m.study.clone(),
            m.algorithm.clone(),
            m.threads.to_string(),
            m.bits.to_string(),
            m.op.clone(),
            m.runs.to_string(),
            m.unit.clone(),
            m.min.to_string(),
            m.mean.to_string(),
            m.median.to_string(),
            m.sd.to_string(),
            m.cv.to_string(),
            m.q1.to_string(),
            m.q3.to_string(),
            optional(m.speedup),
            optional(m.efficiency),
            m.correct.to_string(),
            m.kernel.clone(),
            params,
            m.warnings.join("; "),
            m.executor.clone(),
            optional(m.ratio),
            m.scenario.clone().unwrap_or_default(),
            m.variant.clone(),
            optional(m.over_binary),
        ];
        writer.write_record(&record).map_err(|e| failed(&e))?;
    }
    let bytes = writer.into_inner().map_err(|e| failed(&e))?;
    String::from_utf8(bytes).map_err(|e| failed(&e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    #[test]
    fn a_header_and_a_line_each_with_awkward_text_quoted() {
        let mut m = mul("a", 1, 256, 12.5);
        m.warnings = vec!["noisy: 3 %, \"half\"".into(), "oversubscribed".into()];
        m.params.insert("k".into(), 2.into());
        m.scenario = Some("per-thread".into());
        m.variant = "k=2".into();
        let text = text(&[m]).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], HEADER.join(","));
        assert_eq!(
            lines[1],
            r#"modmul,a,1,256,mul,10,ns,12.5,12.5,12.5,0,0,0,0,,,true,portable,"{""k"":2}","noisy: 3 %, ""half""; oversubscribed",alone,,per-thread,k=2,"#
        );
    }
}
