//! The destinations of results.

use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::output::whole_file;
use std::path::{Path, PathBuf};

/// The files in the output folder.
pub(super) const RESULTS: &str = "results.jsonl";
pub(super) const REPORT: &str = "report.html";

/// The files that the user named.
#[derive(Debug, Default)]
pub(super) struct Files {
    pub(super) json: Option<PathBuf>,
    pub(super) csv: Option<PathBuf>,
    pub(super) folder: Option<PathBuf>,
}

impl Files {
    pub(super) fn json_to_stdout(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// Checks that all files can be written, and that none is the file that is read, before
    /// anything is measured. Makes the folder.
    pub(super) fn check(&self, read: Option<&Path>) -> Result<()> {
        let dash = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        if dash(&self.json) && dash(&self.csv) {
            return Err(Failure::usage("--json and --csv cannot both be standard output"));
        }
        for path in [&self.json, &self.csv].into_iter().flatten() {
            whole_file::check(path)?;
            whole_file::check_apart(path, read)?;
        }
        for name in [RESULTS, REPORT] {
            let path = self.folder.as_ref().map(|folder| folder.join(name));
            path.map_or(Ok(()), |path| whole_file::check_apart(&path, read))?;
        }
        match &self.folder {
            Some(folder) => std::fs::create_dir_all(folder).map_err(|e| {
                Failure::run(format!(
                    "cannot make the folder {}: {e}; name another with --out",
                    folder.display()
                ))
            }),
            None => Ok(()),
        }
    }
}
