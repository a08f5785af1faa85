//! Checks of every report.

/// Every element is closed in order, the page fetches nothing, and the script's data is JSON.
/// Returns the page without its style and script.
pub(crate) fn well_formed_and_self_contained(page: &str) -> String {
    const VOID: [&str; 4] = ["meta", "br", "link", "img"];
    assert!(page.starts_with("<!DOCTYPE html>"));
    for foreign in ["http:", "https:", "<script src", "<link", "@import", "url(", "<img"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let page = without_contents(&without_contents(page, "style"), "script");
    let mut open: Vec<&str> = Vec::new();
    let mut seen = 0;
    for tag in page.split('<').skip(1).filter(|tag| !tag.starts_with('!')) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "a stray '>' after <{tag}>");
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !VOID.contains(&name) {
            open.push(name);
        }
        for not_a_number in ["NaN", "inf%", "inf "] {
            assert!(!tag.contains(not_a_number), "<{}>", tag.chars().take(300).collect::<String>());
        }
        seen += 1;
    }
    assert!(open.is_empty() && seen > 100, "{open:?} {seen}");
    page
}

/// The page with elements of that name emptied; their contents, if data, must be JSON.
fn without_contents(page: &str, name: &str) -> String {
    let (begin, end) = (format!("<{name}"), format!("</{name}>"));
    let mut parts = page.split(&begin);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut seen = 0;
    for part in parts {
        let (tag, rest) = part.split_once('>').expect("a tag ends");
        let (contents, rest) = rest.split_once(&end).expect("the element ends");
        if tag.contains("application/json") {
            assert!(serde_json::from_str::<serde_json::Value>(contents).is_ok(), "{contents}");
        }
        text.extend([&begin, tag, ">", &end, rest]);
        seen += 1;
    }
    assert!(seen > 0, "{name}");
    text
}
