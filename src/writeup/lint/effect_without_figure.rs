//! Rule `effect-without-figure`: a hypothesis may suppose an effect; who states one as a fact quotes a measured figure.

use std::ops::Range;

use super::statement::{Area, Statement};
use super::words::words;
use super::{Rule, problem};
use crate::document::Standing;
use crate::problem::Problem;

/// Words that tell an effect.
const EFFECTS: [&str; 45] = [
    "faster",
    "slower",
    "quicker",
    "cheaper",
    "fewer",
    "less",
    "more",
    "larger",
    "smaller",
    "higher",
    "lower",
    "cost",
    "costs",
    "reduce",
    "reduces",
    "reduced",
    "improve",
    "improves",
    "improved",
    "regress",
    "regresses",
    "regressed",
    "increase",
    "increases",
    "increased",
    "decrease",
    "decreases",
    "decreased",
    "raises",
    "lowers",
    "speeds",
    "slows",
    "saves",
    "gains",
    "loses",
    "doubles",
    "halves",
    "outperforms",
    "degrades",
    "degraded",
    "worsens",
    "worse",
    "better",
    "dominates",
    "explains",
];

/// Words that suppose.
const SUPPOSING: [&str; 7] = ["may", "might", "could", "would", "should", "perhaps", "possibly"];

pub fn find(statement: &Statement<'_>) -> Vec<Problem> {
    if statement.area != Area::Hypotheses {
        return Vec::new();
    }
    let mut out = Vec::new();
    for sentence in sentences(&statement.words) {
        if statement.is_test(sentence.start) {
            continue;
        }
        let text = statement.words.get(sentence.clone()).unwrap_or_default();
        let effect = words(text).find(|(_, word)| EFFECTS.contains(&word.to_lowercase().as_str()));
        let supposed = words(text).any(|(_, word)| SUPPOSING.contains(&word.to_lowercase().as_str()));
        let measured = statement
            .printed
            .iter()
            .any(|printed| sentence.contains(&printed.at) && printed.figure.standing == Standing::Measured);
        if let (Some((range, word)), false, false) = (effect, supposed, measured) {
            out.push(problem(
                Rule::EffectWithoutFigure,
                statement.place(sentence.start + range.start..sentence.start + range.end),
                format!("{} states an effect as a fact (`{word}`) and quotes no measured figure", statement.called()),
                "say that it may be so, or quote the figure that shows it".to_string(),
            ));
        }
    }
    out
}

/// Sentences: they end with a full stop, a question or an exclamation mark before white space, or with their passage.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut ended = false;
    for (at, c) in text.char_indices() {
        if c == '\n' || (ended && c.is_whitespace()) {
            out.push(start..at);
            start = at + c.len_utf8();
            ended = false;
        } else if matches!(c, '.' | '!' | '?') {
            ended = true;
        } else if !matches!(c, '"' | '\'' | ')' | '\u{201d}' | '\u{2019}') {
            ended = false;
        }
    }
    out.push(start..text.len());
    out.retain(|range| text.get(range.clone()).is_some_and(|text| !text.trim().is_empty()));
    out
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn sentences_end_with_their_mark() {
        let text = "A is 1.5 of it. (B is.) Is it?\nC";
        let parts: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(parts, ["A is 1.5 of it.", "(B is.)", "Is it?", "C"]);
    }
}
