//! Title, dates, identity; files that travel with the document.

use std::collections::BTreeMap;

use krilla::Document as Writer;
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::metadata::{DateTime, Metadata, TextDirection};

use super::super::furniture::status_words;
use crate::document::visit::plain;
use crate::document::{Attachment, Civil, Document, Timestamp};

/// Writes metadata and attachments.
pub fn write(writer: &mut Writer, parts: &[&Document], draft: bool) {
    let Some(first) = parts.first() else { return };
    // The standard asks for a date. Where the data tell none, metadata have the one that reproducible archives write, which
    // nobody takes for a day on which something was measured; pages have none.
    let date = date(first.stamp.date.unwrap_or(Timestamp(0)));
    let authors: Vec<String> = first.stamp.authors.iter().filter(|author| !author.is_empty()).cloned().collect();
    let metadata = Metadata::new()
        .title(title(first, draft))
        .description(plain(&first.lede))
        .language(language(first))
        .authors(authors)
        .creator(first.stamp.tool.clone())
        .producer(first.stamp.tool.clone())
        .creation_date(date)
        .document_id(format!("{}/{}", first.stamp.input_hash, first.id))
        .text_direction(TextDirection::LeftToRight);
    writer.set_metadata(metadata);
    let mut known: BTreeMap<String, &Attachment> = BTreeMap::new();
    for part in parts {
        for attachment in &part.attachments {
            let mut name = attachment.name.clone();
            if let Some(same) = known.get(&name) {
                if same.bytes == attachment.bytes {
                    continue;
                }
                name = format!("{}-{name}", part.id);
            }
            if known.insert(name.clone(), attachment).is_none() {
                embed(writer, name, attachment, date);
            }
        }
    }
}

fn embed(writer: &mut Writer, name: String, attachment: &Attachment, date: DateTime) {
    let description = if attachment.description.is_empty() { name.clone() } else { attachment.description.clone() };
    let kind = if attachment.is_data { AssociationKind::Data } else { AssociationKind::Supplement };
    // `None` would mean that the name is taken; `known` above sees to that.
    let _ = writer.embed_file(EmbeddedFile {
        path: name,
        mime_type: MimeType::new(&attachment.media_type).or_else(|| MimeType::new("application/octet-stream")),
        description: Some(description),
        association_kind: kind,
        data: attachment.bytes.to_vec().into(),
        modification_date: Some(date),
        compress: Some(true),
        location: None,
    });
}

/// `Phase D1: SQL plan-cache select · campaign · reconstructed data · inputs 3f9a1c07be42`.
pub fn title(part: &Document, draft: bool) -> String {
    let mut title = String::new();
    if !part.kicker.is_empty() {
        title.push_str(&part.kicker);
        title.push_str(": ");
    }
    title.push_str(if part.title.is_empty() { &part.id } else { &part.title });
    if !part.stamp.campaign.is_empty() && part.stamp.campaign != part.title {
        title.push_str(" · ");
        title.push_str(&part.stamp.campaign);
    }
    if let Some(status) = &part.status {
        let words = status_words(status);
        let mut letters = words.chars();
        title.push_str(" · ");
        title.extend(letters.next().into_iter().flat_map(char::to_lowercase));
        title.push_str(letters.as_str());
    }
    if !part.short_hash().is_empty() {
        title.push_str(&format!(" · inputs {}", part.short_hash()));
    }
    if draft {
        title.push_str(" · draft");
    }
    title
}

/// Language of a document; English where it says none.
pub fn language(part: &Document) -> String {
    if part.stamp.language.is_empty() { "en".to_string() } else { part.stamp.language.clone() }
}

/// A timestamp as PDF writes it, between the years 0 and 9999.
fn date(Timestamp(seconds): Timestamp) -> DateTime {
    let Civil { year, month, day, second } = Timestamp(seconds.clamp(-62_167_219_200, 253_402_300_799)).civil();
    DateTime::new(year.clamp(0, 9999) as u16)
        .month(month)
        .day(day)
        .hour((second / 3_600) as u8)
        .minute((second / 60 % 60) as u8)
        .second((second % 60) as u8)
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}
