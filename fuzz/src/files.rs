//! Files that only the command reads: results of measurements, and a curve's parameters. No input
//! may cause a panic or a hang, in what a report makes of it either.

use polylimb_lab::output::{csv, html, json_lines};
use polylimb_lab::record::parse_text;
use polylimb_lab::registry::curve::file;

/// Reads bytes; whether it accepts them.
type Reader = fn(&[u8]) -> bool;

/// The formats, by the names that the files of the corpus begin with.
pub const FORMATS: [(&str, Reader); 2] =
    [("results", results), ("curve", |bytes| file::parse(bytes, "a file").is_ok())];

/// What `polylimb report` and `polylimb lab --csv` show of results, and whether what they write is
/// read again.
fn results(bytes: &[u8]) -> bool {
    let Ok(runs) = parse_text(&String::from_utf8_lossy(bytes)) else { return false };
    let _ = html::page(&runs, true);
    let _ = html::json(&runs, true);
    for run in &runs {
        csv::text(&run.measurements).expect("a table");
        let text = json_lines::text(run).expect("lines");
        assert_eq!(parse_text(&text).map(|runs| runs.len()), Ok(1), "what it wrote");
    }
    runs.iter().any(|run| !run.is_empty())
}

/// Reads the bytes after the first one; whether they are accepted.
pub fn files(bytes: &[u8]) -> bool {
    let Some((first, rest)) = bytes.split_first() else { return false };
    FORMATS[usize::from(*first) % FORMATS.len()].1(rest)
}
