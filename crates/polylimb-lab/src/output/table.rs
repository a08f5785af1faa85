//! The terminal's tables: rows are algorithms grouped by threads, columns are sizes.
//!
//! On a terminal the best of a column is bold and the best of its thread group shaded; elsewhere,
//! and with `NO_COLOR`, they are marked `*` and `+`. Wide tables are cut into blocks that fit.

use super::duration;
use crate::analysis::grid::{Grid, Standing};
use crate::record::Measurement;
use comfy_table::{
    Attribute, Cell, CellAlignment, Color, ContentArrangement, LineStyle, Table, presets,
};
use std::fmt::Write;

/// How to draw.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Whether attributes and colours may be used.
    pub colour: bool,
    /// Columns of the terminal; `None` for no limit.
    pub width: Option<usize>,
}

/// The width of a size's column, and the least width of the labels.
const CELL_WIDTH: usize = 12;

/// The medians of one operation as text; empty if there are none.
#[must_use]
pub fn times(measurements: &[Measurement], op: &str, style: Style) -> String {
    let grid = Grid::new(measurements, op);
    let ratios = measurements.iter().any(|m| m.op == op && m.ratio.is_some());
    let labels = grid.groups.iter().flat_map(|g| &g.rows).map(|r| r.label.chars().count());
    let label_width = labels.max().unwrap_or(0).max("algorithm".len()) + 6;
    let cell_width = if ratios { CELL_WIDTH + 7 } else { CELL_WIDTH };
    let per_block = style
        .width
        .map_or(grid.bits.len(), |width| (width.saturating_sub(label_width) / cell_width).max(1));
    let mut text = String::new();
    for from in (0..grid.bits.len()).step_by(per_block.max(1)) {
        let columns = from..(from + per_block).min(grid.bits.len());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", block(&grid, columns, style));
    }
    text
}

/// The legend of [`times`].
#[must_use]
pub const fn legend(style: Style) -> &'static str {
    if style.colour {
        "bold: fastest of its column; shaded: fastest of its thread group"
    } else {
        "*: fastest of its column; +: fastest of its thread group"
    }
}

/// An empty table.
pub(super) fn frame(style: Style) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    table.set_content_arrangement(ContentArrangement::Disabled);
    if style.colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

fn block(grid: &Grid<'_>, columns: std::ops::Range<usize>, style: Style) -> Table {
    let mut table = frame(style);
    let mut header = vec![Cell::new("threads"), Cell::new("algorithm")];
    let bits = &grid.bits[columns.clone()];
    header.extend(bits.iter().map(|b| Cell::new(b).set_alignment(CellAlignment::Right)));
    table.set_header(header);
    for (g, group) in grid.groups.iter().enumerate() {
        for (r, row) in group.rows.iter().enumerate() {
            let threads = if r == 0 { group.threads.to_string() } else { String::new() };
            let mut cells = vec![Cell::new(threads), Cell::new(&row.label)];
            cells
                .extend(columns.clone().map(|c| cell(row.cells[c], grid.standing(g, r, c), style)));
            table.add_row(cells);
        }
    }
    table
}

fn cell(m: Option<&Measurement>, standing: Standing, style: Style) -> Cell {
    let Some(m) = m else {
        return Cell::new("–").set_alignment(CellAlignment::Right);
    };
    let mut text = if m.correct { duration(m.time()) } else { "WRONG".into() };
    if let Some(ratio) = m.ratio {
        let _ = write!(text, " ×{ratio:.2}");
    }
    if !style.colour {
        text += match standing {
            Standing::BestOfColumn => "*",
            Standing::BestOfGroup => "+",
            Standing::Plain => " ",
        };
    }
    let cell = Cell::new(text).set_alignment(CellAlignment::Right);
    match standing {
        _ if !style.colour => cell,
        // The best of the column is also the best of its group.
        Standing::BestOfColumn => shaded(cell).add_attribute(Attribute::Bold),
        Standing::BestOfGroup => shaded(cell),
        Standing::Plain => cell,
    }
}

/// Dark on light green: legible on dark and light terminals alike.
fn shaded(cell: Cell) -> Cell {
    cell.bg(Color::AnsiValue(151)).fg(Color::AnsiValue(16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;

    fn some() -> Vec<Measurement> {
        vec![mul("a", 1, 256, 10.0), mul("b", 1, 256, 20.0), mul("p", 2, 256, 15.0)]
    }

    #[test]
    fn marks_without_colour_and_attributes_with_it() {
        let plain = times(&some(), "mul", Style { colour: false, width: None });
        assert!(plain.contains("10.0 ns*") && plain.contains("15.0 ns+"), "{plain}");
        assert!(!plain.contains('\u{1b}'));
        let coloured = times(&some(), "mul", Style { colour: true, width: None });
        assert!(coloured.contains("\u{1b}[1m") && coloured.contains("48;5;151"), "{coloured}");
    }

    #[test]
    fn wide_tables_are_cut_and_a_ratio_stands_beside_its_time() {
        let mut ms: Vec<_> = (1..=12).map(|i| mul("a", 1, i * 128, 10.0)).collect();
        ms[0].ratio = Some(0.98);
        let text = times(&ms, "mul", Style { colour: false, width: Some(80) });
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("×0.98"));
        assert_eq!(text.matches("algorithm").count(), 4);
    }

    #[test]
    fn a_wrong_result_shows() {
        let mut ms = some();
        ms[0].correct = false;
        assert!(times(&ms, "mul", Style { colour: false, width: None }).contains("WRONG"));
    }
}
