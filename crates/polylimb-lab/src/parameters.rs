//! `k` and the cut of partite algorithms: on the command line, and in `params` of a measurement.
//!
//! A cut is given in words or in percent of the words, rounded up. In `params`, `split` is the cut
//! in words and `k` the number of blocks, both with the algorithm's default filled in. `cut` is the
//! cut as given, since a default or a percentage is a different number of words at every size.

use crate::executor::Serial;
use crate::failure::{Failure, Result};
use polylimb::authors::limb::WORD_BITS;
use polylimb::authors::modmul::{Entry, Parameters, Request};
use serde_json::{Map, Value};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The numbers of blocks that multipartite algorithms accept.
const BLOCKS: RangeInclusive<usize> = 2..=15;

/// Where to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// The lower part has this number of words.
    Words(usize),
    /// The lower part has this percentage of the words.
    Percent(u8),
}

impl Cut {
    /// The length of the lower part of `n` words.
    #[must_use]
    pub fn words(self, n: usize) -> usize {
        match self {
            Self::Words(words) => words,
            Self::Percent(percent) => (n * usize::from(percent)).div_ceil(100),
        }
    }
}

/// As on the command line: `48%` or `12`.
impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => write!(f, "{words}"),
            Self::Percent(percent) => write!(f, "{percent}%"),
        }
    }
}

/// The parameters given by the user; `None` for the algorithm's default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    /// The blocks.
    pub k: Option<usize>,
    /// The cut.
    pub cut: Option<Cut>,
}

/// What tells a row from others of its algorithm: `k=4 cut=48%`; empty without given parameters.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = self.k.map(|k| format!("k={k}"));
        let cut = self.cut.map(|cut| format!("cut={cut}"));
        f.write_str(&k.into_iter().chain(cut).collect::<Vec<_>>().join(" "))
    }
}

impl Asked {
    /// Puts the parameters into a request.
    #[must_use]
    pub fn into_request<'a>(&self, request: Request<'a>) -> Request<'a> {
        let n = request.modulus.len();
        Request { k: self.k, cut_words: self.cut.map(|cut| cut.words(n)), ..request }
    }

    /// The `params` of a row made with these parameters.
    #[must_use]
    pub fn params(&self, made: Parameters) -> Map<String, Value> {
        let mut params = params(made);
        if let Some(cut) = self.cut {
            params.insert("cut".into(), cut.to_string().into());
        }
        params
    }
}

/// The parameters of a built multiplication, for JSON.
#[must_use]
pub fn params(made: Parameters) -> Map<String, Value> {
    let values = [("k", made.k), ("split", made.cut_words)];
    let known = values.into_iter().filter_map(|(name, value)| Some((name.into(), value?.into())));
    known.collect()
}

/// The parameters that the algorithm has on `threads` threads, with example values; all `None` if
/// it cannot be made.
#[must_use]
pub fn of(entry: &Entry, threads: usize) -> Parameters {
    let sizes = (1..=16).map(|words| words * WORD_BITS.max(64));
    let Some(bits) = sizes.into_iter().find(|&bits| entry.domain.accepts_odd_of(bits)) else {
        return Parameters::default();
    };
    let mut modulus = vec![0; bits.div_ceil(WORD_BITS)];
    modulus[0] = 1;
    modulus[(bits - 1) / WORD_BITS] |= 1 << ((bits - 1) % WORD_BITS);
    let split = Arc::new(Serial::new(threads));
    let made = entry.build(&Request { split, ..Request::new(&modulus) });
    made.map_or_else(|_| Parameters::default(), |made| made.parameters())
}

/// Reads numbers of blocks: `2,3,4` or `2-4`. Sorted, each once.
///
/// # Errors
/// [`Failure::Usage`] if it is not such a list, or a number is outside 2 to 15.
pub fn parse_k(text: &str) -> Result<Vec<usize>> {
    let wrong = || {
        let (least, most) = BLOCKS.into_inner();
        Failure::usage(format!(
            "--k: '{text}' is not a list of blocks from {least} to {most}; write 2,4 or 2-4"
        ))
    };
    let number =
        |text: &str| text.trim().parse().ok().filter(|k| BLOCKS.contains(k)).ok_or_else(wrong);
    let mut found = Vec::new();
    for item in text.split(',') {
        let (from, to) = item.split_once('-').unwrap_or((item, item));
        let (from, to) = (number(from)?, number(to)?);
        if from > to {
            return Err(wrong());
        }
        found.extend(from..=to);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Reads cuts: `48%,54%` in percent of the words, `12` words, or `own` for the algorithm's default,
/// here `None`. Keeps the order and drops repetitions.
///
/// # Errors
/// [`Failure::Usage`] if it is not such a list.
pub fn parse_cuts(text: &str) -> Result<Vec<Option<Cut>>> {
    let cut = |item: &str| {
        let digits =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
        match item.trim().strip_suffix('%') {
            None => digits(item.trim()).map(Cut::Words),
            Some(percent) => digits(percent)
                .filter(|percent| *percent <= 100)
                .and_then(|percent| u8::try_from(percent).ok())
                .map(Cut::Percent),
        }
    };
    let mut found = Vec::new();
    for item in text.split(',') {
        let cut = if item.trim() == "own" { Some(None) } else { cut(item).map(Some) };
        let cut = cut.ok_or_else(|| {
            Failure::usage(format!(
                "--cut: '{text}' is not a list of lower parts; write 48%,54% (of the words, 0% to 100%), 12 (words), or own"
            ))
        })?;
        if !found.contains(&cut) {
            found.push(cut);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::modmul;

    #[test]
    fn lists_of_blocks_and_cuts() {
        assert_eq!(parse_k("4,2-3,2").unwrap(), [2, 3, 4]);
        for bad in ["", "1", "16", "x", "4-2", "2,,3", "-2"] {
            assert_eq!(parse_k(bad).unwrap_err().status(), 2, "{bad}");
        }
        let cuts = parse_cuts("48%, 12,own,48%,0%,100%").unwrap();
        assert_eq!(cuts[2], None);
        let cuts: Vec<_> = cuts.into_iter().flatten().collect();
        assert_eq!(cuts, [Cut::Percent(48), Cut::Words(12), Cut::Percent(0), Cut::Percent(100)]);
        assert_eq!(cuts.iter().map(|cut| cut.words(33)).collect::<Vec<_>>(), [16, 12, 0, 33]);
        for bad in ["", "%", "101%", "256%", "-1", "+1", "1.5%", "48 %", "half"] {
            assert_eq!(parse_cuts(bad).unwrap_err().status(), 2, "{bad}");
        }
    }

    #[test]
    fn which_algorithms_have_which() {
        let has = |name: &str, threads| {
            let of = of(modmul(name).unwrap(), threads);
            (of.k, of.cut_words.is_some())
        };
        assert_eq!(has("bipartite", 2), (None, true));
        assert_eq!(has("bipartite", 4), (None, true));
        assert_eq!(has("tripartite", 3), (None, true));
        assert_eq!(has("multipartite-v1", 3), (Some(2), true));
        assert_eq!(has("multipartite-v2", 4), (Some(4), true));
        assert_eq!(has("montgomery-sos", 1), (None, false));
        // It cannot be made on this number of threads.
        assert_eq!(has("bipartite", 1), (None, false));
    }

    #[test]
    fn defaults_filled_in_and_what_was_asked_kept() {
        let made = Parameters { k: Some(2), cut_words: Some(8) };
        let json = |asked: Asked| serde_json::to_string(&asked.params(made)).unwrap();
        assert_eq!(json(Asked::default()), r#"{"k":2,"split":8}"#);
        let asked = Asked { k: None, cut: Some(Cut::Percent(48)) };
        assert_eq!(json(asked), r#"{"cut":"48%","k":2,"split":8}"#);
        assert_eq!(Asked { k: Some(4), ..asked }.to_string(), "k=4 cut=48%");
        assert!(
            Asked::default().to_string().is_empty() && params(Parameters::default()).is_empty()
        );
    }
}
