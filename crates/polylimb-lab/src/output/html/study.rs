//! The section of one study: words, charts, tables.

use super::part::{Part, is_passage, op_title};
use super::{chart, heat, listing, model, published, summary, threads};
use crate::analysis::grid::Grid;
use crate::output::listing::shows;
use crate::record::{Host, ModelRow};
use maud::{Markup, html};

pub(super) fn section(host: &Host, part: &Part, model: &[ModelRow], published: bool) -> Markup {
    if part.rows.iter().all(shows) {
        return listing::section(part, published);
    }
    let (compared, passages): (Vec<&str>, Vec<&str>) =
        part.ops().into_iter().partition(|op| !is_passage(op));
    html! {
        (summary::section(host, part))
        (chart::section(part))
        @for op in compared {
            section {
                h2 { (op_title(op)) }
                (heat::tables(&Grid::new(&part.rows, op), part, op))
            }
        }
        (threads::section(host, part))
        (model::section(part, model))
        @if !passages.is_empty() {
            section {
                h2 { "Into the domain and out of it" }
                p.note { "Paid once for each operand and once for each result, however many operations lie between." }
                @for op in passages {
                    details { summary { (op_title(op)) } (heat::tables(&Grid::new(&part.rows, op), part, op)) }
                }
            }
        }
        @if published { (published::beside(part)) }
    }
}
