//! A results file while a run goes on: what was measured is kept if the run is ended.
//!
//! The file begins with the line of the host and holds whole lines at any time, so that `report`
//! reads it. The first rows replace an older file, later ones are appended, each time by one write
//! of whole lines. At the end the file is replaced by its final form, in which rows may have
//! further warnings and comparisons.

use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::output::{json_lines, whole_file};
use polylimb_lab::record::{Host, Measurement, Record};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The files.
pub(super) struct Kept {
    paths: Vec<PathBuf>,
    begun: bool,
}

impl Kept {
    /// These files, less standard output and what is no file: devices and pipes get their lines at
    /// the end.
    pub(super) fn new<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Self {
        let file = |path: &&Path| {
            *path != Path::new("-") && std::fs::metadata(path).map_or(true, |m| m.is_file())
        };
        let paths = paths.into_iter().filter(file).map(Path::to_owned).collect();
        Self { paths, begun: false }
    }

    /// Adds rows.
    pub(super) fn add(&mut self, host: &Host, rows: &[Measurement]) -> Result<()> {
        if rows.is_empty() || self.paths.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        if !self.begun {
            text += &json_lines::line(&Record::Host(Box::new(host.clone())))?;
        }
        for row in rows {
            text += &json_lines::line(&Record::Measurement(Box::new(row.clone())))?;
        }
        for path in &self.paths {
            if self.begun {
                append(path, text.as_bytes())?;
            } else {
                whole_file::write(path, text.as_bytes())?;
            }
        }
        self.begun = true;
        Ok(())
    }
}

fn append(path: &Path, lines: &[u8]) -> Result<()> {
    let file = OpenOptions::new().append(true).open(path);
    file.and_then(|mut file| file.write_all(lines))
        .map_err(|e| Failure::io(&e, &format!("cannot write {}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polylimb_lab::record::read_file;

    #[test]
    fn valid_after_every_addition_and_an_older_file_stays_until_the_first() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        std::fs::write(&path, "older").unwrap();
        let mut kept = Kept::new([path.as_path(), Path::new("-"), Path::new("/dev/null")]);
        assert_eq!(kept.paths.len(), 1);
        let host = Host { cpu: "c".into(), ..Host::default() };
        kept.add(&host, &[]).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "older");
        for rows in 1..4 {
            kept.add(&host, &[Measurement::default()]).unwrap();
            let runs = read_file(&path).unwrap();
            assert_eq!((runs.len(), runs[0].measurements.len()), (1, rows));
            assert!(runs[0].notes.is_empty() && runs[0].host.cpu == "c");
        }
    }
}
