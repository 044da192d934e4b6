//! Rows of tables: data, heads of groups, what is missing.
//!
//! In tables with drawn intervals a narrow screen folds columns ([`Fold`]); every row of such a table has as many cells as
//! it has columns, so that a hidden column leaves none of them shifted.

use super::body::Body;
use super::interval;
use super::layout::{Fold, Layout, Lead};
use super::table::tone_class;
use crate::document::table::StateShape;
use crate::document::visit::plain;
use crate::document::{Align, Axis, Cell, CellContent, Inline, Reading, Shape, State, Table};

impl<'a> Body<'a> {
    pub(super) fn data_row(&mut self, table: &'a Table, layout: &Layout, cells: &'a [Cell], lead: Lead) {
        self.out.raw("<tr");
        match lead {
            Lead::Alone => {}
            Lead::Over(_) => {
                self.out.raw(" class=\"first\"");
            }
            // Cells that lead this row stand in a row above: it carries all its values for the CSV copy itself.
            Lead::Within => self.values(cells.iter().flat_map(|cell| &cell.csv)),
        }
        self.out.raw(">");
        for (index, cell) in cells.iter().enumerate() {
            let shared = layout.is_shared(index);
            if shared && lead == Lead::Within {
                continue;
            }
            let row_head = table.columns.get(index).is_some_and(|column| column.row_head);
            self.out.raw(match (row_head, shared, lead) {
                (_, true, Lead::Over(_)) if index == 0 => "<th scope=\"rowgroup\"",
                (true, ..) => "<th scope=\"row\"",
                (false, ..) => "<td",
            });
            if let (true, Lead::Over(rows)) = (shared, lead) {
                self.out.raw(" rowspan=\"").number(rows).raw("\"");
            }
            let align = table.columns.get(index).map_or(Align::Left, |column| column.align);
            let drawn = matches!(cell.content, CellContent::Interval(_));
            self.cell_class(align, layout.fold(index), drawn);
            if let CellContent::State(State { about, word, .. }) = &cell.content
                && !about.is_empty()
            {
                self.out.attribute("title", &format!("{about}: {word}"));
            }
            let mut holds_others = false;
            for other in 0..cells.len() {
                holds_others |= layout.fold(other) == Fold::Into(index);
            }
            match (&cell.csv[..], text_of(&cell.content)) {
                ([], _) if !drawn => {
                    self.out.raw(" data-unlisted");
                }
                ([value], Some(text)) if *value == text && !holds_others => {}
                (values, _) => self.values(values),
            }
            self.out.raw(">");
            self.content(cell, table.axis.as_ref());
            for (other, folded) in cells.iter().enumerate() {
                if layout.fold(other) == Fold::Into(index) {
                    self.out.raw("<span class=\"narrow\">");
                    self.content(folded, None);
                    self.out.raw("</span>");
                }
            }
            let is_head = row_head || (index == 0 && matches!(lead, Lead::Over(_)));
            self.out.raw(if is_head { "</th>" } else { "</td>" });
        }
        for _ in cells.len()..table.columns.len() {
            self.out.raw("<td data-unlisted></td>");
        }
        self.out.raw("</tr>\n");
    }

    fn content(&mut self, cell: &'a Cell, axis: Option<&Axis>) {
        match &cell.content {
            CellContent::Text(content) => self.inlines(content),
            CellContent::Interval(mark) => match axis {
                Some(axis) => interval::mark(&mut self.out, axis, mark),
                None => {
                    self.out.text(&mark.alt);
                }
            },
            CellContent::Reading(reading) => self.reading(reading),
            CellContent::State(state) => {
                self.state_mark(state.shape);
                self.out.raw("<span class=\"vh\">").text(&state.word).raw("</span>");
            }
        }
    }

    fn reading(&mut self, reading: &Reading) {
        self.out
            .raw("<span class=\"read ")
            .raw(tone_class(reading.tone))
            .raw("\"><svg aria-hidden=\"true\"><use href=\"");
        self.out.raw(match reading.shape {
            Shape::Disc => "#_r-disc",
            Shape::Diamond => "#_r-diamond",
            Shape::Ring => "#_r-ring",
        });
        self.out.raw("\"/></svg><span>").text(&reading.word).raw("</span></span>");
    }

    pub(super) fn state_mark(&mut self, shape: StateShape) {
        self.out.raw(match shape {
            StateShape::Filled => "<svg class=\"st filled\" aria-hidden=\"true\"><use href=\"#_s-filled\"/></svg>",
            StateShape::Half => "<svg class=\"st half\" aria-hidden=\"true\"><use href=\"#_s-half\"/></svg>",
            StateShape::Crossed => "<svg class=\"st crossed\" aria-hidden=\"true\"><use href=\"#_s-crossed\"/></svg>",
            StateShape::Dotted => "<svg class=\"st dotted\" aria-hidden=\"true\"><use href=\"#_s-dotted\"/></svg>",
        });
    }

    pub(super) fn group_row(&mut self, table: &'a Table, layout: &Layout, content: &'a [Inline]) {
        self.out.raw("<tr class=\"group\"");
        self.values(&[plain(content)]);
        self.out.raw("><th scope=\"rowgroup\"");
        self.spanning(table, layout, |body| body.inlines(content));
    }

    pub(super) fn missing_row(
        &mut self,
        table: &'a Table,
        layout: &Layout,
        what: &'a [Inline],
        reason: &str,
        csv: &[String],
    ) {
        self.out.raw("<tr class=\"gone\"");
        self.values(csv);
        self.out.raw("><th scope=\"row\"");
        self.spanning(table, layout, |body| {
            body.wrapped("<b>", what, "</b>");
            body.out.raw(" <span class=\"na\"><abbr title=\"not available\">N/A</abbr> (").text(reason).raw(")</span>");
        });
    }

    /// The rest of a row whose head runs over the other columns, from the attributes of its first cell on. With an axis
    /// the other cells are there and empty but for its reference line, which so runs through all rows.
    fn spanning(&mut self, table: &'a Table, layout: &Layout, content: impl FnOnce(&mut Self)) {
        let columns = table.columns.len();
        match &table.axis {
            Some(axis) => {
                self.out.raw("><div><div>");
                content(self);
                self.out.raw("</div></div></th>");
                for (index, column) in table.columns.iter().enumerate().skip(1) {
                    let drawn = layout.is_drawn(index);
                    self.out.raw("<td");
                    self.cell_class(column.align, layout.fold(index), drawn);
                    self.out.raw(">");
                    if drawn {
                        interval::reference_alone(&mut self.out, axis);
                    }
                    self.out.raw("</td>");
                }
            }
            None => {
                if columns > 1 {
                    self.out.raw(" colspan=\"").number(columns as u64).raw("\"");
                }
                self.out.raw("><div>");
                content(self);
                self.out.raw("</div></th>");
            }
        }
        self.out.raw("</tr>\n");
    }
}

/// The text that a script finds in a cell, where it is sure to find the same.
fn text_of(content: &CellContent) -> Option<String> {
    let text = match content {
        CellContent::Text(content) if content.iter().all(is_text_alone) => plain(content),
        CellContent::Reading(reading) => reading.word.clone(),
        CellContent::State(state) => state.word.clone(),
        CellContent::Text(_) | CellContent::Interval(_) => return None,
    };
    (!text.contains(char::is_control)).then_some(text)
}

/// True for inline content whose words are all that a page has of it.
fn is_text_alone(inline: &Inline) -> bool {
    match inline {
        Inline::Text(_) | Inline::Code(_) | Inline::Figure(_) | Inline::Missing { .. } => true,
        Inline::Strong(content) | Inline::Emphasis(content) | Inline::Strikethrough(content) => {
            content.iter().all(is_text_alone)
        }
        Inline::Link { content, .. } => content.iter().all(is_text_alone),
        Inline::NoteMark(_) | Inline::SoftBreak | Inline::HardBreak => false,
    }
}
