//! Text that Markdown must not read as markup.
//!
//! Three readers are in mind: CommonMark, GitHub (tables, bare addresses, `$` and emoji names) and mdBook (heading
//! attributes, definition lists, and a preprocessor that replaces `{{#include …}}` before anything is parsed).

/// Where a text stands, which decides what has to be escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// A paragraph; a new line may begin within it.
    Paragraph,
    /// A heading, where `#` at the end would vanish.
    Heading,
    /// A cell of a table, where `|` ends it.
    Cell,
}

/// The text on one line without control characters: every kind of line end and tabulator becomes a space.
pub fn one_line(text: &str) -> String {
    let plain = |c: char| match c {
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.replace("\r\n", " ").chars().map(plain).collect()
}

/// Appends `text`, which must be on one line, to `out` so that it reads back as itself.
///
/// What stands before it is the end of `out`; what comes after it is not known, so its last character is escaped if it
/// could join with anything.
pub fn push_text(text: &str, place: Where, out: &mut String) {
    let characters: Vec<char> = text.chars().collect();
    let at = |index: usize| characters.get(index).copied();
    for (index, &c) in characters.iter().enumerate() {
        let previous = if index == 0 { out.chars().next_back() } else { at(index - 1) };
        let next = at(index + 1);
        let starts_line = place == Where::Paragraph && (out.is_empty() || out.ends_with('\n'));
        let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let ends_word = next.is_none_or(char::is_whitespace);
        let escape = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' | '$' | '{' | '|' => true,
            '_' => !(word(previous) && word(next)),
            '&' => next.is_none_or(|c| c == '#' || c.is_ascii_alphanumeric()),
            // Before a link it would make an image of it.
            '!' => next.is_none(),
            '#' => starts_line || place == Where::Heading,
            '>' | '=' => starts_line,
            '+' => starts_line && ends_word,
            // Two of them are a dash to mdBook, three dots an ellipsis.
            '-' => previous == Some(c) || (starts_line && (ends_word || next == Some('-'))),
            '.' => previous == Some(c) || (ends_word && is_list_number(out, place)),
            ')' => ends_word && is_list_number(out, place),
            ':' => starts_line || next == Some('/') || is_name_between_colons(&characters, index),
            '@' => word(previous),
            _ => false,
        };
        // A bare address becomes a link on GitHub unless its beginning is broken up.
        let escape = escape || (c == '.' && out.ends_with("www"));
        if c == '|' && place == Where::Cell && out.ends_with('\\') {
            // A backslash already escaped would be read as escaping the bar.
            out.push_str("&#124;");
            continue;
        }
        if escape {
            out.push('\\');
        }
        out.push(c);
    }
}

/// True if the line so far is a number, which a full stop or a parenthesis would make the beginning of a list.
fn is_list_number(out: &str, place: Where) -> bool {
    let line = out.rsplit('\n').next().unwrap_or(out);
    place == Where::Paragraph && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// Longest name between colons that is looked for.
const LONGEST_NAME: usize = 40;

/// True at both colons of `:smile:`.
fn is_name_between_colons(characters: &[char], index: usize) -> bool {
    let is_name = |c: &&char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
    let after: Vec<&char> = characters.iter().skip(index + 1).take(LONGEST_NAME).take_while(is_name).collect();
    let before: Vec<&char> = characters.iter().take(index).rev().take(LONGEST_NAME).take_while(is_name).collect();
    let closes = characters.get(index + 1 + after.len()) == Some(&':') && !after.is_empty();
    let opens =
        !before.is_empty() && index.checked_sub(before.len() + 1).and_then(|at| characters.get(at)) == Some(&':');
    closes || opens
}

/// True if the text can't stand between backticks: mdBook would act on it, or, in a cell, no way of writing it means
/// the same to every reader.
pub fn refuses_code(text: &str, place: Where) -> bool {
    let acts = text
        .match_indices("{{")
        .any(|(at, _)| text.get(at..).is_some_and(|rest| rest.trim_start_matches('{').trim_start().starts_with('#')));
    acts || (place == Where::Cell && text.contains("\\|"))
}

/// Appends `text` as a code span; nothing for an empty one.
pub fn push_code(text: &str, place: Where, out: &mut String) {
    if text.is_empty() {
        return;
    }
    if refuses_code(text, place) {
        push_text(text, place, out);
        return;
    }
    let fence = "`".repeat(longest_run(text, '`') + 1);
    // One space at each end is taken off again where both are there and something else is, too.
    let blank = text.chars().all(|c| c == ' ');
    let padded =
        text.starts_with('`') || text.ends_with('`') || (text.starts_with(' ') && text.ends_with(' ') && !blank);
    let pad = if padded { " " } else { "" };
    let text = if place == Where::Cell { text.replace('|', "\\|") } else { text.to_owned() };
    // An escaped backtick right before: not every reader agrees that it does not lengthen the fence.
    if out.ends_with("\\`") {
        out.truncate(out.len() - 2);
        out.push_str("&#96;");
    }
    out.push_str(&fence);
    out.push_str(pad);
    out.push_str(&text);
    out.push_str(pad);
    out.push_str(&fence);
}

/// Length of the longest run of `wanted`.
pub fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|c| c != wanted).map(str::len).max().unwrap_or(0)
}

/// An address between the parentheses of a link: characters that would end or change it are percent-encoded.
pub fn address(address: &str) -> String {
    let mut out = String::new();
    for c in address.chars() {
        let risky = c.is_whitespace() || c.is_control() || "<>()[]\\\"`|{}*^".contains(c);
        match c {
            '&' => out.push_str("&amp;"),
            c if risky => {
                let mut bytes = [0; 4];
                c.encode_utf8(&mut bytes).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
            }
            c => out.push(c),
        }
    }
    out
}
