//! Names from the data in a write-up: as strings of the template language and as words.

pub use crate::source::yaml::scalar as yaml;

/// A text as a string of the template language. Its quotes are some that the text does not hold, where there are any.
pub fn quoted(text: &str) -> String {
    let quote = ['"', '\'', '`'].into_iter().find(|quote| !text.contains(*quote)).unwrap_or('"');
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == '\\' || c == quote => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// A text as a code span, fenced by more backquotes than it holds in a row. What the template language would take for
/// its own, and what would end the line, is printed by an expression in place of a span.
pub fn code(text: &str) -> String {
    let taken = ["{{", "{%", "{#", "}}", "%}", "#}"].iter().any(|mark| text.contains(mark));
    if taken || text.trim() != text || text.is_empty() || text.chars().any(char::is_control) {
        return format!("{{{{ {} }}}}", quoted(text));
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Whether a text can stand in a write-up at all: private-use characters are kept for the write-up's own marks.
pub fn can_stand(text: &str) -> bool {
    // A figure's reference stands under this name in the tree that templates see.
    text != "figure" && !text.chars().any(|c| ('\u{e000}'..='\u{f8ff}').contains(&c))
}

#[cfg(test)]
mod tests {
    use super::{code, quoted, yaml};

    #[test]
    fn names_keep_their_characters() {
        assert_eq!(quoted("a\"b"), "'a\"b'");
        assert_eq!(quoted("\\set x"), "\"\\\\set x\"");
        assert_eq!(quoted("a\"b'c`d\ne"), "\"a\\\"b'c`d\\ne\"");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("{{ x }}"), "{{ \"{{ x }}\" }}");
        assert_eq!(yaml("a: \"b\"\n\u{7f}"), "\"a: \\\"b\\\"\\n\\u007f\"");
    }
}
