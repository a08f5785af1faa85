//! Results on their way out: whole files, JSON lines, CSV, terminal tables, the HTML report.

pub mod csv;
pub mod html;
pub mod json_lines;
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

#[cfg(test)]
mod tests {
    use super::duration;

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
