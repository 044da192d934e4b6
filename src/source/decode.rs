//! Bytes to text.

use super::{Source, Span};
use crate::problem::{Kind, Outcome, Place, Problem};

const AGAIN: &str = "restore the file as the runner wrote it, or convert it to UTF-8 and pin the campaign again";

impl Source {
    /// Decodes the bytes of a file as UTF-8. A byte-order mark is taken off and noted in [`Source::marked`].
    ///
    /// # Errors
    /// UTF-16 and UTF-32, by their mark or by the look of their first bytes; a byte sequence that is not UTF-8; a NUL.
    pub fn decode(file: &str, bytes: &[u8]) -> Outcome<Source> {
        if let Some(name) = other_encoding(bytes) {
            return Err(vec![Problem::new(
                Kind::Input,
                "source::encoding",
                Place::file(file),
                format!("the file is {name}, not UTF-8"),
                "write it as UTF-8 (PowerShell's `>` writes UTF-16) and pin the campaign again",
            )]);
        }
        let (bytes, marked) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) => (rest, true),
            None => (bytes, false),
        };
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Err(vec![not_utf8(file, bytes, error.valid_up_to())]),
        };
        let source = Source { marked, ..Source::new(file, text.to_owned()) };
        match source.text.find('\0') {
            None => Ok(source),
            Some(at) => Err(vec![source.problem(
                "source::nul",
                Span { start: at, length: 1 },
                format!("byte {at} is a NUL, which a text file does not hold"),
                AGAIN,
            )]),
        }
    }
}

/// The name of an encoding that is not UTF-8.
fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] => Some("UTF-32 LE"),
        [0, 0, 0xFE, 0xFF, ..] => Some("UTF-32 BE"),
        [0xFF, 0xFE, ..] => Some("UTF-16 LE"),
        [0xFE, 0xFF, ..] => Some("UTF-16 BE"),
        // Without a mark the first two characters tell: every text read here begins in ASCII.
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Some("UTF-16 LE without a byte-order mark"),
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => Some("UTF-16 BE without a byte-order mark"),
        _ => None,
    }
}

fn not_utf8(file: &str, bytes: &[u8], at: usize) -> Problem {
    let before = bytes.get(..at).and_then(|valid| std::str::from_utf8(valid).ok()).unwrap_or("");
    let value = bytes.get(at).copied().unwrap_or(0);
    let source = Source::new(file, before.to_owned());
    Problem::new(
        Kind::Input,
        "source::encoding",
        source.place(at),
        format!("byte {at} (0x{value:02X}) does not belong to UTF-8 text"),
        AGAIN,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(bytes: &[u8]) -> String {
        Source::decode("a.csv", bytes).unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_byte_order_mark_is_taken_off_and_noted() {
        let source = Source::decode("a.csv", b"\xEF\xBB\xBFcampaign").unwrap();
        assert_eq!((source.text.as_str(), source.marked), ("campaign", true));
    }

    #[test]
    fn other_encodings_are_refused_by_name() {
        let next = "(write it as UTF-8 (PowerShell's `>` writes UTF-16) and pin the campaign again)";
        for (bytes, name) in [
            (&b"\xFF\xFEa\0"[..], "UTF-16 LE"),
            (b"\xFE\xFF\0a", "UTF-16 BE"),
            (b"\xFF\xFE\0\0", "UTF-32 LE"),
            (b"\0\0\xFE\xFF", "UTF-32 BE"),
            (b"g\0o\0", "UTF-16 LE without a byte-order mark"),
            (b"\0g\0o", "UTF-16 BE without a byte-order mark"),
        ] {
            assert_eq!(message(bytes), format!("a.csv: the file is {name}, not UTF-8 {next}"));
        }
    }

    #[test]
    fn a_bad_byte_and_a_nul_are_placed() {
        let next = "(restore the file as the runner wrote it, or convert it to UTF-8 and pin the campaign again)";
        assert_eq!(message(b"ab\ncd\xFFe"), format!("a.csv:2:3: byte 5 (0xFF) does not belong to UTF-8 text {next}"));
        assert_eq!(message(b"ab\n\0"), format!("a.csv:2:1: byte 3 is a NUL, which a text file does not hold {next}"));
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
            let _ = Source::decode("a", &bytes);
        }
    }
}
