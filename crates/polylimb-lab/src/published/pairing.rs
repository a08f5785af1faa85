//! Published operation counts of the optimal ate pairing on `bn254`, on one core and two: data,
//! transcribed from `[Cuiman2019]`, whose algorithms the library has.

use super::scalar::{Source, Table};
use serde_json::Value;
use std::sync::LazyLock;

/// The counts of the text, and tables I to VI.
///
/// # Panics
/// Never: the file is part of the program and its test reads it.
pub static PAIRING_ARM: LazyLock<Source> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../published/pairing-cortex-a9.json"))
        .expect("the transcription is the JSON of its type")
});

/// Table 1 of the paper on `F_p` in Arm assembly: pairings of others and its own.
///
/// # Panics
/// Never, as above.
pub static FP_ARM: LazyLock<Source> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../published/pairing-fp-arm.json"))
        .expect("the transcription is the JSON of its type")
});

impl Source {
    /// The numbers of the row of table `table` whose first column is `name`; `None` if there is no
    /// such row.
    #[must_use]
    pub fn numbers(&self, table: usize, name: &str) -> Option<Vec<f64>> {
        let of = |t: &&Table| t.table == table;
        let row = self.tables.iter().find(of)?.rows.iter().find(|row| row[0] == name)?;
        row[1..].iter().map(Value::as_f64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One cell of table V follows from table IV as printed: all of M is paired.
    #[test]
    fn rows_are_found() {
        let source = &*PAIRING_ARM;
        let one = source.numbers(0, "Miller loop").unwrap();
        let factor = source.numbers(4, "M").unwrap()[1];
        let two = source.numbers(5, "Miller loop").unwrap();
        assert!((one[0] * factor - two[0]).abs() < 1e-9);
        assert!(source.numbers(5, "Miller").is_none());
    }

    /// Table II's factors are its times over two of Table I's, as far as Table I prints them.
    #[test]
    fn factors_follow() {
        let source = &*PAIRING_ARM;
        for name in ["multiply", "reduce", "mul"] {
            let one = source.numbers(1, name).unwrap()[0];
            let two = source.numbers(2, name).unwrap();
            assert!((two[0] / (2.0 * one) - two[1]).abs() < 0.01, "{name}");
        }
        // A gain is the saved share of the other's time.
        let table = &FP_ARM.tables[0];
        let time = |row: usize| table.rows[row][2].as_f64().unwrap();
        for row in 0..5 {
            let gain = 100.0 * (1.0 - time(5) / time(row));
            assert!((gain - table.rows[row][3].as_f64().unwrap()).abs() < 0.3, "{row}");
        }
    }
}
