//! `published.json`.

use serde_json::Value;

/// The figures that the original write-up printed, schema `benchcampaign/published/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The write-up.
    pub document: String,
    /// What has to be said about the figures.
    pub note: String,
    /// The figures in order.
    pub figures: Vec<PublishedFigure>,
}

/// A printed figure and how to recompute it.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedFigure {
    /// Name.
    pub id: String,
    /// What it is.
    pub what: String,
    /// Section it was printed in.
    pub section: String,
    /// As printed: text, number or truth value.
    pub printed: Value,
    /// Its value.
    pub value: Value,
    /// Decimals of the printed form, if it is a number.
    pub decimals: Option<u32>,
    /// Unit.
    pub unit: String,
    /// How it is compared: `rounding`, `at_most`, `equal`, `only_value`.
    pub compare: String,
    /// Operation and its arguments, as written.
    pub compute: serde_json::Map<String, Value>,
    /// Its place in published.json: line of its `id`.
    pub line: u32,
}
