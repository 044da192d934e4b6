//! How a page is cited: BibTeX and Markdown with campaign, phase, date, hash of the inputs, and the canonical address.

use serde::Serialize;

use crate::document::Document;

/// The texts as they are copied; the template escapes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Cite {
    bibtex: String,
    markdown: String,
}

/// `date` is the day of the data; `canonical` the address of the page, empty where the site has none.
pub(super) fn cite(document: &Document, date: Option<&str>, canonical: &str) -> Cite {
    let stamp = &document.stamp;
    let note = format!("Inputs sha256:{}; made by {}", stamp.input_hash, stamp.tool);
    let phase = stamp.phase.as_ref().map(|phase| format!(", phase {phase}")).unwrap_or_default();
    let whole = format!("{}{phase}", stamp.campaign);
    let standing = document.status.as_ref().map(|status| format!(" ({} data)", status.word)).unwrap_or_default();
    // In braces each, so that a quotation mark ends nothing and a style keeps the letters as they are.
    let braced = |text: &str| format!("{{{}}}", tex(text));
    let mut fields = vec![("title", braced(&document.title))];
    if !stamp.authors.is_empty() {
        let authors: Vec<String> = stamp.authors.iter().map(|author| braced(author)).collect();
        fields.push(("author", authors.join(" and ")));
    }
    fields.push(("howpublished", braced(&format!("Benchmark campaign {whole}{standing}"))));
    if let Some(date) = date {
        fields.push(("year", braced(&date.chars().take_while(char::is_ascii_digit).collect::<String>())));
        fields.push(("date", braced(date)));
    }
    if !canonical.is_empty() {
        fields.push(("url", braced(canonical)));
    }
    fields.push(("note", braced(&note)));
    let fields: String = fields.into_iter().map(|(name, value)| format!("  {name} = \"{value}\",\n")).collect();
    let key: String = format!("{}-{}", stamp.campaign, document.id)
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() { character } else { '-' })
        .collect();

    let title = markdown(&document.title);
    let title = if canonical.is_empty() { format!("*{title}*") } else { format!("[*{title}*](<{canonical}>)") };
    let authors = if stamp.authors.is_empty() { String::new() } else { format!("{}. ", stamp.authors.join(", ")) };
    let date = date.map(|date| format!(", {date}")).unwrap_or_default();
    Cite {
        bibtex: format!("@misc{{{key},\n{fields}}}\n"),
        markdown: format!(
            "{}{title}. {}{date}. {}.\n",
            markdown(&authors),
            markdown(&format!("{whole}{standing}")),
            markdown(&note)
        ),
    }
}

/// Characters that TeX takes for commands.
fn tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            // BibTeX counts braces, those of a command as well.
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '#' | '$' | '%' | '&' | '_' => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out
}

/// Characters that Markdown takes for marks.
fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\`*_[]<>".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_commands_of_tex_and_no_marks_of_markdown() {
        assert_eq!(
            tex("50% {a_b} \\x & ~^"),
            "50\\% \\textbraceleft{}a\\_b\\textbraceright{} \\textbackslash{}x \\& \\textasciitilde{}\\textasciicircum{}"
        );
        assert_eq!(markdown("a_b [c](d) <e> `f`"), "a\\_b \\[c\\](d) \\<e\\> \\`f\\`");
    }
}
