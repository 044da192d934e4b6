//! Thinning: a page's operations without what repeats and what nobody can see.
//!
//! The writer isolates every run and every path: it saves the state, flips the axes, sets colour and face, paints, and
//! restores. A table of a page is some thousand runs, so that most of a page says again what was said before. Here one
//! flip holds for the whole page, colours and pens are set where they change, runs of text follow one another in one text
//! object by their distance, lengths have two decimals (0.0035 mm), and glyph numbers stand as bytes.
//!
//! In: the operations of a page (ISO 32000-1, 7.8.2 and annex A). Out: operations that paint the same in the same order in
//! the same marked content. What is not understood stays as the writer wrote it.

use super::tokens::{Operation, bytes, elements, literal, number, operations, value};

/// Decimals of a length in points.
const LENGTH: usize = 2;
/// Decimals of a colour's component: fine enough for 8 bits.
const COLOUR: usize = 3;
/// Decimals where a picture has its own scale.
const SCALED: usize = 4;

/// The state that painting depends on; texts as they are written.
#[derive(Clone, Debug, Default, PartialEq)]
struct State {
    fill: Vec<u8>,
    stroke: Vec<u8>,
    width: Vec<u8>,
    cap: Vec<u8>,
    join: Vec<u8>,
    limit: Vec<u8>,
    dash: Vec<u8>,
    font: Vec<u8>,
}

impl State {
    fn initial() -> Self {
        State {
            width: b"1 w".to_vec(),
            cap: b"0 J".to_vec(),
            join: b"0 j".to_vec(),
            limit: b"10 M".to_vec(),
            dash: b"[]0 d".to_vec(),
            ..State::default()
        }
    }
}

struct Thinner {
    out: Vec<u8>,
    state: State,
    /// The flip of the page, as it is written.
    root: Vec<u8>,
    /// True inside a text object.
    text: bool,
    /// Where the last run began, in hundredths of a point; `None` where no run was in this text object.
    at: Option<(i64, i64)>,
}

/// The same page with less; `None` where it is not built as expected.
pub fn thin(content: &[u8]) -> Option<Vec<u8>> {
    let operations = operations(content)?;
    let root = operations.iter().find(|(_, operator)| *operator == b"cm").filter(|(matrix, _)| is_flip(matrix))?;
    let root = [b"q ", joined(&root.0, SCALED).as_slice(), b" cm"].concat();
    let mut thinner =
        Thinner { out: Vec::with_capacity(content.len() / 2), state: State::initial(), root, text: false, at: None };
    thinner.line(&thinner.root.clone());
    let mut rest = operations.as_slice();
    while let Some((operands, operator)) = rest.first() {
        match *operator {
            b"BDC" | b"BMC" => {
                let text = is_text(rest)?;
                thinner.in_text(text);
                thinner.marked(operands, operator);
                rest = rest.get(1..)?;
            }
            b"EMC" => {
                thinner.line(b"EMC");
                rest = rest.get(1..)?;
            }
            b"q" => {
                let block = block(rest)?;
                thinner.block(block)?;
                rest = rest.get(block.len()..)?;
            }
            _ => return None,
        }
    }
    thinner.in_text(false);
    thinner.line(b"Q");
    Some(thinner.out)
}

/// From a `q` to its `Q`.
fn block<'a, 'b>(operations: &'b [Operation<'a>]) -> Option<&'b [Operation<'a>]> {
    let mut depth = 0_usize;
    for (index, (_, operator)) in operations.iter().enumerate() {
        match *operator {
            b"q" => depth += 1,
            b"Q" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return operations.get(..=index);
                }
            }
            _ => {}
        }
    }
    None
}

/// True where the marked content that begins here holds runs of text alone.
fn is_text(operations: &[Operation<'_>]) -> Option<bool> {
    let mut rest = operations.get(1..)?;
    let mut any = false;
    loop {
        match rest.first()?.1 {
            b"EMC" => return Some(any),
            b"q" => {
                let block = block(rest)?;
                if !(is_simple(block) && block.iter().any(|(_, operator)| *operator == b"BT")) {
                    return Some(false);
                }
                any = true;
                rest = rest.get(block.len()..)?;
            }
            _ => return Some(false),
        }
    }
}

fn is_flip(matrix: &[&[u8]]) -> bool {
    matrix.len() == 6 && matrix.iter().zip(["1", "0", "0", "-1", "0"]).all(|(token, word)| *token == word.as_bytes())
}

/// True for a block that flips the axes, sets colours, pens and faces, and paints paths or upright text.
fn is_simple(block: &[Operation<'_>]) -> bool {
    let flipped = block.get(1).is_some_and(|(matrix, operator)| *operator == b"cm" && is_flip(matrix));
    let inner = block.get(2..block.len().saturating_sub(1)).unwrap_or_default();
    let texts = inner.iter().filter(|(_, operator)| *operator == b"BT").count();
    let paths = inner.iter().any(|(_, operator)| matches!(*operator, b"m" | b"re"));
    flipped
        && texts + usize::from(paths) == 1
        && inner.iter().all(|(operands, operator)| match *operator {
            b"Tm" => operands.get(..4).is_some_and(|matrix| matrix == [&b"1"[..], b"0", b"0", b"-1"]),
            b"Tr" => operands.first() == Some(&&b"0"[..]),
            b"cs" | b"CS" | b"scn" | b"SCN" | b"w" | b"J" | b"j" | b"M" | b"d" | b"m" | b"l" | b"c" | b"h" | b"re"
            | b"f" | b"f*" | b"S" | b"B" | b"B*" | b"BT" | b"ET" | b"Tf" | b"Tj" | b"TJ" => true,
            b"BDC" | b"EMC" => texts == 1,
            _ => false,
        })
}

/// Operands with their numbers rounded and their strings as bytes.
fn joined(operands: &[&[u8]], places: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for operand in operands {
        let begins = operand.first().copied().unwrap_or(b'[');
        if !matches!(begins, b'[' | b'(' | b'<' | b'/') && !out.is_empty() && !out.ends_with(b"]") {
            out.push(b' ');
        }
        match begins {
            b'0'..=b'9' | b'-' | b'+' | b'.' => match value(operand) {
                Some(value) => out.extend(number(value, places).bytes()),
                None => out.extend_from_slice(operand),
            },
            b'[' => match elements(operand) {
                Some(inner) => {
                    out.push(b'[');
                    out.extend(joined(&inner, places));
                    out.push(b']');
                }
                None => out.extend_from_slice(operand),
            },
            b'(' => match bytes(operand) {
                Some(string) => literal(&string, &mut out),
                None => out.extend_from_slice(operand),
            },
            _ => out.extend_from_slice(operand),
        }
    }
    out
}

fn written(operands: &[&[u8]], operator: &[u8], places: usize) -> Vec<u8> {
    let mut out = joined(operands, places);
    if out.last().is_some_and(|byte| !matches!(byte, b']' | b')' | b'>')) {
        out.push(b' ');
    }
    out.extend_from_slice(operator);
    out
}

impl Thinner {
    fn line(&mut self, line: &[u8]) {
        self.out.extend_from_slice(line);
        self.out.push(b'\n');
    }

    /// Marked content keeps its operands: its properties are written for the standard.
    fn marked(&mut self, operands: &[&[u8]], operator: &[u8]) {
        let line = [operands.concat().as_slice(), if operands.len() == 1 { b" " } else { b"" }, operator].concat();
        self.line(&line);
    }

    /// Begins or ends a text object. Marked content must end in the text object in which it began.
    fn in_text(&mut self, wanted: bool) {
        if self.text != wanted {
            self.line(if wanted { b"BT" } else { b"ET" });
            self.text = wanted;
            self.at = None;
        }
    }

    fn block(&mut self, block: &[Operation<'_>]) -> Option<()> {
        if is_simple(block) {
            return self.simple(block.get(2..block.len() - 1)?);
        }
        // It expects the state that the page began with.
        self.in_text(false);
        self.line(b"Q");
        for (operands, operator) in block {
            let line = written(operands, operator, SCALED);
            self.line(&line);
        }
        let root = self.root.clone();
        self.line(&root);
        self.state = State::initial();
        Some(())
    }

    fn simple(&mut self, operations: &[Operation<'_>]) -> Option<()> {
        let mut wanted = State { font: self.state.font.clone(), ..State::initial() };
        let mut path: Vec<u8> = Vec::new();
        let mut place = None;
        let (mut space, mut pen_space): (&[u8], &[u8]) = (b"", b"");
        // A run among paths stands in a text object of its own.
        let alone = !self.text;
        for (operands, operator) in operations {
            match *operator {
                b"cs" => space = operands.first()?,
                b"CS" => pen_space = operands.first()?,
                b"scn" => wanted.fill = coloured(space, b"cs", operands, operator),
                b"SCN" => wanted.stroke = coloured(pen_space, b"CS", operands, operator),
                b"w" => wanted.width = written(operands, operator, LENGTH),
                b"J" => wanted.cap = written(operands, operator, LENGTH),
                b"j" => wanted.join = written(operands, operator, LENGTH),
                b"M" => wanted.limit = written(operands, operator, LENGTH),
                b"d" => wanted.dash = written(operands, operator, LENGTH),
                b"Tf" => wanted.font = written(operands, operator, LENGTH),
                b"m" | b"l" | b"c" | b"h" | b"re" => {
                    path.extend(written(operands, operator, LENGTH));
                    path.push(b'\n');
                }
                b"f" | b"f*" | b"S" | b"B" | b"B*" => {
                    if !operator.starts_with(b"S") {
                        self.fill(&wanted);
                    }
                    if !operator.starts_with(b"f") {
                        self.pen(&wanted);
                    }
                    self.out.append(&mut path);
                    self.line(operator);
                }
                b"BT" => self.in_text(true),
                b"Tm" => {
                    let hundredths = |token: &&[u8]| value(token).map(|value| (value * 100.0).round() as i64);
                    place = Some((operands.get(4).and_then(hundredths)?, operands.get(5).and_then(hundredths)?));
                }
                b"Tj" | b"TJ" => {
                    self.fill(&wanted);
                    if self.state.font != wanted.font {
                        self.state.font.clone_from(&wanted.font);
                        self.line(&wanted.font);
                    }
                    if let Some(place) = place.take() {
                        self.go_to(place);
                    }
                    let shown = shown(operands.first()?)?;
                    self.line(&shown);
                }
                b"BDC" => self.marked(operands, operator),
                b"EMC" => self.line(operator),
                _ => {}
            }
        }
        if alone {
            self.in_text(false);
        }
        Some(())
    }

    fn go_to(&mut self, (x, y): (i64, i64)) {
        let points = |hundredths: i64| number(hundredths as f64 / 100.0, LENGTH);
        let line = match self.at {
            // The text's axis runs upwards.
            Some((from_x, from_y)) => format!("{} {} Td", points(x - from_x), points(from_y - y)),
            None => format!("1 0 0 -1 {} {} Tm", points(x), points(y)),
        };
        self.at = Some((x, y));
        self.line(line.as_bytes());
    }

    fn fill(&mut self, wanted: &State) {
        if self.state.fill != wanted.fill {
            self.state.fill.clone_from(&wanted.fill);
            self.line(&wanted.fill);
        }
    }

    fn pen(&mut self, wanted: &State) {
        let mut changed = Vec::new();
        let now = &mut self.state;
        for (known, new) in [
            (&mut now.stroke, &wanted.stroke),
            (&mut now.width, &wanted.width),
            (&mut now.cap, &wanted.cap),
            (&mut now.join, &wanted.join),
            (&mut now.limit, &wanted.limit),
            (&mut now.dash, &wanted.dash),
        ] {
            if known != new {
                known.clone_from(new);
                changed.push(new.clone());
            }
        }
        changed.iter().for_each(|line| self.line(line));
    }
}

fn coloured(space: &[u8], set: &[u8], operands: &[&[u8]], operator: &[u8]) -> Vec<u8> {
    let colour = written(operands, operator, COLOUR);
    if space.is_empty() { colour } else { [space, b" ", set, b" ", colour.as_slice()].concat() }
}

/// Shows glyphs. Distances are thousandths of the type's size, where a tenth is far below what any device resolves.
fn shown(operand: &[u8]) -> Option<Vec<u8>> {
    let parts = if operand.starts_with(b"[") { elements(operand)? } else { vec![operand] };
    let (mut out, mut open) = (vec![b'['], Vec::new());
    let mut moved = false;
    for part in parts {
        match value(part) {
            Some(distance) => {
                let distance = number(distance, 1);
                if distance == "0" {
                    continue;
                }
                if !open.is_empty() {
                    literal(&open, &mut out);
                    open.clear();
                } else if out.len() > 1 {
                    out.push(b' ');
                }
                out.extend(distance.bytes());
                moved = true;
            }
            None => open.extend(bytes(part)?),
        }
    }
    if !open.is_empty() {
        literal(&open, &mut out);
    }
    if moved {
        out.extend(b"]TJ");
        return Some(out);
    }
    out.remove(0);
    out.extend(b"Tj");
    Some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn thinned(content: &str) -> String {
        String::from_utf8(thin(content.as_bytes()).expect("as the writer builds it")).expect("text")
    }

    #[test]
    fn runs_follow_one_another_and_colours_are_set_where_they_change() {
        let run = |number: usize, x: &str, text: &str| {
            format!(
                "/Span<</MCID {number}>>BDC\nq 1 0 0 -1 0 841.89 cm/c0 cs 0.105882354 0.11372549 0.1254902 scn\n\
                 BT 0 Tr/f0 8 Tf 1 0 0 -1 {x} 45.68 Tm{text}\nET\nQ\nEMC\n"
            )
        };
        let page = run(0, "62", "[(\\000A)-5.0000916(\\000B)0.00001(\\000C)]TJ") + &run(1, "95.2250", "<0041>Tj");
        assert_eq!(
            thinned(&page),
            "q 1 0 0 -1 0 841.89 cm\nBT\n/Span<</MCID 0>>BDC\n/c0 cs .106 .114 .125 scn\n/f0 8 Tf\n\
             1 0 0 -1 62 45.68 Tm\n[(\0A)-5(\0B\0C)]TJ\nEMC\n/Span<</MCID 1>>BDC\n33.23 0 Td\n(\0A)Tj\nEMC\nET\nQ\n"
        );
    }

    #[test]
    fn a_pen_that_is_not_named_is_the_initial_one() {
        let line = |pen: &str| format!("q 1 0 0 -1 0 9 cm/c0 CS 0 0 0 SCN {pen} 1 2 m 3 2.0049 l S Q ");
        let page = line("0.4 w [0 3] 0 d 1 J") + &line("");
        assert_eq!(
            thinned(&page),
            "q 1 0 0 -1 0 9 cm\n/c0 CS 0 0 0 SCN\n.4 w\n1 J\n[0 3]0 d\n1 2 m\n3 2 l\nS\n\
             1 w\n0 J\n[]0 d\n1 2 m\n3 2 l\nS\nQ\n"
        );
    }

    #[test]
    fn what_is_not_understood_keeps_the_state_that_it_was_written_for() {
        let simple = "q 1 0 0 -1 0 9 cm/c0 cs 1 0 0 scn 1 2 m 3 2 l 4 4 l h f Q ";
        let page = format!("{simple}q 1 0 0 -1 0 9 cm 2 0 0 2 0 0 cm 0.123456 0 m 1 1 l W n Q {simple}");
        let found = thinned(&page);
        assert!(
            found.contains("f\nQ\nq\n1 0 0 -1 0 9 cm\n2 0 0 2 0 0 cm\n.1235 0 m\n1 1 l\nW\nn\nQ\nq 1 0 0 -1 0 9 cm\n")
        );
        assert_eq!(found.matches("/c0 cs 1 0 0 scn").count(), 2, "{found}");
    }

    proptest! {
        #[test]
        fn any_text_is_thinned_or_left(text in "[qQ0-9 .a-zA-Z()<>/\\\\\\[\\]-]{0,200}", bytes in any::<Vec<u8>>()) {
            let _ = thin(text.as_bytes());
            let _ = thin(&bytes);
            let _ = thin(format!("q 1 0 0 -1 0 9 cm {text} Q").as_bytes());
        }
    }
}
