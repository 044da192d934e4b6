//! The desk: what the template functions lay down while a file is rendered, and the tokens that stand for it in the text.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::document::{Block, Inline};
use crate::evidence::{Evidence, Ledger};

/// Begins a token. A private-use character, so that Markdown sees a letter and no data or author can write one.
const OPEN: char = '\u{e000}';
/// Ends a token.
const CLOSE: char = '\u{e001}';

/// What a token stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Inline content: a bound number, a hash, a name from the data.
    Inline(Inline),
    /// Why figures of the statement do not follow from one another, with tokens for bound numbers; stands in the text.
    Apart(String),
    /// Generated blocks that the author placed.
    Blocks {
        /// The name by which the author placed them.
        name: String,
        /// The blocks.
        blocks: Vec<Block>,
    },
    /// A claim about the statement it stands in.
    Claim(Vec<Condition>),
    /// What would test the hypothesis it stands in.
    Test {
        /// How, with tokens for bound numbers.
        how: String,
        /// Its state, in words.
        state: String,
    },
}

/// A condition that the build evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// With its values, in words.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// Ids of the figures it looked at.
    pub figures: Vec<String>,
}

/// Everything that rendering one file needs and lays down.
#[derive(Debug)]
pub struct Desk {
    ledger: Arc<Ledger>,
    laid: Mutex<Laid>,
}

#[derive(Debug, Default)]
struct Laid {
    items: Vec<Item>,
    conditions: Vec<Condition>,
    formed: Ledger,
}

impl Desk {
    /// A desk with nothing on it.
    pub fn new(ledger: Arc<Ledger>) -> Self {
        Desk { ledger, laid: Mutex::default() }
    }

    // Nothing panics while it holds the lock; if something did, what lies there would still be whole.
    fn laid(&self) -> MutexGuard<'_, Laid> {
        self.laid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lays an item down and returns its token.
    pub fn lay(&self, item: Item) -> String {
        let mut laid = self.laid();
        laid.items.push(item);
        token(laid.items.len() - 1)
    }

    /// Lays a condition down and returns its number.
    pub fn lay_condition(&self, condition: Condition) -> usize {
        let mut laid = self.laid();
        laid.conditions.push(condition);
        laid.conditions.len() - 1
    }

    /// The condition of that number.
    pub fn condition(&self, number: usize) -> Option<Condition> {
        self.laid().conditions.get(number).cloned()
    }

    /// The figure of that id, of the ledger or formed in the text.
    pub fn figure(&self, id: &str) -> Option<Evidence> {
        self.ledger.get(id).cloned().or_else(|| self.laid().formed.get(id).cloned())
    }

    /// The ledger that the file is rendered over.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Enters a figure that the text forms from others.
    pub fn form(&self, evidence: Evidence) {
        self.laid().formed.enter(evidence);
    }

    /// Figures that the text formed.
    pub fn formed(&self) -> Vec<Evidence> {
        self.laid().formed.entries().cloned().collect()
    }

    /// Numbers of the tokens of claims and tests.
    pub fn structural(&self) -> Vec<usize> {
        let laid = self.laid();
        let items = laid.items.iter().enumerate();
        items.filter(|(_, item)| matches!(item, Item::Claim(_) | Item::Test { .. })).map(|(number, _)| number).collect()
    }

    /// The item of a token's number.
    pub fn item(&self, number: usize) -> Option<Item> {
        self.laid().items.get(number).cloned()
    }
}

/// A piece of text that holds tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Plain text.
    Text(&'a str),
    /// The number of a token.
    Token(usize),
}

/// Splits text at its tokens.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(OPEN) {
        let after = &rest[open + OPEN.len_utf8()..];
        let Some(close) = after.find(CLOSE) else { break };
        let Ok(number) = after[..close].parse() else { break };
        if open > 0 {
            out.push(Piece::Text(&rest[..open]));
        }
        out.push(Piece::Token(number));
        rest = &after[close + CLOSE.len_utf8()..];
    }
    if !rest.is_empty() {
        out.push(Piece::Text(rest));
    }
    out
}

/// The token of a number.
pub fn token(number: usize) -> String {
    format!("{OPEN}{number}{CLOSE}")
}
