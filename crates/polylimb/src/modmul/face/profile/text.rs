//! The text form of a profile.
//!
//! Lines; `#` starts a comment; blank lines and space do not matter. The first line is `polylimb-profile 1`, the
//! form and its version. `[ifma odd threads=2]` opens the section of a kernel, of `odd` or `even` moduli (1 counts
//! as even), for that many threads or more; `vartime` at its end admits algorithms that are not constant-time.
//! `4096-16384 = bipartite threads=2 cut=54` gives moduli of 4096 to 16384 bits that algorithm; `threads=all` is
//! all that are there; `cut`, in percent, and behind it `k`, of multipartite algorithms, may be left out.

use super::{Profile, Rule, Section, invalid};
use crate::error::Result;
use crate::limb::Kernel;
use crate::modmul::registry::find;
use alloc::vec::Vec;
use core::fmt;

/// The first line.
const VERSION: &str = "polylimb-profile 1";

/// What is expected where the text makes no sense; the line number is added.
type Expected<T> = core::result::Result<T, &'static str>;

impl Profile {
    /// Reads the text form (see [`Profile::to_string`](alloc::string::ToString) for one) and validates it against
    /// the registry and the kernels of this build. Never panics.
    ///
    /// # Errors
    /// [`Error::InvalidProfile`](crate::Error::InvalidProfile) with the line and what would be right there, for
    /// what is no profile and for all that [`Profile::new`] refuses.
    pub fn parse(text: &str) -> Result<Self> {
        let lines = text.lines().enumerate().map(|(index, line)| {
            (index + 1, line.split_once('#').map_or(line, |(before, _)| before).trim())
        });
        let mut lines = lines.filter(|(_, line)| !line.is_empty());
        match lines.next() {
            Some((_, VERSION)) => {}
            Some((line, _)) => return Err(invalid(line, "'polylimb-profile 1' as the first line")),
            None => return Err(invalid(1, "'polylimb-profile 1' as the first line")),
        }
        let mut sections: Vec<Section> = Vec::new();
        for (number, line) in lines {
            read_line(&mut sections, line).map_err(|expected| invalid(number, expected))?;
        }
        Ok(Self { sections: sections.into() })
    }
}

/// Adds the section or the rule that the line holds.
fn read_line(sections: &mut Vec<Section>, line: &str) -> Expected<()> {
    if line.starts_with('[') {
        let section = section(line)?;
        section.check(sections)?;
        sections.push(section);
    } else {
        let rule = rule(line)?;
        let section = sections.last_mut().ok_or("a section such as [mulx odd threads=1] first")?;
        rule.check(section, section.rules.last())?;
        section.rules.to_mut().push(rule);
    }
    Ok(())
}

/// `[ifma odd threads=2 vartime]`.
fn section(line: &str) -> Expected<Section> {
    const SHAPE: &str =
        "a section such as [mulx odd threads=1] or [portable even threads=2 vartime]";
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).ok_or(SHAPE)?;
    let mut words = inner.split_whitespace();
    let kernel = words.next().ok_or(SHAPE)?;
    let kernel = Kernel::names()
        .find(|name| *name == kernel)
        .ok_or("a kernel of this build; see polylimb info")?;
    let odd = match words.next() {
        Some("odd") => true,
        Some("even") => false,
        _ => return Err(SHAPE),
    };
    let threads = words.next().and_then(|w| w.strip_prefix("threads=")).and_then(number);
    let threads = threads.ok_or(SHAPE)?;
    let constant_time = match (words.next(), words.next()) {
        (None, _) => true,
        (Some("vartime"), None) => false,
        _ => return Err(SHAPE),
    };
    Ok(Section { kernel, odd, threads, constant_time, rules: Vec::new().into() })
}

/// `4096-16384 = bipartite threads=2 cut=54`.
fn rule(line: &str) -> Expected<Rule> {
    const SHAPE: &str = "a rule such as '512-4096 = montgomery threads=1'";
    let (sizes, words) = line.split_once('=').ok_or(SHAPE)?;
    let (from, to) = sizes.split_once('-').ok_or(SHAPE)?;
    let from_bits = number(from.trim()).ok_or(SHAPE)?;
    let to_bits = number(to.trim()).ok_or(SHAPE)?;
    let mut words = words.split_whitespace();
    let entry = find(words.next().ok_or(SHAPE)?)
        .map_err(|_| "an algorithm of this build; see polylimb list modmul")?;
    let threads = match words.next().and_then(|w| w.strip_prefix("threads=")).ok_or(SHAPE)? {
        "all" => None,
        count => Some(number(count).ok_or(SHAPE)?),
    };
    let mut rule = Rule { from_bits, to_bits, entry, threads, cut_percent: None, k: None };
    for word in words {
        let (name, value) = word.split_once('=').ok_or(SHAPE)?;
        let value = u8::try_from(number(value).ok_or(SHAPE)?).unwrap_or(u8::MAX);
        match name {
            "cut" if rule.cut_percent.is_none() && rule.k.is_none() => {
                rule.cut_percent = Some(value);
            }
            "k" if rule.k.is_none() => rule.k = Some(value),
            _ => return Err(SHAPE),
        }
    }
    Ok(rule)
}

/// Decimal digits and nothing else; `usize::from_str` would take a sign.
fn number(text: &str) -> Option<usize> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The text form, which [`Profile::parse`] reads.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION}")?;
        for section in self.sections() {
            writeln!(f, "{section}")?;
            for rule in &*section.rules {
                writeln!(f, "{rule}")?;
            }
        }
        Ok(())
    }
}

/// The line that opens it.
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moduli = if self.odd { "odd" } else { "even" };
        let vartime = if self.constant_time { "" } else { " vartime" };
        write!(f, "[{} {moduli} threads={}{vartime}]", self.kernel, self.threads)
    }
}

/// Its line.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} = {} threads=", self.from_bits, self.to_bits, self.entry.name)?;
        match self.threads {
            Some(threads) => write!(f, "{threads}")?,
            None => f.write_str("all")?,
        }
        if let Some(percent) = self.cut_percent {
            write!(f, " cut={percent}")?;
        }
        match self.k {
            Some(k) => write!(f, " k={k}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profile({} sections)", self.sections().len())
    }
}
