//! The names of a row of a multiplication, and the options that select it again.

use crate::record::Measurement;
use polylimb_catalogue::recoding::{Recoding, Width};

/// The coordinates' name for a method with its own.
pub(super) const OWN: &str = "own";

/// A method with its recoding and coordinates.
pub(super) struct Named<'a> {
    pub(super) curve: &'a str,
    pub(super) method: &'static str,
    pub(super) recoding: &'static Recoding,
    /// The window's width, if given.
    pub(super) width: Option<usize>,
    /// [`OWN`] if the method has its own.
    pub(super) coordinates: &'static str,
    /// Whether the base is known beforehand.
    pub(super) known: bool,
}

impl Named<'_> {
    /// Writes the names into `names`. Returns the words of the command, and what tells the row from
    /// others.
    pub(super) fn write(&self, names: &mut Measurement) -> (Vec<String>, Vec<String>) {
        names.study = "scalar".into();
        names.algorithm = self.method.into();
        let mut words = vec!["--methods".into(), self.method.to_owned()];
        let mut chosen = Vec::new();
        for (option, name) in [
            ("curve", self.curve),
            ("recoding", self.recoding.name),
            ("coordinates", self.coordinates),
        ] {
            names.params.insert(option.into(), name.into());
            if name != OWN {
                words.extend([format!("--{option}"), name.to_owned()]);
                chosen.push(name.to_owned());
            }
        }
        names.params.insert("method".into(), self.method.into());
        if let Width::From { usual, .. } = self.recoding.make.width {
            names.params.insert("width".into(), self.width.unwrap_or(usual).into());
        }
        if let Some(width) = self.width {
            chosen.push(format!("width {width}"));
            words.extend(["--width".into(), width.to_string()]);
        }
        if self.known {
            names.params.insert("table".into(), "made each time".into());
        }
        (words, chosen)
    }
}
