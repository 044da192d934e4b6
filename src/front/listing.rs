//! What other programs read: the Atom feed (RFC 4287) and the sitemap (sitemaps.org, version 0.9).

use super::card::Card;
use super::pages::day;
use crate::document::Document;
use crate::render::{Rendered, html};
use crate::site::Book;

/// The feed: an entry a campaign. Addresses are whole where book.toml has that of the site, else relative to the feed.
/// Times are those of the data; a campaign whose data tell none stands at the beginning of time.
pub fn feed(cards: &[Card], book: &Book) -> Rendered {
    let base = book.site.as_deref().unwrap_or("");
    let moment = |card: &Card| format!("{}T00:00:00Z", day(card.date.unwrap_or(0)));
    let latest = cards.iter().map(moment).max().unwrap_or_else(|| "1970-01-01T00:00:00Z".to_string());
    let mut out =
        String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"");
    let mut line = |text: String| out.push_str(&text);
    line(format!(" xml:lang=\"{}\">\n", text(&book.language)));
    let id = if base.is_empty() { "urn:rebench-report:campaigns" } else { base };
    line(format!("<id>{}</id>\n<title>{}</title>\n<updated>{latest}</updated>\n", text(id), text(&book.title)));
    line(format!("<link rel=\"self\" href=\"{}feed.xml\"/>\n<link href=\"{0}index.html\"/>\n", text(base)));
    let authors = if book.authors.is_empty() { std::slice::from_ref(&book.title) } else { &book.authors };
    for author in authors {
        line(format!("<author><name>{}</name></author>\n", text(author)));
    }
    for card in cards {
        let address = format!("{base}{}/html/index.html", html::encoded(&card.campaign));
        let id = if base.is_empty() {
            format!("urn:rebench-report:campaign:{}", html::encoded(&card.campaign))
        } else {
            address.clone()
        };
        let status = card.status.as_ref();
        let said = status.map(|status| format!("{} {} ", status.label, status.sentence)).unwrap_or_default();
        let word = status.map_or("measured", |status| &status.word);
        line(format!(
            "<entry>\n<id>{}</id>\n<title>{}</title>\n<updated>{}</updated>\n<link href=\"{}\"/>\n<category term=\"{}\"/>\n\
             <summary>{}</summary>\n</entry>\n",
            text(&id),
            text(&card.title),
            moment(card),
            text(&address),
            text(word),
            text(&format!("{said}{}", card.lede)),
        ));
    }
    out.push_str("</feed>\n");
    Rendered { path: "feed.xml".to_string(), bytes: out.into_bytes() }
}

/// The sitemap, where book.toml has the address of the site: it takes no relative ones.
pub fn sitemap(cards: &[Card], own: &[Document], book: &Book) -> Option<Rendered> {
    let base = book.site.as_ref()?;
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let mut enter = |path: String, date: Option<i64>| {
        let date = date.map(|date| format!("<lastmod>{}</lastmod>", day(date))).unwrap_or_default();
        out.push_str(&format!("<url><loc>{}</loc>{date}</url>\n", text(&format!("{base}{path}"))));
    };
    for document in own {
        enter(format!("{}.html", html::encoded(&document.id)), document.stamp.date.map(|date| date.0));
    }
    for card in cards {
        for page in &card.pages {
            enter(format!("{}/html/{}.html", html::encoded(&card.campaign), html::encoded(&page.id)), card.date);
        }
    }
    out.push_str("</urlset>\n");
    Some(Rendered { path: "sitemap.xml".to_string(), bytes: out.into_bytes() })
}

/// Text of XML 1.0: control characters, which it can't hold, become the replacement character.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
