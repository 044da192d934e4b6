//! Tables: frame, caption, heads, legend; the rows are in [`super::rows`].
//!
//! A script copies the very lines of a table's CSV twin: the values of a cell or row are in `data-v`, written as CSV,
//! wherever they are not its text; what has none is marked `data-unlisted` or drawn.

use super::body::Body;
use super::interval;
use super::layout::{Fold, Layout, has_hashes};
use crate::document::{Align, Row, State, Table, Tone};

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
            self.out.attribute("href", &self.addresses.twin(&self.document.id, &table.id));
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

    pub(super) fn cell_class(&mut self, align: Align, fold: Fold, drawn: bool) {
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
    pub(super) fn values<'v>(&mut self, csv: impl IntoIterator<Item = &'v String>) {
        let mut csv = csv.into_iter().peekable();
        if csv.peek().is_some() {
            self.out.attribute("data-v", &csv_fields(csv));
        }
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
