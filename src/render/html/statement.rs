//! Statements: measured, hypotheses, limits, each with its number and its standing.

use super::body::Body;
use crate::document::{Statement, StatementKind};

impl<'a> Body<'a> {
    /// Ends the list of one kind of statements and begins that of another.
    pub(super) fn statement_list(&mut self, open: Option<StatementKind>, next: Option<StatementKind>) {
        if open.is_some() {
            self.out.raw("</ol>\n");
        }
        if let Some(kind) = next {
            self.out.raw(match kind {
                StatementKind::Measured => "<ol class=\"items measured\">\n",
                StatementKind::Hypothesis => "<ol class=\"items hypotheses\">\n",
                StatementKind::Limit => "<ol class=\"items limits\">\n",
            });
        }
    }

    pub(super) fn statement(&mut self, statement: &'a Statement) {
        self.out.raw("<li").attribute("id", &statement.id).raw("><span class=\"label\">");
        self.out.text(&statement.label).raw("</span>\n<div>\n");
        if statement.kind == StatementKind::Hypothesis {
            self.state_badge(if statement.state.is_empty() { "hypothesis" } else { &statement.state });
        }
        self.out.raw("<div class=\"said\">\n");
        self.blocks(&statement.body);
        self.out.raw("</div>\n");
        if statement.kind != StatementKind::Hypothesis && !statement.state.is_empty() {
            self.state_badge(&statement.state);
        }
        self.checks(statement);
        if let Some(test) = &statement.test {
            self.out.raw("<p class=\"test\"><b>Would test it:</b> ");
            self.inlines(test);
            self.out.raw("</p>\n");
        }
        self.out.raw("</div></li>\n");
    }

    fn state_badge(&mut self, state: &str) {
        self.out.raw("<p class=\"standing\"><span class=\"badge untested\"><svg aria-hidden=\"true\"><use href=\"#_i-open\"/></svg>");
        self.out.text(state).raw("</span></p>\n");
    }

    fn checks(&mut self, statement: &'a Statement) {
        if statement.checks.is_empty() {
            return;
        }
        self.out.raw("<details class=\"check\"><summary><span class=\"badge\"><svg aria-hidden=\"true\"><use href=\"#_i-check\"/></svg>checked</span> <span class=\"more\">");
        match statement.checks.len() {
            1 => self.out.raw("1 condition"),
            count => self.out.number(count as u64).raw(" conditions"),
        };
        self.out.raw("<span class=\"vh\"> of ").text(&statement.label).raw("</span></span></summary>\n<ul>");
        for check in &statement.checks {
            self.out.raw("<li><code>").text(&check.text).raw("</code> <span class=\"holds\">holds</span></li>\n");
        }
        self.out.raw("</ul></details>\n");
    }
}
