//! This program's own code and constants.

use std::vec::Vec;

/// What is in this program's own memory and cannot be written: its code and its constants.
pub(crate) struct Program {
    parts: Vec<(usize, usize)>,
}

impl Program {
    pub(crate) fn new() -> Self {
        let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux shows it");
        let part = |line: &str| {
            let mut fields = line.split_whitespace();
            let (from, to) = fields.next()?.split_once('-')?;
            let number = |text| usize::from_str_radix(text, 16).ok();
            let constant = fields.next()?.starts_with("r-");
            constant.then_some((number(from)?, number(to)?))
        };
        Self { parts: maps.lines().filter_map(part).collect() }
    }

    /// Zeros follow the last byte that is mapped.
    pub(super) fn read<const N: usize>(&self, at: u64) -> [u8; N] {
        let from = at as usize;
        let part = self.parts.iter().find(|(start, end)| (*start..*end).contains(&from));
        let (_, end) = part.unwrap_or_else(|| panic!("{at:#x} is no operand and no constant"));
        let mut bytes = [0; N];
        for (byte, at) in bytes.iter_mut().zip(from..*end) {
            // SAFETY: it is mapped, and nobody writes it. /proc/self/mem would be the emulator's
            // memory where an emulator runs the program.
            *byte = unsafe { (at as *const u8).read() };
        }
        bytes
    }
}
