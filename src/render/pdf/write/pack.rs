//! Packing: the writer's objects gathered in compressed object streams.
//!
//! A tagged table has an element a cell, and the writer gives each of them some ninety bytes of its own, uncompressed:
//! more than all text and fonts together. Object streams (ISO 32000-1, 7.5.7) and a cross-reference stream (7.5.8) hold
//! the same objects in a fifth of the space. PDF/A-3 allows both.
//!
//! In: a file with a classic cross-reference table. Out: the same objects under the same numbers.

use std::collections::BTreeSet;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;

use super::thin::thin;

/// Objects a stream: a reader unpacks a whole stream for one object.
const BATCH: usize = 200;
/// Effort of the compressor.
const LEVEL: u8 = 7;

/// Where an object is found.
#[derive(Clone, Copy)]
enum Entry {
    Free,
    /// Offset in the file.
    At(usize),
    /// Number of its object stream, and its place there.
    In(usize, usize),
}

/// Packs a file; `None` where it is not built as expected, and then it is best left as it is.
pub fn pack(file: &[u8]) -> Option<Vec<u8>> {
    let (offsets, trailer) = table(file)?;
    let header = file.get(..offsets.iter().flatten().min().copied()?)?;
    let mut out = Vec::with_capacity(file.len() / 2);
    out.extend_from_slice(header);
    let mut entries = vec![Entry::Free; offsets.len()];
    let mut loose: Vec<(usize, &[u8])> = Vec::new();
    let bounds = {
        let mut bounds: Vec<usize> = offsets.iter().flatten().copied().collect();
        bounds.push(start_of_table(file)?);
        bounds.sort_unstable();
        bounds
    };
    let pages = contents_of_pages(file);
    for (number, offset) in offsets.iter().enumerate() {
        let Some(offset) = offset else { continue };
        let end = bounds.get(bounds.partition_point(|bound| bound <= offset))?;
        let object = trim(file.get(*offset..*end)?);
        let body = object.strip_prefix(format!("{number} 0 obj").as_bytes())?.strip_suffix(b"endobj")?;
        let body = trim(body);
        if body.ends_with(b"endstream") {
            entries[number] = Entry::At(out.len());
            match pages.contains(&number).then(|| page(number, body)).flatten() {
                Some(thinned) => out.extend_from_slice(&thinned),
                None => {
                    out.extend_from_slice(object);
                    out.extend_from_slice(b"\n\n");
                }
            }
        } else {
            loose.push((number, body));
        }
    }
    for batch in loose.chunks(BATCH) {
        let stream = entries.len();
        for (place, (number, _)) in batch.iter().enumerate() {
            entries[*number] = Entry::In(stream, place);
        }
        entries.push(Entry::At(out.len()));
        out.extend_from_slice(&object_stream(stream, batch));
    }
    let start = out.len();
    let number = entries.len();
    entries.push(Entry::At(start));
    out.extend_from_slice(&reference_stream(number, &entries, &trailer)?);
    out.extend_from_slice(format!("startxref\n{start}\n%%EOF").as_bytes());
    Some(out)
}

/// Numbers of the objects that are a page's content.
fn contents_of_pages(file: &[u8]) -> BTreeSet<usize> {
    const KEY: &[u8] = b"/Contents ";
    let mut numbers = BTreeSet::new();
    let mut rest = file;
    while let Some(at) = rest.windows(KEY.len()).position(|window| window == KEY) {
        rest = rest.get(at + KEY.len()..).unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number: Option<usize> =
            rest.get(..digits).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        if rest.get(digits..).is_some_and(|rest| rest.starts_with(b" 0 R")) {
            numbers.extend(number);
        }
    }
    numbers
}

/// A page's content, thinned; `None` where it is not built as expected, and then it stays as it is.
fn page(number: usize, body: &[u8]) -> Option<Vec<u8>> {
    const BEGIN: &[u8] = b"stream";
    let at = body.windows(BEGIN.len()).position(|window| window == BEGIN)?;
    let dictionary = body.get(..at)?;
    dictionary.windows(12).any(|window| window == b"/FlateDecode").then_some(())?;
    let data = body.get(at + BEGIN.len()..)?;
    let data = data.strip_prefix(b"\r\n").or_else(|| data.strip_prefix(b"\n"))?;
    let content = decompress_to_vec_zlib(data.strip_suffix(b"endstream")?).ok()?;
    Some(stream(number, b"", &thin(&content)?))
}

fn trim(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii()
}

fn find_last(file: &[u8], needle: &[u8]) -> Option<usize> {
    file.windows(needle.len()).rposition(|window| window == needle)
}

fn start_of_table(file: &[u8]) -> Option<usize> {
    let tail = file.get(find_last(file, b"startxref")? + b"startxref".len()..)?;
    let digits = trim(tail).split(u8::is_ascii_whitespace).next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Offsets by object number, and the trailer's entries that the new file keeps.
fn table(file: &[u8]) -> Option<(Vec<Option<usize>>, String)> {
    let text = file.get(start_of_table(file)?..)?;
    let at = find_last(text, b"trailer")?;
    let rows = std::str::from_utf8(text.get(..at)?).ok()?;
    let mut lines = rows.lines();
    (lines.next()? == "xref").then_some(())?;
    let (first, count) = lines.next()?.trim().split_once(' ')?;
    (first == "0").then_some(())?;
    let mut offsets = Vec::new();
    for line in lines.take(count.parse().ok()?) {
        let mut fields = line.split_whitespace();
        let (offset, _, kind) = (fields.next()?, fields.next()?, fields.next()?);
        offsets.push(if kind == "n" { Some(offset.parse().ok()?) } else { None });
    }
    let trailer = text.get(at + b"trailer".len()..find_last(text, b"startxref")?)?;
    Some((offsets, kept(trailer)?))
}

/// The trailer's dictionary without its braces and its size.
fn kept(trailer: &[u8]) -> Option<String> {
    // The identity is a string of bytes; the file is written byte for byte, so each stands for itself.
    let text: String = trim(trailer).iter().map(|byte| char::from(*byte)).collect();
    let inner = text.strip_prefix("<<")?.strip_suffix(">>")?;
    let at = inner.find("/Size")?;
    let rest = inner.get(at + "/Size".len()..)?.trim_start();
    let rest = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    Some(format!("{}{rest}", inner.get(..at)?))
}

fn stream(number: usize, dictionary: &[u8], data: &[u8]) -> Vec<u8> {
    let packed = compress_to_vec_zlib(data, LEVEL);
    let mut out = format!("{number} 0 obj\n<<").into_bytes();
    out.extend_from_slice(dictionary);
    out.extend_from_slice(format!("/Filter/FlateDecode/Length {}>>\nstream\n", packed.len()).as_bytes());
    out.extend_from_slice(&packed);
    out.extend_from_slice(b"\nendstream\nendobj\n\n");
    out
}

fn object_stream(number: usize, batch: &[(usize, &[u8])]) -> Vec<u8> {
    let mut index = String::new();
    let mut bodies = Vec::new();
    for (number, body) in batch {
        index.push_str(&format!("{number} {} ", bodies.len()));
        bodies.extend_from_slice(body);
        bodies.push(b'\n');
    }
    let first = index.len();
    let mut data = index.into_bytes();
    data.append(&mut bodies);
    stream(number, format!("/Type/ObjStm/N {}/First {first}", batch.len()).as_bytes(), &data)
}

fn reference_stream(number: usize, entries: &[Entry], trailer: &str) -> Option<Vec<u8>> {
    // Neighbours differ by one most of the time, so each row is written as the difference from the one above it
    // (predictor 12: the filter "up" of PNG).
    let mut rows = Vec::with_capacity(entries.len() * 8);
    let mut above = [0_u8; 7];
    for entry in entries {
        let (kind, first, second) = match entry {
            Entry::Free => (0, 0, u16::MAX),
            Entry::At(offset) => (1, u32::try_from(*offset).ok()?, 0),
            Entry::In(stream, place) => (2, u32::try_from(*stream).ok()?, u16::try_from(*place).ok()?),
        };
        let mut row = [kind; 7];
        row[1..5].copy_from_slice(&first.to_be_bytes());
        row[5..].copy_from_slice(&second.to_be_bytes());
        rows.push(2);
        rows.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(above)));
        above = row;
    }
    let mut dictionary =
        format!("/Type/XRef/Size {}/W[1 4 2]/DecodeParms<</Predictor 12/Columns 7>>", entries.len()).into_bytes();
    dictionary.extend(trailer.chars().map(|character| character as u8));
    Some(stream(number, &dictionary, &rows))
}
