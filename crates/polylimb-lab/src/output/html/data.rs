//! JSON inside a page, for the script.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;
use std::fmt::Write;

/// A value as a `script` element that holds data and is not run. Escapes every character that could
/// end the element or begin another, by JSON's own escapes.
pub(super) fn embed(value: &Value) -> Markup {
    let mut text = String::new();
    for c in value.to_string().chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            _ => text.push(c),
        }
    }
    html! { script.data type="application/json" { (PreEscaped(text)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_element_and_the_value_survives() {
        let value = serde_json::json!({"</script><!--": "a\u{2028}&\"<script>"});
        let text = embed(&value).into_string();
        let inner = text.split_once('>').unwrap().1.strip_suffix("</script>").unwrap();
        assert!(!inner.contains(['<', '>', '&', '\u{2028}']), "{inner}");
        assert_eq!(serde_json::from_str::<Value>(inner).unwrap(), value);
    }
}
