//! Tables: what a page shows and what its CSV twin holds, from one model.
//!
//! A table has the same number of cells in every [`Row::Data`] as it has columns. Group and missing rows span them all.

use super::{Inline, Inlines};

/// A table. By default it is empty: without number, axis, legend and remarks, within the text's width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Anchor, unique in the document; also the stem of the CSV twin.
    pub id: String,
    /// Its number, counted through the document from 1; 0 where it has none (it then has no `Table n.` either).
    pub number: u32,
    /// What it shows, in one sentence or two.
    pub caption: Inlines,
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The rows, top to bottom.
    pub rows: Vec<Row>,
    /// Shared axis of all [`CellContent::Interval`] cells; there if one is.
    pub axis: Option<Axis>,
    /// State shapes that occur, each with its word and how often it occurs.
    pub legend: Vec<(State, u64)>,
    /// Remarks under the table.
    pub foot: Vec<Inlines>,
    /// True where it may use the margin as well.
    pub wide: bool,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its head; never empty (a renderer may show it to screen readers alone where [`Column::head_hidden`] is set).
    pub head: String,
    /// The unit of every number in it, set after the head; empty where there is none.
    pub unit: String,
    /// True where the head is for screen readers alone.
    pub head_hidden: bool,
    /// How its cells are set. Numbers are right-aligned with equal decimals, which aligns the decimal mark.
    pub align: Align,
    /// True where its cells are the heads of their rows.
    pub row_head: bool,
    /// Names of its columns in the CSV twin; empty where it has none there (a drawn interval), several where one cell
    /// holds several values (`low`, `high`).
    pub csv: Vec<String>,
}

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left.
    Left,
    /// Right: numbers.
    Right,
    /// Centred: state marks, drawn intervals.
    Center,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A head for the rows below it, up to the next group.
    Group(Inlines),
    /// One cell a column.
    Data(Vec<Cell>),
    /// Planned and not obtained: what, and why. Printed `what  N/A (reason)`.
    Missing {
        /// What is missing.
        what: Inlines,
        /// The reason.
        reason: String,
        /// Its cells in the CSV twin, one a CSV column of the table.
        csv: Vec<String>,
    },
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What is shown.
    pub content: CellContent,
    /// Unrounded values for the CSV twin, as many as [`Column::csv`] has names.
    pub csv: Vec<String>,
}

/// What a cell shows.
#[derive(Clone, Debug, PartialEq)]
pub enum CellContent {
    /// Text.
    Text(Inlines),
    /// An interval drawn on the table's axis. Formats that cannot draw leave the column out.
    Interval(Mark),
    /// The verdict on an interval, a shape and a word.
    Reading(Reading),
    /// What became of something, a shape and a word.
    State(State),
}

/// A logarithmic axis shared by the drawn intervals of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Left end.
    pub low: f64,
    /// Right end; above `low`, both positive.
    pub high: f64,
    /// Ticks and what stands beside them.
    pub ticks: Vec<(f64, String)>,
    /// A full-height line, for instance at 1.
    pub reference: f64,
}

impl Axis {
    /// Position of `value` between 0 (left end) and 1, rounded to four decimals so that every machine draws alike.
    pub fn fraction(&self, value: f64) -> f64 {
        let span = libm::log(self.high) - libm::log(self.low);
        let at = (libm::log(value) - libm::log(self.low)) / span;
        (at.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0
    }
}

/// An interval and its estimate on the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Low end.
    pub low: f64,
    /// Estimate.
    pub value: f64,
    /// High end.
    pub high: f64,
    /// Shape of the estimate.
    pub shape: Shape,
    /// Colour of both.
    pub tone: Tone,
    /// What it shows, in words.
    pub alt: String,
}

/// Where an interval lies. Shape says it without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Below the reference: a filled disc.
    Disc,
    /// Above it: a filled diamond.
    Diamond,
    /// Includes it: an open ring.
    Ring,
}

/// What a position means by the metric's direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Better.
    Better,
    /// Worse.
    Worse,
    /// Neither, or the metric has no direction.
    Neutral,
}

/// A verdict: shape, colour and word.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Shape.
    pub shape: Shape,
    /// Colour.
    pub tone: Tone,
    /// The word, for instance `includes 1`.
    pub word: String,
}

/// What became of something planned.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The shape: says it without colour.
    pub shape: StateShape,
    /// The words, for instance `ran, marked as correctness failure`.
    pub word: String,
    /// What it is about, for a tooltip: `job 19, IndexScanRange, block 0, legacy`; empty in a legend.
    pub about: String,
}

/// Shapes of [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StateShape {
    /// A filled square: used.
    Filled,
    /// A half-filled square: there and valid, not used.
    Half,
    /// A crossed square: failed.
    Crossed,
    /// A dotted square: never happened.
    Dotted,
}

impl Cell {
    /// Plain text, the same in the CSV twin.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Cell { csv: vec![text.clone()], content: CellContent::Text(vec![Inline::Text(text)]) }
    }

    /// Inline content with its unrounded CSV values.
    pub fn new(content: Inlines, csv: Vec<String>) -> Self {
        Cell { content: CellContent::Text(content), csv }
    }
}

impl Column {
    /// A left-aligned text column that the CSV twin names like its head.
    pub fn text(head: impl Into<String>) -> Self {
        let head = head.into();
        Column {
            csv: vec![head.clone()],
            head,
            unit: String::new(),
            head_hidden: false,
            align: Align::Left,
            row_head: false,
        }
    }

    /// A right-aligned number column that the CSV twin names like its head.
    pub fn number(head: impl Into<String>, unit: impl Into<String>) -> Self {
        Column { align: Align::Right, unit: unit.into(), ..Column::text(head) }
    }

    /// The same column, its cells being the heads of their rows.
    pub fn as_row_head(self) -> Self {
        Column { row_head: true, ..self }
    }
}
