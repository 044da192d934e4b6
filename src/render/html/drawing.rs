//! Drawings, copied from their SVG into a page.
//!
//! A page holds each plot several times, so what the page says anyway is left out: name space and font of the root,
//! a stroke as wide as it is by default, the common size of text. Neighbouring lines that look alike become one path, and
//! the anchor of a text becomes a class.

use super::markup::Markup;

/// Copies a drawing into the page. Its ids get `prefix`, since those of two drawings must not meet, and its root gets
/// `class`. Attributes that the page's Content-Security-Policy forbids (styles, handlers) are left out.
pub(super) fn copy(out: &mut Markup, svg: &str, prefix: &str, class: &str) {
    let mut rest = svg.get(svg.find("<svg").unwrap_or(0)..).unwrap_or_default();
    let mut is_root = true;
    let mut lines: Option<Lines> = None;
    // Text between lines waits here: it stays above them when they are drawn at once.
    let mut waiting = Markup::new();
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        waiting.copied(text);
        if let Some(end) = tag.strip_prefix("<!--").and_then(|comment| comment.find("-->")) {
            // The comment's opening and closing are four and three bytes long.
            rest = tag.get(end + 7..).unwrap_or_default();
            continue;
        }
        let (tag, after) = split_tag(tag);
        rest = after;
        let tag = Tag::read(tag, prefix, is_root.then_some(class));
        is_root = false;
        match (tag.line(), &mut lines) {
            (Some((look, path)), Some(open)) if open.look == look => open.path.push_str(&path),
            (Some((look, path)), _) => {
                set(out, lines.take(), &mut waiting);
                lines = Some(Lines { look, path });
            }
            (None, _) => {
                if !matches!(tag.name, "<text" | "</text") {
                    set(out, lines.take(), &mut waiting);
                }
                tag.set(&mut waiting);
            }
        }
    }
    waiting.copied(rest);
    set(out, lines, &mut waiting);
}

/// Lines that look alike, as the `d` of one path.
struct Lines {
    look: String,
    path: String,
}

fn set(out: &mut Markup, lines: Option<Lines>, waiting: &mut Markup) {
    if let Some(Lines { look, path }) = lines {
        out.raw("<path").copied(&look).raw(" d=\"").copied(&path).raw("\"/>");
    }
    out.copied(&std::mem::take(waiting).into_string());
}

/// A tag of a drawing, without what the page leaves out.
struct Tag<'a> {
    /// Its name with what stands before it, for instance `</text`.
    name: &'a str,
    attributes: Vec<(&'a str, String)>,
    /// What stands after the attributes, for instance `/>`.
    end: &'a str,
}

impl<'a> Tag<'a> {
    fn read(tag: &'a str, prefix: &str, root_class: Option<&str>) -> Self {
        let name_end = tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>')).unwrap_or(tag.len());
        let (name, mut rest) = tag.split_at(name_end);
        let name = name.strip_suffix('/').unwrap_or(name);
        let mut attributes = Vec::new();
        if let Some(class) = root_class {
            attributes.push(("class", class.to_string()));
        }
        while let Some((attribute, value, after)) = next_attribute(rest) {
            rest = after;
            let idle = match attribute {
                "style" => true,
                "class" | "xmlns" | "font-family" => root_class.is_some(),
                "stroke-width" => value == "1",
                "font-size" => name == "<text" && value == "12",
                _ => attribute.starts_with("on"),
            };
            if !idle {
                attributes.push((attribute, prefixed(attribute, value, prefix)));
            }
        }
        if name == "<text" {
            anchor_as_class(&mut attributes);
        }
        let end = if tag.ends_with("/>") { "/>" } else { rest.trim_start() };
        Tag { name, attributes, end }
    }

    fn set(&self, out: &mut Markup) {
        out.copied(self.name);
        for (name, value) in &self.attributes {
            out.copied(" ").copied(name).copied("=\"").copied(value).copied("\"");
        }
        out.copied(self.end);
    }

    /// How a line looks, and where it runs, if this is one.
    fn line(&self) -> Option<(String, String)> {
        if self.name != "<line" || self.end != "/>" {
            return None;
        }
        let of = |name: &str| self.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str());
        let [x1, y1, x2, y2] = [of("x1")?, of("y1")?, of("x2")?, of("y2")?];
        let is_number = |value: &str| value.parse::<f64>().is_ok_and(f64::is_finite);
        if ![x1, y1, x2, y2].into_iter().all(is_number) {
            return None;
        }
        let path = match (x1 == x2, y1 == y2) {
            (true, _) => format!("M{x1} {y1}V{y2}"),
            (_, true) => format!("M{x1} {y1}H{x2}"),
            _ => format!("M{x1} {y1}L{x2} {y2}"),
        };
        let look = self.attributes.iter().filter(|(name, _)| !matches!(*name, "x1" | "y1" | "x2" | "y2"));
        Some((look.map(|(name, value)| format!(" {name}=\"{value}\"")).collect(), path))
    }
}

/// Texts are most of a drawing, and the anchor is most of a text.
fn anchor_as_class(attributes: &mut Vec<(&str, String)>) {
    let Some(at) = attributes.iter().position(|(name, _)| *name == "text-anchor") else { return };
    let own = match attributes.get(at).map(|(_, value)| value.as_str()) {
        Some("middle") => " m",
        Some("end") => " e",
        _ => return,
    };
    if let Some((_, class)) = attributes.iter_mut().find(|(name, _)| *name == "class") {
        class.push_str(own);
        attributes.remove(at);
    }
}

/// A tag up to its `>`, and what follows; a `>` within quotes is part of a value.
fn split_tag(tag: &str) -> (&str, &str) {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return tag.split_at(at + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    (tag, "")
}

/// Name and value of the next attribute, and what follows it.
fn next_attribute(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_start();
    let (name, rest) = text.split_once('=')?;
    let name = name.trim_end();
    if name.is_empty() || name.contains(['>', '/', '"', '\'', ' ']) {
        return None;
    }
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    // The quote is one byte long.
    let (value, after) = rest.get(1..)?.split_once(quote)?;
    Some((name, value, after))
}

/// The value with the drawing's own ids, and references to them, prefixed.
fn prefixed(name: &str, value: &str, prefix: &str) -> String {
    let with_prefix = |ids: &str| ids.split_ascii_whitespace().map(|id| format!("{prefix}{id}")).collect::<Vec<_>>();
    let value = match (name, value.strip_prefix('#')) {
        ("id" | "aria-labelledby" | "aria-describedby", _) => with_prefix(value).join(" "),
        ("href" | "xlink:href", Some(id)) => format!("#{prefix}{id}"),
        _ => value.replace("url(#", &format!("url(#{prefix}")),
    };
    // A value that stood between apostrophes may hold quotes.
    value.replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copied(svg: &str) -> String {
        let mut out = Markup::new();
        copy(&mut out, svg, "_p-0-", "on-wide");
        out.into_string()
    }

    #[test]
    fn ids_of_drawings_do_not_meet_and_nothing_is_lost() {
        let svg = "<?xml version=\"1.0\"?>\n<svg class='x' width=\"9\"><!-- > --><defs><clipPath id=\"a\"/></defs>\
                   <g clip-path=\"url(#a)\" style=\"fill:red\" onclick='x(\">\")'><use href='#a'/>\
                   <text data-n='a\"b>c'>1 &lt; 2</text><hr/></g></svg>";
        assert_eq!(
            copied(svg),
            "<svg class=\"on-wide\" width=\"9\"><defs><clipPath id=\"_p-0-a\"/></defs>\
             <g clip-path=\"url(#_p-0-a)\"><use href=\"#_p-0-a\"/>\
             <text data-n=\"a&quot;b>c\">1 &lt; 2</text><hr/></g></svg>"
        );
    }

    #[test]
    fn lines_that_look_alike_become_one_path_under_the_text_between_them() {
        let line = |class: &str, x1, y1, x2, y2| {
            format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke-width=\"1\"/>")
        };
        let text = "<text class=\"pt2\" x=\"1\" font-size=\"12\" text-anchor=\"end\">0.9</text>";
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"F\">{}{text}{}{}{}<circle r=\"2\"/>{}</svg>",
            line("pg", 1, 2, 1, 9),
            line("pg", 1, 2, 8, 2),
            line("pg", 1, 2, 3, 4),
            line("po", 5, 6, 5, 7),
            line("po", 6, 6, 6, 7),
        );
        assert_eq!(
            copied(&svg),
            "<svg class=\"on-wide\"><path class=\"pg\" d=\"M1 2V9M1 2H8M1 2L3 4\"/>\
             <text class=\"pt2 e\" x=\"1\">0.9</text><path class=\"po\" d=\"M5 6V7\"/><circle r=\"2\"/>\
             <path class=\"po\" d=\"M6 6V7\"/></svg>"
        );
    }

    #[test]
    fn a_line_without_numbers_stays_a_line() {
        let svg = "<svg><line x1=\"0\" x2=\"100%\" y1=\"0\" y2=\"0\"/><line x1=\"0\"/></svg>";
        assert_eq!(copied(svg), svg.replace("<svg>", "<svg class=\"on-wide\">"));
    }

    #[test]
    fn a_broken_drawing_ends_and_does_not_panic() {
        for svg in
            ["", "<", "<svg", "<svg a", "<svg a=", "<svg a='", "<svg><!--", "text", "<svg é='é'>é</svg", "<svg a=b>"]
        {
            copied(svg);
        }
    }
}
