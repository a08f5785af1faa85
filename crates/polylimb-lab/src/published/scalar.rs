//! Published times of scalar multiplication by modular multiplication, threads and way of squaring.
//!
//! Data, transcribed from `[Arruda2014]` as the times of modular multiplication. Its scalars are
//! not printed, only their weights. Its 1536-bit row adds 71 points of 718: no correct multiple,
//! since the order has 256 bits.

use crate::published::registry_name;
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// The transcription of one work.
#[derive(Debug, Clone, Deserialize)]
pub struct Source {
    /// The work.
    pub source: String,
    /// The transcribed tables, and how they were transcribed.
    pub transcribed: String,
    /// The machine.
    pub platform: String,
    /// The tables.
    pub tables: Vec<Table>,
}

/// A table of the literature, of any columns.
#[derive(Debug, Clone, Deserialize)]
pub struct Table {
    /// Its number as printed.
    pub table: usize,
    /// What it shows.
    pub title: String,
    /// The unit of the values.
    pub unit: String,
    /// What the columns are.
    pub columns: Vec<String>,
    /// Errors in the table.
    pub notes: Vec<String>,
    /// A value or null for each column.
    pub rows: Vec<Vec<Value>>,
}

/// The tables 15 to 26 and 30 to 42.
///
/// # Panics
/// Never: the file is part of the program and its test reads it.
pub static SCALAR_ARM: LazyLock<Source> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../published/scalar-arm-cortex-a9.json"))
        .expect("the transcription is the JSON of its type")
});

/// The tables of whole multiplications at the high frequency: squaring by columns, and by the
/// product.
pub const WHOLE: [(&str, usize); 2] = [("comba", 17), ("multp", 19)];

/// A published time of a whole multiplication.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// The way of squaring.
    pub squaring: &'static str,
    /// Its table.
    pub table: usize,
    /// The algorithm as printed.
    pub printed: String,
    /// Its name here; `None` for RELIC's own.
    pub algorithm: Option<&'static str>,
    /// Its threads.
    pub threads: usize,
    /// Bits of the curve's prime.
    pub bits: usize,
    /// The time in ns.
    pub ns: f64,
}

/// The times of the tables of [`WHOLE`].
#[must_use]
pub fn whole() -> Vec<Published> {
    let mut times = Vec::new();
    for (squaring, number) in WHOLE {
        let Some(table) = SCALAR_ARM.tables.iter().find(|t| t.table == number) else { continue };
        for row in &table.rows {
            let threads = row[0].as_u64().unwrap_or_default() as usize;
            let printed = row[1].as_str().unwrap_or_default();
            let algorithm = Some(registry_name(printed, threads)).filter(|name| *name != "unknown");
            for (column, value) in table.columns.iter().zip(row).skip(2) {
                let (Ok(bits), Some(us)) = (column.parse(), value.as_f64()) else { continue };
                let (printed, ns) = (printed.to_owned(), us * 1000.0);
                times.push(Published {
                    squaring,
                    table: number,
                    printed,
                    algorithm,
                    threads,
                    bits,
                    ns,
                });
            }
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(number: usize) -> &'static Table {
        SCALAR_ARM.tables.iter().find(|t| t.table == number).unwrap()
    }

    #[test]
    fn every_table_is_there_and_full() {
        let numbers: Vec<_> = SCALAR_ARM.tables.iter().map(|t| t.table).collect();
        assert_eq!(numbers, (15..=26).chain(30..=42).collect::<Vec<_>>());
        for t in &SCALAR_ARM.tables {
            assert!(
                t.rows.len() >= 4 && t.rows.iter().all(|r| r.len() == t.columns.len()),
                "{}",
                t.table
            );
        }
        assert_eq!(whole().len(), 2 * (12 * 4 - 3));
    }

    /// Table 21 is table 17 over table 19; table 24 is the sum of `q` squares and `m` products.
    #[test]
    fn the_printed_tables_follow_from_each_other() {
        let mut compared = 0;
        for ((ratio, comba), multp) in
            table(21).rows.iter().zip(&table(17).rows).zip(&table(19).rows)
        {
            for ((r, a), b) in ratio.iter().zip(comba).zip(multp).skip(2) {
                let [Some(r), Some(a), Some(b)] = [r, a, b].map(Value::as_f64) else { continue };
                assert!((a / b - r).abs() < 0.0101, "{a}/{b} {r}");
                compared += 1;
            }
        }
        for row in &table(24).rows {
            let [squares, products, total] = [2, 3, 4].map(|i| row[i].as_f64().unwrap());
            assert!((squares + products - total).abs() < 0.02);
            compared += 1;
        }
        assert_eq!(compared, 45 + 9);
    }
}
