//! Documents that look like a phase and its evidence: every kind of block and inline, made-up numbers.

use std::sync::Arc;

use crate::document::table::StateShape;
use crate::document::*;

pub fn t(text: &str) -> Inline {
    Inline::text(text)
}

pub fn p(text: &str) -> Block {
    Block::Paragraph(vec![t(text)])
}

pub fn h(level: u8, id: &str, text: &str) -> Block {
    Block::Heading(Heading { level, id: id.into(), content: vec![t(text)] })
}

pub fn fig(text: &str, anchor: &str) -> Inline {
    Inline::Figure(Figure {
        text: text.into(),
        evidence: anchor.into(),
        target: Some(Target::Document { id: "d1-evidence".into(), anchor: Some(anchor.into()) }),
        standing: Standing::Measured,
    })
}

pub fn stamp() -> Stamp {
    Stamp {
        campaign: "hcloud-rebench-20261014".into(),
        phase: Some("D1".into()),
        language: "en".into(),
        date: Some(Timestamp(1_792_003_200)),
        input_hash: "3f9a1c07be42d58860aa4f4e1b6cc0d2917b35a0c9e6f1d24587aa30bb1c9e55".into(),
        tool: "rebench-report 0.1.0".into(),
        authors: vec!["A. Engineer".into()],
        source: None,
    }
}

pub fn status() -> Status {
    Status {
        word: "reconstructed".into(),
        label: "Reconstructed data.".into(),
        sentence: "The samples were made so that they agree with published summaries. They say nothing about the systems named.".into(),
        more: Some(Target::Document { id: "index".into(), anchor: Some("status".into()) }),
    }
}

pub fn empty(id: &str) -> Document {
    Document {
        id: id.into(),
        parent: None,
        short_title: "D1 Plan-cache select".into(),
        kicker: "Phase D1".into(),
        title: "Selecting one row through the plan cache".into(),
        lede: Vec::new(),
        status: Some(status()),
        facts: Vec::new(),
        stamp: stamp(),
        blocks: Vec::new(),
        notes: Vec::new(),
        attachments: Vec::new(),
    }
}

pub fn table(id: &str, number: u32, columns: Vec<Column>, rows: Vec<Row>) -> Table {
    Table {
        id: id.into(),
        number,
        caption: vec![t("What it shows, in a sentence.")],
        columns,
        rows,
        ..Table::default()
    }
}

fn cell(content: CellContent) -> Cell {
    Cell { content, csv: Vec::new() }
}

fn drawn(head: &str) -> Column {
    Column { csv: Vec::new(), align: Align::Center, head_hidden: true, ..Column::text(head) }
}

fn ratio(name: &str, unit: &str, [value, low, high]: [f64; 3], shape: Shape, tone: Tone, word: &str) -> Row {
    let (text, interval) = (format!("{value:.3}"), format!("[{low:.3}, {high:.3}]"));
    let alt = format!("{name}: {text}, interval {low:.3} to {high:.3}");
    Row::Data(vec![
        Cell::new(vec![t(name), t(&format!(" {unit}"))], vec![]),
        Cell::new(vec![fig(&text, "e-ns")], vec![]),
        Cell::new(vec![t(&interval)], vec![]),
        cell(CellContent::Interval(Mark { low, value, high, shape, tone, alt })),
        cell(CellContent::Reading(Reading { shape, tone, word: word.into() })),
    ])
}

pub fn ratios(id: &str, number: u32) -> Table {
    let columns = vec![
        Column::text("Case, metric").as_row_head(),
        Column::number("Ratio", ""),
        Column::text("95% interval"),
        drawn("Interval on a shared logarithmic axis"),
        Column::text("Reading"),
    ];
    let rows = vec![
        Row::Group(vec![t("PlanCacheHit")]),
        ratio("ns/op", "time", [1.002, 0.984, 1.021], Shape::Ring, Tone::Neutral, "includes 1"),
        ratio("B/op", "heap bytes", [0.966, 0.966, 0.966], Shape::Disc, Tone::Better, "less"),
        ratio("allocs/op", "heap objects", [1.049, 1.031, 1.062], Shape::Diamond, Tone::Worse, "more"),
        Row::Missing {
            what: vec![t("IndexScanRange")],
            reason: "no ratio: a single block ran, and the runner rejected two of its three arms".into(),
            csv: vec![],
        },
        Row::Missing { what: vec![t("TimestampInsert")], reason: "no ratio: no process ran".into(), csv: vec![] },
    ];
    Table {
        caption: vec![t("Ratios final/before, with nominal 95% intervals.")],
        axis: Some(Axis {
            low: 0.94,
            high: 1.07,
            ticks: vec![(0.95, "0.95".into()), (1.0, "1".into()), (1.05, "1.05".into())],
            reference: 1.0,
        }),
        foot: vec![vec![t("Below 1 is better for every metric here. A mark covers an interval narrower than itself.")]],
        wide: true,
        ..table(id, number, columns, rows)
    }
}

pub fn states(id: &str, number: u32) -> Table {
    let mut columns = vec![Column::text("Case").as_row_head(), Column::text("Arm").as_row_head()];
    for block in 0..6 {
        columns.push(Column { align: Align::Center, ..Column::text(block.to_string()) });
    }
    columns.push(Column::text("Ratio"));
    let words = [
        (StateShape::Filled, "analysed"),
        (StateShape::Half, "ran and passed, not analysed"),
        (StateShape::Crossed, "ran, marked as correctness failure"),
        (StateShape::Dotted, "never started"),
    ];
    let state = |kind: usize, about: String| State { shape: words[kind].0, word: words[kind].1.into(), about };
    let mut rows = Vec::new();
    for (case, name) in ["PlanCacheHit", "IndexScanRange", "TimestampInsert"].iter().enumerate() {
        for (arm, arm_name) in ["legacy", "before", "final"].iter().enumerate() {
            let mut cells = vec![Cell::text(if arm == 0 { *name } else { "" }), Cell::text(*arm_name)];
            for block in 0..6 {
                let kind = match (case, block, arm) {
                    (0, ..) => 0,
                    (1, 0, 1) => 1,
                    (1, 0, _) => 2,
                    _ => 3,
                };
                let about = format!("{name}, block {block}, {arm_name}");
                cells.push(cell(CellContent::State(state(kind, about))));
            }
            cells.push(Cell::new(
                match (case, arm) {
                    (0, 0) => vec![t("yes")],
                    (_, 0) => vec![Inline::Missing { reason: "1 of 6 blocks".into() }],
                    _ => vec![],
                },
                vec![],
            ));
            rows.push(Row::Data(cells));
        }
    }
    Table {
        caption: vec![t("Every planned process: blocks across, arms down.")],
        legend: (0..4).map(|kind| (state(kind, String::new()), [18, 1, 2, 33][kind])).collect(),
        ..table(id, number, columns, rows)
    }
}

pub fn arms() -> Table {
    let columns = vec![
        Column::text("Arm").as_row_head(),
        Column::text("Stands for"),
        Column::text("Tree"),
        Column::text("Binary, SHA-256"),
    ];
    let row = |arm: &str, what: &str, tree: &str, hash: &str| {
        Row::Data(vec![
            Cell::new(vec![Inline::Strong(vec![t(arm)])], vec![]),
            Cell::text(what),
            Cell::new(vec![Inline::Code(tree.into())], vec![]),
            Cell::new(vec![Inline::Code(hash.into())], vec![]),
        ])
    };
    let rows = vec![
        row(
            "legacy",
            "older than both changes",
            "30ae97f19fd6",
            "a50d5a4b9a2f1b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4",
        ),
        row(
            "before",
            "parity work only",
            "6cf1d2aa0b71",
            "0b7e5a4b9a2f1b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4",
        ),
        row(
            "final",
            "both, and what came after",
            "d94b4c61377d",
            "c99e5a4b9a2f1b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4",
        ),
    ];
    Table {
        caption: vec![t("Arms, oldest first. One benchmark source in all three trees.")],
        wide: true,
        ..table("t-arms", 1, columns, rows)
    }
}

pub fn samples(count: usize) -> Table {
    let columns = vec![
        Column::text("File, line").as_row_head(),
        Column::number("Block", ""),
        Column::number("Repeat", ""),
        Column::number("Time", "ns/op"),
        Column::number("Memory", "B/op"),
        Column::number("Objects", "allocs/op"),
    ];
    let rows = (0..count)
        .map(|index| {
            Row::Data(vec![
                Cell::new(vec![Inline::Code(format!("logs/{index:03}.log:{}", 12 + index % 7))], vec![]),
                Cell::text((index / 9).to_string()),
                Cell::text((index % 3).to_string()),
                Cell::text(format!("{},{:03}.{}", 46 + index % 5, (index * 37) % 1000, index % 10)),
                Cell::text(format!("{}", 36_100 + (index * 13) % 90)),
                Cell::text(format!("{}", 680 + index % 4)),
            ])
        })
        .collect();
    Table { caption: vec![t("Samples, one row a result line.")], ..table("t-samples", 9, columns, rows) }
}

fn svg(width: u32, height: u32) -> String {
    let at = |ratio: f64| 110.0 + (ratio - 0.94) / 0.13 * f64::from(width - 130);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    );
    for (value, label) in [(0.95, "0.95"), (1.0, "1"), (1.05, "1.05")] {
        let (x, class) = (at(value), if value == 1.0 { "po" } else { "pg" });
        out += &format!("<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"30\" y2=\"{}\"/>", height - 10);
        out += &format!(
            "<text class=\"pt2\" x=\"{x:.1}\" y=\"22\" font-family=\"Source Sans 3\" font-size=\"12\" text-anchor=\"middle\">{label}</text>"
        );
    }
    for (index, (name, value, low, high, tone)) in [
        ("ns/op", 1.002, 0.984, 1.021, "neutral"),
        ("B/op", 0.966, 0.964, 0.968, "better"),
        ("allocs/op", 1.049, 1.031, 1.062, "worse"),
    ]
    .iter()
    .enumerate()
    {
        let y = 55 + 32 * index;
        out += &format!(
            "<text class=\"pt\" x=\"4\" y=\"{}\" font-family=\"Source Sans 3\" font-size=\"13\">{name}</text>",
            y + 4
        );
        out += &format!(
            "<line class=\"ps-{tone}\" stroke-width=\"2\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/>",
            at(*low),
            at(*high)
        );
        let class = if *tone == "neutral" {
            "pr-neutral"
        } else if *tone == "better" {
            "pf-better"
        } else {
            "pf-worse"
        };
        out += &format!("<circle class=\"{class}\" stroke-width=\"2\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/>", at(*value));
        out += &format!(
            "<text class=\"ptb\" x=\"{:.1}\" y=\"{}\" font-family=\"Source Sans 3\" font-size=\"12\">{value:.3}</text>",
            at(*high) + 8.0,
            y + 4
        );
    }
    out + "</svg>"
}

pub fn plot() -> Plot {
    Plot {
        id: "f-forest".into(),
        number: 1,
        caption: vec![t("Ratios final/before with nominal 95% intervals, on a logarithmic axis.")],
        alt: "Three intervals: ns/op 1.002 from 0.984 to 1.021, B/op 0.966, allocs/op 1.049 from 1.031 to 1.062."
            .into(),
        pictures: [908, 680, 288].map(|width| Picture { width, height: 150, svg: svg(width, 150) }).into(),
        data: None,
    }
}

pub fn statement(kind: StatementKind, label: &str, text: &str) -> Statement {
    let (checks, test, state) = match kind {
        StatementKind::Measured => (
            vec![
                Check { text: "final/before ns/op [0.984, 1.021] includes 1".into() },
                Check { text: "final/legacy ns/op [0.979, 1.018] includes 1".into() },
            ],
            None,
            String::new(),
        ),
        StatementKind::Hypothesis => (
            vec![],
            Some(vec![
                t("count cache misses with "),
                Inline::Code("perf stat -e cache-misses".into()),
                t(" in both arms, on a host of its own."),
            ]),
            "not tested".into(),
        ),
        StatementKind::Limit => (vec![], None, String::new()),
    };
    Statement { kind, label: label.into(), id: label.to_lowercase(), body: vec![p(text)], checks, test, state }
}

/// One document with every kind of block and inline.
pub fn phase() -> Document {
    let fact = |term: &str, content: Inlines| Fact { term: vec![t(term)], content };
    let blocks = vec![
        h(2, "arms", "Arms"),
        p("Three trees of one project, oldest first. final/before shows the allocation work with whatever came after it; final/legacy shows both changes together. Below 1, final takes less."),
        Block::Table(Box::new(arms())),
        h(2, "design", "Environment and design"),
        Block::Paragraph(vec![
            t("Six blocks, the three arms once in each, their order balanced so that every arm runs first "),
            Inline::Emphasis(vec![t("twice")]),
            t(". The host is a "),
            Inline::Strong(vec![t("dedicated")]),
            t(" virtual machine; see the "),
            Inline::Link { target: Target::Url("https://example.org/machines?kind=ccx".into()), content: vec![t("vendor’s page")] },
            t(" and "),
            Inline::Link { target: Target::File("inputs/frozen/D1/plan.json".into()), content: vec![t("plan.json")] },
            t(". An earlier note said "),
            Inline::Strikethrough(vec![t("four blocks")]),
            t(", which no longer holds."),
            Inline::NoteMark(0),
            Inline::SoftBreak,
            t("The harness is "),
            Inline::Code("github.com/example/record-layer/bench/plancache".into()),
            t("."),
            Inline::HardBreak,
            t("A forced line end came before this sentence."),
        ]),
        Block::Aside(vec![Block::Paragraph(vec![
            Inline::Strong(vec![t("Nominal 95%. ")]),
            t("With six blocks such an interval covers less: 86.3% in a simulation with normal data, see "),
            Inline::Link { target: Target::Anchor("l1".into()), content: vec![t("L1")] },
            t("."),
        ])]),
        h(3, "accounting", "Planned, executed, analysed"),
        Block::Flow(vec![
            FlowStep { count: vec![fig("54", "e-planned")], what: "planned".into(), lost: vec!["33 never started".into()] },
            FlowStep { count: vec![t("21")], what: "executed".into(), lost: vec!["2 failed a check".into(), "1 outside a whole block".into()] },
            FlowStep { count: vec![t("18")], what: "analysed".into(), lost: vec![] },
        ]),
        Block::Table(Box::new(states("t-states", 2))),
        h(3, "workloads", "Workloads"),
        Block::Facts(vec![
            fact("PlanCacheHit", vec![t("primary-key select of one row from a ten-row table, with a warm plan cache; 3 s a repeat")]),
            fact("IndexScanRange", vec![t("50 of 100 rows through a price index; not analysed")]),
            fact("TimestampInsert", vec![t("one insert into a table with an indexed timestamp, 1,000 operations; "), Inline::Missing { reason: "not run".into() }]),
        ]),
        h(2, "results", "Results"),
        h(3, "before", "Final against before: the allocation work"),
        Block::Paragraph(vec![
            t("Time per select did not change measurably ("),
            fig("1.002 [0.984, 1.021]", "e-ns"),
            t("), while each select makes "),
            fig("35", "e-saved"),
            t(" fewer allocations. The published page had said "),
            Inline::Figure(Figure { text: "1.01".into(), evidence: "c".into(), target: Some(Target::Url("https://example.org/old".into())), standing: Standing::Cited }),
            t(" for a setting of "),
            Inline::Figure(Figure { text: "3 s".into(), evidence: "s".into(), target: None, standing: Standing::Declared }),
            t("."),
        ]),
        Block::Table(Box::new(ratios("t-ratios", 3))),
        Block::Plot(Box::new(plot())),
        p("The plot repeats the table for the eye. Its text is text: it can be searched and copied, and it keeps its size because every plot is drawn once for each width at which it is shown."),
        h(2, "interpretation", "Interpretation"),
        h(3, "measured", "Measured"),
        Block::Statement(statement(StatementKind::Measured, "M1", "Time did not change measurably. Both intervals of ns/op include 1.")),
        Block::Statement(statement(StatementKind::Measured, "M2", "The allocation work reduced heap bytes per select by a few percent, in every one of the six blocks and whichever arm ran first.")),
        h(3, "hypotheses", "Hypotheses"),
        Block::Statement(statement(StatementKind::Hypothesis, "H1", "The saved allocations are short-lived and die young, so that the collector never sees them and time does not change.")),
        Block::Statement(statement(StatementKind::Hypothesis, "H2", "A warm cache hides what a cold one would show.")),
        h(2, "limits", "Limits"),
        Block::Statement(statement(StatementKind::Limit, "L1", "Six blocks are few. A percentile interval over six blocks covers less than its nominal 95%.")),
        Block::Statement(statement(StatementKind::Limit, "L2", "One host, one hour.")),
        h(2, "method", "Method"),
        Block::List(List { start: None, tight: true, items: vec![vec![p("Within a process, the median of three repeats.")], vec![p("Within a block, the ratio of two such medians."), Block::List(List { start: Some(9), tight: true, items: vec![vec![p("a nested, numbered item")], vec![p("and one more")]] })]] }),
        Block::List(List { start: Some(1), tight: false, items: vec![vec![p("Verify every byte against its pinned hash before anything is read, and stop where one differs.")], vec![p("Run the pinned analysis."), p("A second paragraph of the item.")]] }),
        Block::Quote(vec![p("A benchmark that cannot be repeated is an anecdote with digits."), p("— said often")]),
        Block::Code(Code { language: Some("sh".into()), text: "cargo run --release -- build hcloud-rebench-20261014\n\n  sha256sum -c SHA256SUMS   # a comment that is long enough to be cut at the measure of the text, and then some more\n".into() }),
        Block::Rule,
        p("After a thematic break the text goes on."),
        h(4, "fourth", "A heading of the fourth level"),
        Block::Details(Details { id: "d-fold".into(), summary: vec![t("Something that a screen folds away")], blocks: vec![p("Print shows it.")] }),
    ];
    Document {
        lede: vec![
            t(
                "Does the record layer’s allocation work show through the SQL layer? In the one case that finished, time per select did not change measurably (",
            ),
            fig("1.002", "e-ns"),
            t("), and each select makes "),
            fig("35", "e-saved"),
            t(" fewer allocations. Two further cases have no result."),
        ],
        facts: vec![
            fact("Data", vec![t("reconstructed, not the original measurements")]),
            fact("Outcome", vec![t("aborted; "), fig("18", "e-planned"), t(" of 54 planned processes analysed")]),
            fact("Run", vec![t("2026-10-14, 16:41 to 16:46 UTC")]),
            fact("Host", vec![t("Hetzner ccx43")]),
            fact("Harness", vec![Inline::Code("d94b4c61377d".into())]),
        ],
        blocks,
        notes: vec![vec![p(
            "The plan was pinned with six. A note may be long enough to need a second line at the foot of the page, as this one is.",
        )]],
        attachments: vec![Attachment {
            name: "metrics.csv".into(),
            media_type: "text/csv".into(),
            description: "All samples of the phase.".into(),
            bytes: Arc::from(&b"case,arm,ns\nPlanCacheHit,final,46.5\n"[..]),
            is_data: true,
        }],
        ..empty("d1")
    }
}

/// Its evidence: derivations and samples.
pub fn evidence(derivations: usize) -> Document {
    let mut blocks =
        vec![h(2, "derivations", "Derivations"), p("Each figure of the text, from the estimate down to its samples.")];
    for index in 0..derivations {
        let id = match index {
            0 => "e-ns".to_string(),
            1 => "e-saved".to_string(),
            2 => "e-planned".to_string(),
            other => format!("e-{other}"),
        };
        let rows = (0..6)
            .map(|block| {
                Row::Data(vec![
                    Cell::text(block.to_string()),
                    Cell::text(["legacy", "before", "final"][block % 3]),
                    Cell::text(format!("1.0{:02}", (block * 7 + index) % 40)),
                    Cell::text(format!("46,{:03}", (block * 131 + index * 17) % 1000)),
                    Cell::text(format!("46,{:03}", (block * 97 + index * 29) % 1000)),
                ])
            })
            .collect();
        let columns = vec![
            Column::number("Block", "").as_row_head(),
            Column::text("First arm"),
            Column::number("Ratio", ""),
            Column::number("final", "ns/op"),
            Column::number("before", "ns/op"),
        ];
        let table = Table { caption: vec![], ..table(&format!("t-{id}"), 0, columns, rows) };
        blocks.push(Block::Details(Details {
            id,
            summary: vec![t(&format!("PlanCacheHit, final/before, metric {index}: 1.002 [0.984, 1.021]"))],
            blocks: vec![
                p("Geometric mean of six block ratios, each of two process medians."),
                Block::Table(Box::new(table)),
            ],
        }));
    }
    blocks.push(h(2, "samples", "Samples"));
    blocks.push(Block::Table(Box::new(samples(200))));
    Document {
        short_title: "D1 Evidence".into(),
        kicker: "Phase D1".into(),
        title: "Evidence".into(),
        parent: Some("d1".into()),
        blocks,
        ..empty("d1-evidence")
    }
}
