//! Names of functions, from the program's symbol table (ELF, 64 bits, little-endian).

use std::collections::HashSet;

/// Stands for a function whose name is not known.
pub const OTHER: &str = "a library";

/// The functions of a program: address, size, name.
pub struct Symbols(Vec<(u64, u64, String)>);

impl Symbols {
    pub fn new() -> Symbols {
        Symbols(Vec::new())
    }

    /// Adds the functions of a program or library that was loaded at `base`.
    pub fn add(&mut self, elf: &[u8], base: u64) -> Option<()> {
        let number = |at: usize, bytes: usize| -> Option<u64> {
            let field = elf.get(at..at + bytes)?;
            Some(field.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)))
        };
        let sections = number(40, 8)? as usize;
        let section = |i: usize| sections + 64 * i;
        for i in 0..number(60, 2)? as usize {
            // The table of symbols, or of dynamic symbols; its link names the section of their
            // names.
            if ![2, 11].contains(&number(section(i) + 4, 4)?) {
                continue;
            }
            let (at, size) = (number(section(i) + 24, 8)? as usize, number(section(i) + 32, 8)?);
            let names = number(section(number(section(i) + 40, 4)? as usize) + 24, 8)? as usize;
            for symbol in (at..at + size as usize).step_by(24) {
                // Functions with an address only.
                if number(symbol + 4, 1)? & 15 != 2 || number(symbol + 8, 8)? == 0 {
                    continue;
                }
                let name = elf.get(names + number(symbol, 4)? as usize..)?;
                let end = name.iter().position(|b| *b == 0)?;
                let name = String::from_utf8_lossy(&name[..end]);
                let name = format!("{:#}", rustc_demangle::demangle(&name));
                self.0.push((base + number(symbol + 8, 8)?, number(symbol + 16, 8)?, name));
            }
        }
        self.0.sort();
        Some(())
    }

    /// The address of a function.
    pub fn address(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|(.., found)| found == name).map(|(address, ..)| *address)
    }

    /// The addresses of the functions whose names contain one of these.
    pub fn containing(&self, parts: &[&str]) -> HashSet<u64> {
        let named = |name: &str| parts.iter().any(|part| name.contains(part));
        self.0.iter().filter(|(.., name)| named(name)).map(|(address, ..)| *address).collect()
    }

    /// The function that `address` lies in.
    pub fn name(&self, address: u64) -> &str {
        let i = self.0.partition_point(|(start, ..)| *start <= address);
        let inside = i.checked_sub(1).map(|i| &self.0[i]);
        match inside {
            Some((start, size, name)) if address < start + size => name,
            _ => OTHER,
        }
    }
}
