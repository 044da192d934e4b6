//! Tables.
//!
//! A script copies the very lines of a table's CSV twin: the values of a cell or row are in `data-v`, written as CSV,
//! wherever they are not its text; what has none is marked `data-unlisted` or drawn. In tables with drawn intervals a narrow screen folds columns ([`Fold`]); every row of such a
//! table has as many cells as it has columns, so that a hidden column leaves none of them shifted.

use super::address;
use super::body::Body;
use super::interval;
use super::layout::{Fold, Layout, Lead, has_hashes};
use crate::document::table::StateShape;
use crate::document::visit::plain;
use crate::document::{Align, Axis, Cell, CellContent, Inline, Reading, Row, Shape, State, Table, Tone};

impl<'a> Body<'a> {
    pub(super) fn table(&mut self, table: &'a Table) {
        let layout = Layout::of(table);
        self.out.raw("<figure class=\"tbl");
        self.out.raw(if table.wide { " wide" } else { "" }).raw(if table.axis.is_some() { " ratios" } else { "" });
        self.out.raw(if layout.has_states { " states" } else { "" });
        self.out.raw(if layout.has_long_names { " long\"" } else { "\"" }).attribute("id", &table.id);
        self.out.raw(if has_hashes(table) { " data-hashes" } else { "" }).raw(">\n");
        self.caption(table);
        let caption = caption_id(table);
        self.out.raw("<div class=\"scroll\" role=\"group\" tabindex=\"0\"").attribute("aria-labelledby", &caption);
        self.out.raw("><table").attribute("aria-labelledby", &caption).raw(">\n<thead>");
        self.head(table, &layout);
        self.out.raw("</thead>\n<tbody>\n");
        for (index, (row, lead)) in table.rows.iter().zip(&layout.leads).enumerate() {
            match row {
                Row::Group(content) => {
                    if index > 0 {
                        self.out.raw("</tbody>\n<tbody>\n");
                    }
                    self.group_row(table, &layout, content);
                }
                Row::Data(cells) => self.data_row(table, &layout, cells, *lead),
                Row::Missing { what, reason, csv } => self.missing_row(table, &layout, what, reason, csv),
            }
        }
        self.out.raw("</tbody></table></div>\n");
        self.legend(&table.legend);
        for line in &table.foot {
            self.out.raw("<p class=\"foot\">");
            self.inlines(line);
            self.out.raw("</p>\n");
        }
        self.out.raw("</figure>\n");
    }

    fn caption(&mut self, table: &'a Table) {
        self.out.raw("<figcaption><span").attribute("id", &caption_id(table)).raw(">");
        if table.number > 0 {
            self.out.raw("<b>Table ").number(u64::from(table.number)).raw(".</b> ");
        }
        self.inlines(&table.caption);
        self.out.raw("</span>");
        if table.columns.iter().any(|column| !column.csv.is_empty()) {
            self.out.raw(" <span class=\"tools\"><button class=\"quiet\" type=\"button\" data-copy hidden>Copy as CSV</button> <a class=\"quiet\"");
            self.out.attribute("href", &address::twin(&self.document.id, &table.id));
            self.out.raw(" download>CSV<span class=\"vh\"> file</span></a></span>");
        }
        self.out.raw("</figcaption>\n");
    }

    /// One row of heads, or two where some columns share a word of theirs. The first then carries all names of the CSV
    /// twin, since the script takes heads in the order of rows.
    fn head(&mut self, table: &'a Table, layout: &Layout) {
        let spanned =
            |index: usize| layout.spanners.iter().find(|span| (span.from..span.from + span.count).contains(&index));
        let two_rows = !layout.spanners.is_empty();
        self.out.raw("<tr");
        if two_rows {
            self.values(table.columns.iter().flat_map(|column| &column.csv));
        }
        self.out.raw(">");
        for index in 0..table.columns.len() {
            match spanned(index) {
                None => self.column_head(table, layout, index, two_rows),
                Some(span) if span.from == index => {
                    self.out.raw("<th scope=\"colgroup\" class=\"c\" colspan=\"").number(span.count as u64).raw("\">");
                    self.out.text(&span.word).raw("</th>");
                }
                Some(_) => {}
            }
        }
        if two_rows {
            self.out.raw("</tr>\n<tr data-unlisted>");
            for index in (0..table.columns.len()).filter(|index| spanned(*index).is_some()) {
                self.column_head(table, layout, index, false);
            }
        }
        self.out.raw("</tr>");
    }

    fn column_head(&mut self, table: &'a Table, layout: &Layout, index: usize, over_two_rows: bool) {
        let Some(column) = table.columns.get(index) else { return };
        let drawn = table.axis.as_ref().filter(|_| layout.is_drawn(index));
        let span = layout.spanners.iter().find(|span| (span.from..span.from + span.count).contains(&index));
        self.out.raw("<th scope=\"col\"").raw(if over_two_rows { " rowspan=\"2\"" } else { "" });
        let stays_left = (layout.fold(index), column.align) == (Fold::Stays, Align::Left) && drawn.is_none();
        if stays_left && layout.is_wordy(index) {
            self.out.raw(" class=\"wordy\"");
        } else {
            self.cell_class(column.align, layout.fold(index), drawn.is_some());
        }
        match &column.csv[..] {
            [] if drawn.is_none() => {
                self.out.raw(" data-unlisted");
            }
            [name] if *name == column.head && column.unit.is_empty() && drawn.is_none() => {}
            _ if !layout.spanners.is_empty() => {}
            names => self.values(names),
        }
        self.out.raw(">");
        let own = span.and_then(|span| column.head.strip_prefix(&span.word)).unwrap_or(&column.head).trim_start();
        let hidden = column.head_hidden || drawn.is_some();
        self.out.raw(if hidden { "<span class=\"vh\">" } else { "" }).text(own);
        if !column.unit.is_empty() {
            self.out.raw(" <span class=\"unit\">").text(&column.unit).raw("</span>");
        }
        self.out.raw(if hidden { "</span>" } else { "" });
        if let Some(axis) = drawn {
            interval::axis_head(&mut self.out, axis);
        }
        self.out.raw("</th>");
    }

    fn data_row(&mut self, table: &'a Table, layout: &Layout, cells: &'a [Cell], lead: Lead) {
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

    fn state_mark(&mut self, shape: StateShape) {
        self.out.raw(match shape {
            StateShape::Filled => "<svg class=\"st filled\" aria-hidden=\"true\"><use href=\"#_s-filled\"/></svg>",
            StateShape::Half => "<svg class=\"st half\" aria-hidden=\"true\"><use href=\"#_s-half\"/></svg>",
            StateShape::Crossed => "<svg class=\"st crossed\" aria-hidden=\"true\"><use href=\"#_s-crossed\"/></svg>",
            StateShape::Dotted => "<svg class=\"st dotted\" aria-hidden=\"true\"><use href=\"#_s-dotted\"/></svg>",
        });
    }

    fn legend(&mut self, legend: &'a [(State, u64)]) {
        if legend.is_empty() {
            return;
        }
        self.out.raw("<ul class=\"legend\">");
        for (state, count) in legend {
            self.out.raw("<li>");
            self.state_mark(state.shape);
            self.out.text(&state.word).raw(" (").number(*count).raw(")</li>");
        }
        self.out.raw("</ul>\n");
    }

    fn group_row(&mut self, table: &'a Table, layout: &Layout, content: &'a [Inline]) {
        self.out.raw("<tr class=\"group\"><th scope=\"rowgroup\"");
        self.spanning(table, layout, |body| body.inlines(content));
    }

    fn missing_row(&mut self, table: &'a Table, layout: &Layout, what: &'a [Inline], reason: &str, csv: &[String]) {
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

    fn cell_class(&mut self, align: Align, fold: Fold, drawn: bool) {
        self.out.raw(match (drawn, fold, align) {
            (true, ..) => " class=\"ip\"",
            (_, Fold::Into(_), Align::Right) => " class=\"r folds\"",
            (_, Fold::Into(_), Align::Center) => " class=\"c folds\"",
            (_, Fold::Into(_), Align::Left) => " class=\"folds\"",
            (_, Fold::Stays, Align::Right) => " class=\"r\"",
            (_, Fold::Stays, Align::Center) => " class=\"c\"",
            (_, Fold::Stays, Align::Left) => "",
        });
    }

    /// The unrounded values, if the CSV twin has any here.
    fn values<'v>(&mut self, csv: impl IntoIterator<Item = &'v String>) {
        let mut csv = csv.into_iter().peekable();
        if csv.peek().is_some() {
            self.out.attribute("data-v", &csv_fields(csv));
        }
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

fn caption_id(table: &Table) -> String {
    format!("_caption-{}", table.id)
}

pub(super) fn tone_class(tone: Tone) -> &'static str {
    match tone {
        Tone::Better => "better",
        Tone::Worse => "worse",
        Tone::Neutral => "neutral",
    }
}

/// Fields of a line of CSV as RFC 4180 writes them: quoted where they hold a comma, a quote or a line end.
fn csv_fields<'v>(values: impl IntoIterator<Item = &'v String>) -> String {
    let mut out = String::new();
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        if value.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&value.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(value);
        }
    }
    out
}
