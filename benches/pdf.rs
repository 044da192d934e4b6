//! PDFs alone: documents of prose and of tables, from blocks to bytes.
//!
//! `cargo bench --bench pdf`. Aims: 20 pages under 100 ms, at most 6 ms a page at 200 pages. The same text set by other
//! programs: `benches/pdf_side_by_side.sh`.

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use rebench_report::document::{Block, Cell, Column, Document, Heading, Inline, Row, Stamp, Table};
use rebench_report::render::pdf::{Fonts, PdfOptions, render};
use rebench_report::templates::Templates;

const WORDS: &str = "The median of a process is formed over its repeats, and the ratio of two arms within a block is \
                     formed from two such medians, so that slow changes of the machine reach both of them alike. ";

fn document(blocks: Vec<Block>) -> Document {
    Document {
        id: "d1".to_string(),
        parent: None,
        short_title: "D1".to_string(),
        kicker: "Phase D1".to_string(),
        title: "Prose and tables".to_string(),
        lede: vec![Inline::text(WORDS)],
        status: None,
        facts: Vec::new(),
        stamp: Stamp {
            campaign: "bench".to_string(),
            phase: Some("D1".to_string()),
            language: "en".to_string(),
            date: None,
            input_hash: "0".repeat(64),
            tool: "rebench-report".to_string(),
            authors: Vec::new(),
            source: None,
        },
        blocks,
        notes: Vec::new(),
        attachments: Vec::new(),
    }
}

/// Sections of five paragraphs: some two thirds of a page each.
fn prose(sections: usize) -> Document {
    let section = |number: usize| {
        let heading = Block::Heading(Heading {
            level: 2,
            id: format!("section-{number}"),
            content: vec![Inline::text(format!("Section {number}"))],
        });
        std::iter::once(heading).chain((0..5).map(|at| Block::Paragraph(vec![Inline::text(WORDS.repeat(2 + at % 2))])))
    };
    document((0..sections).flat_map(section).collect())
}

fn table(rows: usize) -> Document {
    let cell = |text: String| Cell::text(text);
    let columns = vec![
        Column::text("Log and line").as_row_head(),
        Column::text("Case"),
        Column::number("ns/op", ""),
        Column::number("B/op", ""),
    ];
    let rows = (0..rows).map(|row| {
        Row::Data(vec![
            cell(format!("logs/{row:03}.log:{}", row % 7)),
            cell("PlanCacheHit".to_string()),
            cell(format!("{}.5", 118_000 + row)),
            cell(format!("{}", 64 + row % 11)),
        ])
    });
    let rows = rows.collect();
    let caption = vec![Inline::text("Samples.")];
    document(vec![Block::Table(Box::new(Table {
        id: "samples".to_string(),
        caption,
        columns,
        rows,
        ..Table::default()
    }))])
}

fn pdfs(criterion: &mut Criterion) {
    let templates = Templates::carried();
    let fonts = Fonts::load(&templates).expect("the carried fonts");
    let mut group = criterion.benchmark_group("pdf");
    group.sample_size(10);
    group.sampling_mode(SamplingMode::Flat);
    for (name, document) in [
        ("prose, about 20 pages", prose(24)),
        ("prose, about 200 pages", prose(240)),
        ("a table of 1,000 rows", table(1_000)),
    ] {
        let set = || render(&[&document], &fonts, &templates, &PdfOptions::default()).expect("it is set");
        let pages = set().pages;
        group.bench_function(format!("{name}: {pages} pages"), |bencher| bencher.iter(set));
    }
    group.finish();
}

criterion_group!(benches, pdfs);
criterion_main!(benches);
