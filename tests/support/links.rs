//! Links of a written site and of a written book: each must lead to a file and an anchor that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag};

/// What is linked in a file, and what can be linked to there.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
    twice: Vec<String>,
}

/// Dangling links, doubled ids and links to other hosts' scripts of every `.html` below a folder.
pub fn html(folder: &Path) -> Vec<String> {
    let pages = pages(folder, "html", |text| {
        let mut page = Page::default();
        for (name, value) in attributes(text) {
            match name {
                "href" | "src" | "data" | "xlink:href" => page.links.push(decoded(value)),
                "id" if !page.anchors.insert(decoded(value)) => page.twice.push(decoded(value)),
                _ => {}
            }
        }
        page
    });
    check(folder, &pages)
}

/// The same of every `.md`, with the anchors that mdBook and GitHub make of headings and those written as HTML.
pub fn markdown(folder: &Path) -> Vec<String> {
    let pages = pages(folder, "md", |text| {
        let mut page = Page::default();
        let mut heading: Option<String> = None;
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_HEADING_ATTRIBUTES;
        for event in Parser::new_ext(text, options) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.to_string());
                }
                Event::Start(Tag::Heading { id, .. }) => {
                    page.anchors.extend(id.map(|id| id.to_string()));
                    heading = Some(String::new());
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::End(pulldown_cmark::TagEnd::Heading(_)) => {
                    page.anchors.extend(heading.take().map(|heading| slug(&heading)));
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    for (name, value) in attributes(&html) {
                        match name {
                            "id" | "name" => drop(page.anchors.insert(decoded(value))),
                            "href" | "src" => page.links.push(decoded(value)),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        page
    });
    check(folder, &pages)
}

fn pages(folder: &Path, end: &str, read: impl Fn(&str) -> Page) -> BTreeMap<PathBuf, Page> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == end))
        .map(|entry| (entry.path().to_path_buf(), read(&fs::read_to_string(entry.path()).unwrap())))
        .collect()
}

fn check(folder: &Path, pages: &BTreeMap<PathBuf, Page>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (path, page) in pages {
        let shown = path.strip_prefix(folder).unwrap().display();
        wrong.extend(page.twice.iter().map(|id| format!("{shown}: the id {id} stands twice")));
        for link in &page.links {
            if ["https:", "http:", "mailto:", "data:"].iter().any(|scheme| link.starts_with(scheme)) {
                continue;
            }
            checked += 1;
            let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(file, to)| (file, Some(to)));
            let target =
                if file.is_empty() { path.clone() } else { normal(&path.parent().unwrap().join(percent(file))) };
            if !target.is_file() {
                wrong.push(format!("{shown}: {link} leads to no file"));
            } else if let (Some(anchor), Some(page)) = (anchor, pages.get(&target))
                && !anchor.is_empty()
                && !page.anchors.contains(&percent(anchor))
            {
                wrong.push(format!("{shown}: {link} leads to no anchor"));
            }
        }
    }
    assert!(checked > 0, "no link was found below {}", folder.display());
    wrong
}

fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// Name and raw value of every quoted attribute of every tag.
fn attributes(html: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        rest = &rest[open + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        // Names and values up to the tag's end, which may not stand in a value.
        rest = rest.trim_start_matches(|c: char| !c.is_whitespace() && c != '>');
        loop {
            rest = rest.trim_start();
            let name = &rest[..rest.find(|c: char| c == '=' || c == '>' || c.is_whitespace()).unwrap_or(rest.len())];
            rest = &rest[name.len()..];
            match rest.strip_prefix("=\"").and_then(|value| value.split_once('"')) {
                Some((value, after)) => {
                    out.push((name, value));
                    rest = after;
                }
                None if rest.is_empty() || rest.starts_with('>') => break,
                None if name.is_empty() => rest = &rest[1..],
                None => {}
            }
        }
    }
    out
}

fn decoded(value: &str) -> String {
    value.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn percent(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match (first, code.and_then(|code| u8::from_str_radix(code, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The anchor that GitHub and mdBook make of a heading.
fn slug(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
