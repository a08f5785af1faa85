//! Published cycles and memory of `F_2^163` and its curves on an `ATmega128`: data, transcribed
//! from `[Aranha2009]`, whose algorithms the firmware has.

use super::scalar::Source;
use std::sync::LazyLock;

/// Tables 4 to 7.
///
/// # Panics
/// Never: the file is part of the program and its test reads it.
pub static F2M_ATMEGA128: LazyLock<Source> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../published/f2m-atmega128.json"))
        .expect("the transcription is the JSON of its type")
});

/// What the mote's programs measure for a published row, by table and row index.
pub const FUNCTIONS: [(usize, usize, &str); 16] = [
    (4, 0, "squaring without reduction"),
    (4, 1, "multiplication without reduction"),
    (4, 2, "multiplication, sum in memory"),
    (4, 3, "multiplication, Karatsuba"),
    (4, 4, "reduction"),
    (4, 5, "inversion, Algorithm 7"),
    (5, 0, "4-TNAF, sect163k1"),
    (5, 1, "ladder, sect163k1"),
    (5, 2, "ladder, sect163r2"),
    (6, 0, "squaring without reduction"),
    (6, 1, "multiplication without reduction"),
    (6, 2, "reduction"),
    (6, 3, "inversion, Algorithm 7"),
    (6, 4, "4-TNAF, sect163k1"),
    (6, 5, "ladder, sect163k1"),
    (6, 6, "ladder, sect163r2"),
];

/// The program and build whose memory is compared with a row of Table 7: plain Rust with the rows
/// of C, the kernels with the rows of assembly.
pub const PROGRAMS: [(&str, &str); 4] =
    [("tnaf", "portable"), ("tnaf", "kernels"), ("ladder", "portable"), ("ladder", "kernels")];

/// The row without a neighbour, and why.
pub const ALONE: (usize, usize, &str) =
    (7, 4, "TinyECCK: a program of another work, which is not built here");

/// The paper's clock in Hz, which converts its seconds to cycles.
pub const CLOCK: f64 = 7_382_800.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_what_they_are_taken_for() {
        let tables = &F2M_ATMEGA128.tables;
        assert_eq!(tables.iter().map(|t| t.table).collect::<Vec<_>>(), [4, 5, 6, 7]);
        let mut looked_at = 0;
        for (table, row, function) in FUNCTIONS {
            let row = &tables[table - 4].rows[row];
            let label = row[0].as_str().unwrap();
            let mut words = function.split([' ', ',']).filter(|word| !word.is_empty());
            let word = words.next().unwrap();
            let other = if word == "ladder" { "LD" } else { word };
            assert!(label.contains(other), "{label}: {function}");
            let karatsuba = words.any(|word| word == "Karatsuba");
            assert_eq!(label.contains("Karatsuba"), karatsuba, "{label}: {function}");
            looked_at += 1;
        }
        for ((program, build), row) in PROGRAMS.iter().zip(&tables[3].rows) {
            let label = row[0].as_str().unwrap();
            assert_eq!(label.starts_with("4-TNAF"), *program == "tnaf");
            assert_eq!(label.contains("assembly"), *build == "kernels");
            looked_at += 1;
        }
        assert_eq!(looked_at, 20);
        // Each row is measured or says why not.
        let measured = |table: usize, row: usize| {
            let function = FUNCTIONS.iter().any(|f| (f.0, f.1) == (table, row));
            usize::from(function) + usize::from(table == 7 && row < PROGRAMS.len())
        };
        for table in tables {
            for row in 0..table.rows.len() {
                let alone = (table.table, row) == (ALONE.0, ALONE.1);
                assert_eq!(measured(table.table, row) + usize::from(alone), 1, "{row}");
            }
        }
        // The firmware's programs have these functions; a package has no firmware.
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../mote/host/src/lines.rs");
        if let Ok(lines) = std::fs::read_to_string(path) {
            for (_, _, function) in FUNCTIONS {
                assert!(lines.contains(&format!("title: \"{function}\",")), "{function}");
            }
        }
        // The times of Table 4 are its cycles over the clock, to a percent.
        for row in tables[0].rows.iter().take(2) {
            let number = |i: usize| row[i].as_f64().unwrap();
            assert!((number(1) / CLOCK * 1e6 / number(2) - 1.0).abs() < 0.01);
        }
    }
}
