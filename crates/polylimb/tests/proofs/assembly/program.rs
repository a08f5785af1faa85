//! This program's own code and constants.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::vec::Vec;

/// What is in this program's own memory and cannot be written: its code and its constants.
pub(super) struct Program {
    memory: File,
    parts: Vec<(u64, u64)>,
}

impl Program {
    pub(super) fn new() -> Self {
        let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux shows it");
        let part = |line: &str| {
            let mut fields = line.split_whitespace();
            let (from, to) = fields.next()?.split_once('-')?;
            let number = |text| u64::from_str_radix(text, 16).ok();
            let constant = fields.next()?.as_bytes()[1] == b'-';
            constant.then_some((number(from)?, number(to)?))
        };
        let memory = File::open("/proc/self/mem").expect("Linux shows it");
        Self { memory, parts: maps.lines().filter_map(part).collect() }
    }

    pub(super) fn read<const N: usize>(&self, at: u64) -> [u8; N] {
        let constant = self.parts.iter().any(|(from, to)| (*from..*to).contains(&at));
        assert!(constant, "{at:#x} is no operand and no constant");
        let mut bytes = [0; N];
        self.memory.read_exact_at(&mut bytes, at).expect("it is mapped");
        bytes
    }
}
