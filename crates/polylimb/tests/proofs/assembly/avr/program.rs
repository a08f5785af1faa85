//! A program of the firmware: what lies in flash, and where functions and static memory are.

use std::collections::BTreeMap;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

/// Where RAM begins among the addresses of symbols.
const RAM: u32 = 0x80_0000;

/// An ELF file of 32 bits, least significant byte first.
pub(super) struct Program {
    flash: Vec<u8>,
    symbols: BTreeMap<String, u32>,
}

impl Program {
    pub(super) fn read(path: &Path) -> Self {
        let file = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(file.starts_with(b"\x7fELF\x01\x01"), "{}: no ELF file", path.display());
        let number = |at: usize, bytes: usize| {
            file[at..at + bytes].iter().rev().fold(0, |n, byte| n << 8 | usize::from(*byte))
        };
        let name = |at: usize| {
            let end = file[at..].iter().position(|byte| *byte == 0).expect("names end");
            core::str::from_utf8(&file[at..at + end]).expect("names are ASCII").to_string()
        };
        let mut flash = vec![0xff; 0x2_0000];
        for i in 0..number(44, 2) {
            let header = number(28, 4) + i * number(42, 2);
            let [kind, offset, _, physical, bytes] =
                core::array::from_fn(|field| number(header + 4 * field, 4));
            if kind == 1 && physical < flash.len() {
                flash[physical..physical + bytes].copy_from_slice(&file[offset..offset + bytes]);
            }
        }
        let mut symbols = BTreeMap::new();
        let section = |i: usize, field: usize| number(number(32, 4) + 40 * i + 4 * field, 4);
        for i in (0..number(48, 2)).filter(|i| section(*i, 1) == 2) {
            let names = section(section(i, 6), 4);
            let from = section(i, 4);
            for symbol in (from..from + section(i, 5)).step_by(16) {
                symbols.insert(name(names + number(symbol, 4)), number(symbol + 4, 4) as u32);
            }
        }
        Self { flash, symbols }
    }

    /// The address of the function or constant whose mangled name ends with this path of modules.
    pub(super) fn find(&self, path: &str) -> u32 {
        let parts = path.split("::");
        let parts: Vec<String> = parts.map(|part| format!("{}{part}", part.len())).collect();
        let end = parts.concat();
        let mut found =
            self.symbols.iter().filter(|(name, _)| **name == path || name.ends_with(&end));
        let (_, address) = found.next().unwrap_or_else(|| panic!("the program has no {path}"));
        assert!(found.next().is_none(), "the program has two {path}");
        *address
    }

    /// The address in RAM of static memory.
    pub(super) fn memory(&self, path: &str) -> u16 {
        u16::try_from(self.find(path) - RAM).expect("RAM is small")
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.flash[at]
    }

    /// An instruction word; the address counts words.
    pub(super) fn word(&self, at: u16) -> u16 {
        let at = 2 * usize::from(at);
        u16::from_le_bytes([self.flash[at], self.flash[at + 1]])
    }
}
