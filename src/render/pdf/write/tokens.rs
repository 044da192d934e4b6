//! Tokens of a content stream: operands as they stand, each operation with its operator.

/// An operation: its operands, then its operator.
pub type Operation<'a> = (Vec<&'a [u8]>, &'a [u8]);

/// The operations of a content stream; `None` where it is not built as expected.
pub fn operations(content: &[u8]) -> Option<Vec<Operation<'_>>> {
    let mut operations = Vec::new();
    let mut operands = Vec::new();
    let mut at = 0;
    while let Some(&byte) = content.get(at) {
        if is_white(byte) {
            at += 1;
            continue;
        }
        let end = end_of(content, at)?;
        let token = content.get(at..end)?;
        if byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'"') {
            operations.push((std::mem::take(&mut operands), token));
        } else {
            operands.push(token);
        }
        at = end;
    }
    operands.is_empty().then_some(operations)
}

/// The elements of an array.
pub fn elements(array: &[u8]) -> Option<Vec<&[u8]>> {
    let inner = array.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let (mut elements, mut at) = (Vec::new(), 0);
    while let Some(&byte) = inner.get(at) {
        if is_white(byte) {
            at += 1;
            continue;
        }
        let end = end_of(inner, at)?;
        elements.push(inner.get(at..end)?);
        at = end;
    }
    Some(elements)
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0c' | 0)
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

/// One past the token that begins at `at`.
fn end_of(content: &[u8], at: usize) -> Option<usize> {
    match content.get(at)? {
        b'(' => end_of_string(content, at),
        b'<' if content.get(at + 1) == Some(&b'<') => end_of_nested(content, at + 2, b">>"),
        b'<' => Some(at + 1 + content.get(at..)?.iter().position(|byte| *byte == b'>')?),
        b'[' => end_of_nested(content, at + 1, b"]"),
        b')' | b']' | b'>' | b'{' | b'}' | b'%' => None,
        _ => {
            let rest = content.get(at + 1..)?;
            let length = rest.iter().position(|byte| is_white(*byte) || is_delimiter(*byte)).unwrap_or(rest.len());
            Some(at + 1 + length)
        }
    }
}

fn end_of_string(content: &[u8], at: usize) -> Option<usize> {
    let (mut depth, mut place) = (0_usize, at);
    loop {
        match content.get(place)? {
            b'\\' => place += 1,
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(place + 1);
                }
            }
            _ => {}
        }
        place += 1;
    }
}

fn end_of_nested(content: &[u8], at: usize, closing: &[u8]) -> Option<usize> {
    let mut place = at;
    loop {
        let rest = content.get(place..)?;
        if rest.starts_with(closing) {
            return Some(place + closing.len());
        }
        place = if is_white(*rest.first()?) { place + 1 } else { end_of(content, place)? };
    }
}

/// The bytes of a string, literal or hexadecimal.
pub fn bytes(string: &[u8]) -> Option<Vec<u8>> {
    if let Some(hex) = string.strip_prefix(b"<") {
        let digits: Vec<u8> = hex.strip_suffix(b">")?.iter().copied().filter(|byte| !is_white(*byte)).collect();
        let value = |digit: Option<&u8>| char::from(*digit.unwrap_or(&b'0')).to_digit(16);
        let pairs = digits.chunks(2).map(|pair| Some((value(pair.first())? * 16 + value(pair.get(1))?) as u8));
        return pairs.collect();
    }
    let inner = string.strip_prefix(b"(")?.strip_suffix(b")")?;
    let (mut out, mut at) = (Vec::with_capacity(inner.len()), 0);
    while let Some(&byte) = inner.get(at) {
        at += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let escaped = *inner.get(at)?;
        at += 1;
        out.push(match escaped {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            b'0'..=b'7' => {
                let mut value = u32::from(escaped - b'0');
                for _ in 0..2 {
                    let Some(digit) = inner.get(at).filter(|byte| (b'0'..=b'7').contains(byte)) else { break };
                    value = value * 8 + u32::from(digit - b'0');
                    at += 1;
                }
                value as u8
            }
            b'(' | b')' | b'\\' => escaped,
            // A line that goes on: the writer makes none.
            _ => return None,
        });
    }
    Some(out)
}

/// A literal string with the fewest escapes: glyph numbers compress far better as they are than as octal digits.
pub fn literal(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'(');
    for byte in bytes {
        match byte {
            b'(' | b')' | b'\\' => out.extend([b'\\', *byte]),
            // A bare return would be read as a line feed.
            b'\r' => out.extend(b"\\r"),
            _ => out.push(*byte),
        }
    }
    out.push(b')');
}

/// A number with at most `places` decimals and without idle zeros.
pub fn number(value: f64, places: usize) -> String {
    let mut text = format!("{value:.places$}");
    if text.contains('.') {
        let kept = text.trim_end_matches('0').trim_end_matches('.').len();
        text.truncate(kept);
    }
    if text == "-0" {
        return "0".to_string();
    }
    match text.strip_prefix("-0.") {
        Some(rest) => format!("-.{rest}"),
        None if text.starts_with("0.") => text.split_off(1),
        None => text,
    }
}

/// The number that a token is.
pub fn value(token: &[u8]) -> Option<f64> {
    std::str::from_utf8(token).ok()?.parse().ok().filter(|value: &f64| value.is_finite())
}
