//! Reads text and places out of a finished file.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};

/// From a two-byte code to the text that it stands for.
type Codes = BTreeMap<u16, String>;

/// Text of each page in painting order, a line for each baseline.
pub fn pages(bytes: &[u8]) -> Vec<String> {
    let file = Document::load_mem(bytes).expect("a readable file");
    file.get_pages().into_values().map(|page| page_text(&file, page)).collect()
}

/// Width and height of each page in whole points.
pub fn media_boxes(bytes: &[u8]) -> Vec<(i64, i64)> {
    let file = Document::load_mem(bytes).expect("a readable file");
    file.get_pages()
        .into_values()
        .map(|page| {
            let media = file
                .get_dictionary(page)
                .and_then(|page| page.get(b"MediaBox"))
                .and_then(Object::as_array)
                .expect("a box");
            (number(&media[2]) as i64, number(&media[3]) as i64)
        })
        .collect()
}

/// The file as it was before its objects were packed, for looking at them.
pub fn objects(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    let mut file = Document::load_mem(bytes).expect("a readable file");
    let mut plain = Vec::new();
    file.save_to(&mut plain).expect("written to memory");
    text.push_str(&String::from_utf8_lossy(&plain));
    text
}

fn number(object: &Object) -> f32 {
    object.as_float().or_else(|_| object.as_i64().map(|whole| whole as f32)).unwrap_or(0.0)
}

fn page_text(file: &Document, page: ObjectId) -> String {
    let fonts = file.get_page_fonts(page).expect("fonts");
    let codes: BTreeMap<Vec<u8>, Codes> =
        fonts.into_iter().map(|(name, font)| (name, to_unicode(file, font))).collect();
    let content = Content::decode(&file.get_page_content(page)).expect("a readable content stream");
    let mut text = String::new();
    let (mut font, mut actual, mut baseline) = (Vec::new(), None::<String>, f32::NAN);
    for operation in content.operations {
        let operands = &operation.operands;
        match operation.operator.as_str() {
            "Tf" => font = operands[0].as_name().unwrap_or_default().to_vec(),
            "Tm" if number(&operands[5]) != baseline => {
                baseline = number(&operands[5]);
                text.push('\n');
            }
            // Axes run downwards on the page and upwards in its text.
            "Td" if number(&operands[1]) != 0.0 => {
                baseline -= number(&operands[1]);
                text.push('\n');
            }
            "BDC" => {
                actual = operands.get(1).and_then(|properties| properties.as_dict().ok()).and_then(|properties| {
                    properties.get(b"ActualText").and_then(Object::as_str).ok().map(decode_text)
                });
                if let Some(actual) = &actual {
                    text.push_str(actual);
                }
            }
            "EMC" => actual = None,
            "Tj" | "TJ" if actual.is_none() => {
                for operand in operands {
                    let strings = match operand {
                        Object::Array(parts) => parts.iter().filter_map(|part| part.as_str().ok()).collect(),
                        Object::String(bytes, _) => vec![bytes.as_slice()],
                        _ => Vec::new(),
                    };
                    for string in strings {
                        for code in string.chunks_exact(2) {
                            let code = u16::from_be_bytes([code[0], code[1]]);
                            text.push_str(
                                codes.get(&font).and_then(|codes| codes.get(&code)).map_or("\u{fffd}", String::as_str),
                            );
                        }
                    }
                }
            }
            _ => {}
        }
    }
    text
}

/// The text of the whole file without decoration, in painting order: what is read aloud. No glyph stands between two runs
/// but a space of their own.
pub fn read(bytes: &[u8]) -> String {
    let file = Document::load_mem(bytes).expect("a readable file");
    let mut text = String::new();
    for page in file.get_pages().into_values() {
        let fonts = file.get_page_fonts(page).expect("fonts");
        let codes: BTreeMap<Vec<u8>, Codes> =
            fonts.into_iter().map(|(name, font)| (name, to_unicode(&file, font))).collect();
        let content = Content::decode(&file.get_page_content(page)).expect("a readable content stream");
        let mut font = Vec::new();
        // Marked contents that are open: true for those whose glyphs are not read.
        let mut open: Vec<bool> = Vec::new();
        for operation in content.operations {
            let operands = &operation.operands;
            match operation.operator.as_str() {
                "Tf" => font = operands[0].as_name().unwrap_or_default().to_vec(),
                "BMC" => open.push(operands[0].as_name().is_ok_and(|name| name == b"Artifact")),
                "BDC" => {
                    let properties = operands.get(1).and_then(|properties| properties.as_dict().ok());
                    let actual = properties.and_then(|all| all.get(b"ActualText").and_then(Object::as_str).ok());
                    if let Some(actual) = actual.filter(|_| !open.contains(&true)) {
                        text.push_str(&decode_text(actual));
                    }
                    open.push(actual.is_some() || operands[0].as_name().is_ok_and(|name| name == b"Artifact"));
                }
                "EMC" => {
                    open.pop();
                }
                "Tj" | "TJ" if !open.contains(&true) => {
                    let strings = match &operands[0] {
                        Object::Array(parts) => parts.iter().filter_map(|part| part.as_str().ok()).collect(),
                        other => other.as_str().into_iter().collect::<Vec<_>>(),
                    };
                    for code in strings.iter().flat_map(|string| string.chunks_exact(2)) {
                        let code = u16::from_be_bytes([code[0], code[1]]);
                        let letter = codes.get(&font).and_then(|codes| codes.get(&code));
                        text.push_str(letter.map_or("\u{fffd}", String::as_str));
                    }
                }
                _ => {}
            }
        }
        text.push('\n');
    }
    text
}

/// What every page paints, without the operations that choose a colour.
pub fn without_colour(bytes: &[u8]) -> String {
    const COLOURS: [&str; 12] = ["g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"];
    let file = Document::load_mem(bytes).expect("a readable file");
    let mut out = String::new();
    for page in file.get_pages().into_values() {
        let content = Content::decode(&file.get_page_content(page)).expect("a readable content stream");
        for operation in content.operations.iter().filter(|one| !COLOURS.contains(&one.operator.as_str())) {
            out.push_str(&format!("{} {:?}\n", operation.operator, operation.operands));
        }
    }
    out
}

/// Bytes that attachments and the lists that name them take.
pub fn attached(bytes: &[u8]) -> BTreeMap<String, usize> {
    let file = Document::load_mem(bytes).expect("a readable file");
    let mut found = BTreeMap::new();
    for object in file.objects.values() {
        let Ok(entry) = object.as_dict() else { continue };
        let Ok(embedded) = entry.get(b"EF").and_then(|embedded| file.dereference(embedded)) else { continue };
        let stream = embedded.1.as_dict().and_then(|embedded| embedded.get(b"F")).and_then(|file| file.as_reference());
        let Some(stream) = stream.ok().and_then(|id| file.get_object(id).ok()).and_then(|one| one.as_stream().ok())
        else {
            continue;
        };
        let name = entry.get(b"UF").or_else(|_| entry.get(b"F")).and_then(Object::as_str).map(decode_text);
        assert!(
            entry.get(b"Desc").is_ok() && entry.get(b"AFRelationship").is_ok() && stream.dict.get(b"Subtype").is_ok()
        );
        found.insert(name.unwrap_or_default(), stream.content.len());
    }
    found
}

fn decode_text(bytes: &[u8]) -> String {
    match bytes.strip_prefix(&[0xfe, 0xff]) {
        Some(wide) => utf16(wide),
        None => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

fn utf16(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]])).collect();
    String::from_utf16_lossy(&units)
}

fn to_unicode(file: &Document, font: &lopdf::Dictionary) -> Codes {
    let stream = font.get(b"ToUnicode").and_then(|map| file.dereference(map)).map(|found| found.1).expect("a map");
    let stream = stream.as_stream().expect("a stream");
    let map = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    let map = String::from_utf8_lossy(&map);
    let hex = |text: &str| -> Vec<u8> {
        let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
        digits
            .chunks_exact(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or("0"), 16).unwrap_or(0))
            .collect()
    };
    let mut codes = Codes::new();
    for section in map.split("beginbfchar").skip(1) {
        for line in section.split("endbfchar").next().unwrap_or("").lines() {
            let mut parts = line.split('<').skip(1);
            if let (Some(code), Some(text)) = (parts.next(), parts.next()) {
                let code = hex(code);
                if code.len() == 2 {
                    codes.insert(u16::from_be_bytes([code[0], code[1]]), utf16(&hex(text)));
                }
            }
        }
    }
    codes
}

/// Every run of text begins on its page, and every path stays on it.
pub fn assert_inside(bytes: &[u8]) {
    let file = Document::load_mem(bytes).expect("a readable file");
    for (index, page) in file.get_pages().into_values().enumerate() {
        let media =
            file.get_dictionary(page).and_then(|page| page.get(b"MediaBox")).and_then(Object::as_array).expect("a box");
        let (width, height) = (number(&media[2]), number(&media[3]));
        let fonts = file.get_page_fonts(page).expect("fonts");
        let widths: BTreeMap<Vec<u8>, BTreeMap<u16, f32>> =
            fonts.into_iter().map(|(name, font)| (name, glyph_widths(&file, font))).collect();
        let content = Content::decode(&file.get_page_content(page)).expect("a readable content stream");
        let (mut font, mut size) = (Vec::new(), 0.0);
        let mut longest = 0.0_f32;
        let (mut page_matrix, mut kept, mut text_matrix) = (IDENTITY, Vec::new(), IDENTITY);
        for operation in content.operations {
            let operands = &operation.operands;
            match operation.operator.as_str() {
                "q" => kept.push(page_matrix),
                "Q" => page_matrix = kept.pop().expect("as many q as Q"),
                "cm" => page_matrix = then(matrix(operands), page_matrix),
                "Tf" => (font, size) = (operands[0].as_name().unwrap_or_default().to_vec(), number(&operands[1])),
                "Tm" => text_matrix = matrix(operands),
                "Td" => {
                    let step = [1.0, 0.0, 0.0, 1.0, number(&operands[0]), number(&operands[1])];
                    text_matrix = then(step, text_matrix);
                }
                "Tj" | "TJ" => {
                    let mut advance = 0.0;
                    let parts = match &operands[0] {
                        Object::Array(parts) => parts.clone(),
                        other => vec![other.clone()],
                    };
                    for part in &parts {
                        match part {
                            Object::String(codes, _) => {
                                for code in codes.chunks_exact(2) {
                                    let code = u16::from_be_bytes([code[0], code[1]]);
                                    advance +=
                                        widths.get(&font).and_then(|all| all.get(&code)).copied().unwrap_or(1000.0);
                                }
                            }
                            other => advance -= number(other),
                        }
                    }
                    let whole = then(text_matrix, page_matrix);
                    let (from, to) = (apply(whole, 0.0), apply(whole, advance * size / 1000.0));
                    longest = longest.max((to.0 - from.0).abs());
                    for (x, y) in [from, to] {
                        let inside = x >= 40.0 && x <= width - 40.0 && y >= 30.0 && y <= height - 30.0;
                        assert!(inside, "page {}: text from {from:?} to {to:?} on {width} by {height}", index + 1);
                    }
                }
                _ => {}
            }
        }
        // Every page has its running head and foot; a page without a measured word was not read.
        assert!(longest > 20.0, "page {}: the longest run has {longest} points", index + 1);
    }
}

const IDENTITY: [f32; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

fn matrix(operands: &[Object]) -> [f32; 6] {
    std::array::from_fn(|at| number(&operands[at]))
}

/// The matrix that does `a` first and then `b`.
fn then(a: [f32; 6], b: [f32; 6]) -> [f32; 6] {
    let at = |x: f32, y: f32, z: f32| (x * b[0] + y * b[2] + z * b[4], x * b[1] + y * b[3] + z * b[5]);
    let ((a0, a1), (a2, a3), (a4, a5)) = (at(a[0], a[1], 0.0), at(a[2], a[3], 0.0), at(a[4], a[5], 1.0));
    [a0, a1, a2, a3, a4, a5]
}

/// Where a point at `x` on the base line lies.
fn apply(matrix: [f32; 6], x: f32) -> (f32, f32) {
    (x * matrix[0] + matrix[4], x * matrix[1] + matrix[5])
}

fn glyph_widths(file: &Document, font: &lopdf::Dictionary) -> BTreeMap<u16, f32> {
    let mut widths = BTreeMap::new();
    let descendant = font.get(b"DescendantFonts").and_then(Object::as_array).ok().and_then(|all| all.first());
    let descendant = descendant.and_then(|font| file.dereference(font).ok()).and_then(|(_, font)| font.as_dict().ok());
    let Some(Ok(all)) = descendant.map(|font| font.get(b"W").and_then(Object::as_array)) else { return widths };
    let mut index = 0;
    while index + 1 < all.len() {
        let first = number(&all[index]) as u16;
        match &all[index + 1] {
            Object::Array(list) => {
                for (offset, width) in list.iter().enumerate() {
                    widths.insert(first + offset as u16, number(width));
                }
                index += 2;
            }
            last => {
                for code in first..=number(last) as u16 {
                    widths.insert(code, number(&all[index + 2]));
                }
                index += 3;
            }
        }
    }
    widths
}
