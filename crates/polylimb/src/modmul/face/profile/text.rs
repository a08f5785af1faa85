//! The text form of a profile.
//!
//! The text consists of lines; `#` starts a comment; blank lines and spaces are ignored. The first
//! line is `polylimb-profile 1`, the form and its version. `[ifma odd threads=2]` opens the section
//! of a kernel, of `odd` or `even` moduli (1 counts as even), for that many threads or more; a
//! final `vartime` admits algorithms that are not constant-time.
//! `4096-16384 = bipartite threads=2 cut=54` selects that algorithm for moduli of 4096 to 16384
//! bits; `threads=all` means all available threads; `cut`, in percent, is optional.

use super::{Entry, Profile, Rule, Section, invalid};
use crate::error::Result;
use crate::limb::Kernel;
use alloc::vec::Vec;
use core::fmt;

/// The first line.
const VERSION: &str = "polylimb-profile 1";

/// A value, or what the text should have at this place; the line number is added.
type Expected<T> = core::result::Result<T, &'static str>;

impl Profile {
    /// Reads the text form (see [`Profile::to_string`](alloc::string::ToString) for one) and
    /// validates it against `entries`, the algorithms that it may name, and the kernels of this
    /// build. Never panics.
    ///
    /// `entries` is usually [`ALGORITHMS`](crate::authors::modmul::ALGORITHMS), with which
    /// `polylimb tune` measures.
    ///
    /// # Errors
    /// [`Error::InvalidProfile`](crate::Error::InvalidProfile) with the line and the expected text,
    /// for text that is not a profile and for all that [`Profile::new`] refuses.
    pub fn parse(text: &str, entries: impl IntoIterator<Item = &'static Entry>) -> Result<Self> {
        let entries: Vec<_> = entries.into_iter().collect();
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
            read_line(&mut sections, line, &entries)
                .map_err(|expected| invalid(number, expected))?;
        }
        Ok(Self { sections: sections.into() })
    }
}

/// Adds the section or rule of the line.
fn read_line(sections: &mut Vec<Section>, line: &str, entries: &[&'static Entry]) -> Expected<()> {
    if line.starts_with('[') {
        let section = section(line)?;
        section.check(sections)?;
        sections.push(section);
    } else {
        let rule = rule(line, entries)?;
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
fn rule(line: &str, entries: &[&'static Entry]) -> Expected<Rule> {
    const SHAPE: &str = "a rule such as '512-4096 = montgomery threads=1'";
    let (sizes, words) = line.split_once('=').ok_or(SHAPE)?;
    let (from, to) = sizes.split_once('-').ok_or(SHAPE)?;
    let from_bits = number(from.trim()).ok_or(SHAPE)?;
    let to_bits = number(to.trim()).ok_or(SHAPE)?;
    let mut words = words.split_whitespace();
    let name = words.next().ok_or(SHAPE)?;
    let entry = entries.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or("an algorithm that profiles may name; see polylimb list modmul")?;
    let threads = match words.next().and_then(|w| w.strip_prefix("threads=")).ok_or(SHAPE)? {
        "all" => None,
        count => Some(number(count).ok_or(SHAPE)?),
    };
    let cut_percent = match (words.next(), words.next()) {
        (None, _) => None,
        (Some(word), None) => {
            let value = word.strip_prefix("cut=").and_then(number).ok_or(SHAPE)?;
            Some(u8::try_from(value).unwrap_or(u8::MAX))
        }
        _ => return Err(SHAPE),
    };
    Ok(Rule { from_bits, to_bits, entry, threads, cut_percent })
}

/// Decimal digits only; `usize::from_str` would accept a sign.
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

/// The line that opens the section.
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moduli = if self.odd { "odd" } else { "even" };
        let vartime = if self.constant_time { "" } else { " vartime" };
        write!(f, "[{} {moduli} threads={}{vartime}]", self.kernel, self.threads)
    }
}

/// The line of the rule.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} = {} threads=", self.from_bits, self.to_bits, self.entry.name)?;
        match self.threads {
            Some(threads) => write!(f, "{threads}")?,
            None => f.write_str("all")?,
        }
        match self.cut_percent {
            Some(percent) => write!(f, " cut={percent}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Profile({} sections)", self.sections().len())
    }
}
