//! Plots: every drawing of a plot goes into the page, and the style sheet shows the one that fits.

use super::body::Body;
use super::markup::Markup;
use crate::document::{Picture, Plot};

/// Widths of the container from which each class of drawings is shown, in CSS pixels, as the style sheet has them:
/// text and margin together, text alone, a phone.
const RANGES: [(&str, u32); 3] = [("on-wide", 908), ("on-mid", 680), ("on-narrow", 0)];

impl<'a> Body<'a> {
    pub(super) fn plot(&mut self, plot: &'a Plot) {
        self.out.raw("<figure class=\"plot wide\"").attribute("id", &plot.id).raw(">\n<figcaption><span>");
        if plot.number > 0 {
            self.out.raw("<b>Figure ").number(u64::from(plot.number)).raw(".</b> ");
        }
        self.inlines(&plot.caption);
        self.out.raw("</span></figcaption>\n");
        // One image to those who listen, whichever drawing is shown to those who look.
        self.out.raw("<div class=\"pictures\" role=\"img\"").attribute("aria-label", &plot.alt).raw(">\n");
        for (index, (picture, class)) in plot.pictures.iter().zip(classes(&plot.pictures)).enumerate() {
            if !class.is_empty() {
                inline_picture(&mut self.out, &picture.svg, &format!("_{}-{index}-", plot.id), &class);
                self.out.raw("\n");
            }
        }
        self.out.raw("</div>\n");
        if let Some(data) = &plot.data {
            self.out.raw("<details class=\"data\"><summary>Data of this figure</summary>\n");
            self.table(data);
            self.out.raw("</details>\n");
        }
        self.out.raw("</figure>\n");
    }
}

/// The classes of each drawing: in each range the widest that fits, or the narrowest of all. Every range shows exactly
/// one; a drawing that none shows has no class.
fn classes(pictures: &[Picture]) -> Vec<String> {
    let mut classes = vec![String::new(); pictures.len()];
    for (name, from) in RANGES {
        let fitting = pictures.iter().enumerate().filter(|(_, picture)| picture.width <= from);
        let shown = fitting
            .max_by_key(|(_, picture)| picture.width)
            .or_else(|| pictures.iter().enumerate().min_by_key(|(_, picture)| picture.width));
        if let Some(class) = shown.and_then(|(index, _)| classes.get_mut(index)) {
            class.push_str(if class.is_empty() { "" } else { " " });
            class.push_str(name);
        }
    }
    classes
}

/// Copies a drawing into the page. Its ids get `prefix`, since those of two drawings must not meet, and its root gets
/// `class`. Attributes that the page's Content-Security-Policy forbids (styles, handlers) are left out.
fn inline_picture(out: &mut Markup, svg: &str, prefix: &str, class: &str) {
    let mut rest = svg.get(svg.find("<svg").unwrap_or(0)..).unwrap_or_default();
    let mut is_root = true;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        out.copied(text);
        if let Some(end) = tag.strip_prefix("<!--").and_then(|comment| comment.find("-->")) {
            // The comment's opening and closing are four and three bytes long.
            rest = tag.get(end + 7..).unwrap_or_default();
            continue;
        }
        let (tag, after) = split_tag(tag);
        rest = after;
        let name_end = tag.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(tag.len());
        let (name, mut attributes) = tag.split_at(name_end);
        out.copied(name);
        if is_root {
            out.attribute("class", class);
        }
        while let Some((name, value, after)) = next_attribute(attributes) {
            attributes = after;
            let forbidden = name == "style" || name.starts_with("on") || (is_root && name == "class");
            if !forbidden {
                out.copied(" ").copied(name).copied("=\"").copied(&prefixed(name, value, prefix)).copied("\"");
            }
        }
        out.copied(attributes.trim_start());
        is_root = false;
    }
    out.copied(rest);
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

    fn picture(width: u32) -> Picture {
        Picture { width, height: 10, svg: String::new() }
    }

    #[test]
    fn every_range_shows_one_drawing() {
        let of = |widths: &[u32]| classes(&widths.iter().copied().map(picture).collect::<Vec<_>>());
        assert_eq!(of(&[908, 680, 288]), ["on-wide", "on-mid", "on-narrow"]);
        assert_eq!(of(&[680, 288]), ["on-wide on-mid", "on-narrow"]);
        assert_eq!(of(&[500]), ["on-wide on-mid on-narrow"]);
        assert_eq!(of(&[908, 800, 680, 288]), ["on-wide", "", "on-mid", "on-narrow"]);
        assert!(of(&[]).is_empty());
    }

    #[test]
    fn ids_of_drawings_do_not_meet_and_nothing_else_changes() {
        let svg = "<?xml version=\"1.0\"?>\n<svg class='x' width=\"9\"><!-- > --><defs><clipPath id=\"a\"/></defs>\
                   <g clip-path=\"url(#a)\" style=\"fill:red\" onclick='x(\">\")'><use href='#a'/>\
                   <text data-n='a\"b>c'>1 &lt; 2</text></g></svg>";
        let mut out = Markup::new();
        inline_picture(&mut out, svg, "_p-0-", "on-wide");
        assert_eq!(
            out.into_string(),
            "<svg class=\"on-wide\" width=\"9\"><defs><clipPath id=\"_p-0-a\"/></defs>\
             <g clip-path=\"url(#_p-0-a)\"><use href=\"#_p-0-a\"/>\
             <text data-n=\"a&quot;b>c\">1 &lt; 2</text></g></svg>"
        );
    }

    #[test]
    fn a_broken_drawing_ends_and_does_not_panic() {
        for svg in
            ["", "<", "<svg", "<svg a", "<svg a=", "<svg a='", "<svg><!--", "text", "<svg é='é'>é</svg", "<svg a=b>"]
        {
            let mut out = Markup::new();
            inline_picture(&mut out, svg, "_p-0-", "on-wide");
        }
    }
}
