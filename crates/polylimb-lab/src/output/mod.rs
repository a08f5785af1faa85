//! The output of results: whole files, JSON lines, CSV, terminal tables, the HTML report.

pub mod csv;
pub mod html;
pub mod json_lines;
pub mod listing;
pub mod model;
pub mod table;
pub mod whole_file;

/// A time in nanoseconds with three digits and a fitting unit.
#[must_use]
pub fn duration(ns: f64) -> String {
    let (value, unit) = match ns {
        _ if !ns.is_finite() => return "–".into(),
        _ if ns < 999.5 => (ns, "ns"),
        _ if ns < 999.5e3 => (ns / 1e3, "µs"),
        _ if ns < 999.5e6 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    let digits = match value {
        _ if value < 9.995 => 2,
        _ if value < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

/// A measured value with its unit: [`duration`] for ns; cycles and instructions in groups of three
/// digits.
#[must_use]
pub fn quantity(value: f64, unit: &str) -> String {
    if unit.is_empty() || unit == "ns" || !value.is_finite() {
        return duration(value);
    }
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && !grouped.ends_with('-') {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    format!("{grouped} {unit}")
}

#[cfg(test)]
mod tests {
    use super::{duration, quantity};

    #[test]
    fn what_is_not_a_time_keeps_its_unit() {
        assert_eq!(quantity(1234.5, "ns"), "1.23 µs");
        assert_eq!(quantity(123.0, "cycles"), "123 cycles");
        assert_eq!(quantity(1_234_567.0, "cycles"), "1\u{202f}234\u{202f}567 cycles");
        assert_eq!(quantity(f64::INFINITY, "cycles"), "–");
    }

    #[test]
    fn three_digits_and_a_unit() {
        for (ns, text) in [
            (0.5, "0.50 ns"),
            (9.996, "10.0 ns"),
            (123.4, "123 ns"),
            (999.6, "1.00 µs"),
            (45_678.0, "45.7 µs"),
            (2.5e6, "2.50 ms"),
            (3e9, "3.00 s"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(duration(ns), text);
        }
    }
}
