//! A small site as a campaign would make it, with every kind of block and inline content: a campaign page, two phases,
//! an evidence page, a page of hashes. The numbers are those of a real phase; the texts are stand-ins.

use rebench_report::document::table::StateShape;
use rebench_report::document::*;
use rebench_report::figure::{ForestPlot, ForestRow, Lettering};
use rebench_report::templates::Templates;
use std::sync::Arc;

pub fn t(text: &str) -> Inlines {
    vec![Inline::text(text)]
}

pub fn p(text: &str) -> Block {
    Block::Paragraph(t(text))
}

pub fn heading(level: u8, id: &str, text: &str) -> Block {
    Block::Heading(Heading { level, id: id.into(), content: t(text) })
}

pub fn figure(text: &str, anchor: &str) -> Inline {
    Inline::Figure(Figure {
        text: text.into(),
        evidence: format!("D1/{anchor}"),
        target: Some(Target::Document { id: "d1-evidence".into(), anchor: Some(anchor.into()) }),
        standing: Standing::Measured,
    })
}

pub fn standing(text: &str, standing: Standing, target: Option<Target>) -> Inline {
    Inline::Figure(Figure { text: text.into(), evidence: "cited/x".into(), target, standing })
}

fn strong(text: &str) -> Inline {
    Inline::Strong(t(text))
}

fn fact(term: &str, content: Inlines) -> Fact {
    Fact { term: t(term), content }
}

pub fn document(id: &str, parent: Option<&str>, short_title: &str, kicker: &str, title: &str) -> Document {
    Document {
        id: id.into(),
        parent: parent.map(str::to_string),
        short_title: short_title.into(),
        kicker: kicker.into(),
        title: title.into(),
        lede: Vec::new(),
        status: Some(Status {
            word: "reconstructed".into(),
            label: "Reconstructed data.".into(),
            sentence: "The samples were made to reproduce published summaries. They are no evidence about the systems \
                       named."
                .into(),
            more: Some(Target::Document { id: "index".into(), anchor: Some("status".into()) }),
        }),
        facts: Vec::new(),
        stamp: Stamp {
            campaign: "hcloud-rebench-20261014".into(),
            phase: None,
            language: "en".into(),
            date: Some(Timestamp(1_791_996_060)),
            input_hash: "5f1d2c3b4a5968778695a4b3c2d1e0f00f1e2d3c4b5a69788796a5b4c3d2e1f0".into(),
            tool: "rebench-report 0.1.0".into(),
            authors: vec!["Campaign owners".into()],
            source: None,
        },
        blocks: Vec::new(),
        notes: Vec::new(),
        attachments: Vec::new(),
    }
}

pub fn table(id: &str, number: u32, caption: &str, columns: Vec<Column>, rows: Vec<Row>) -> Table {
    Table { id: id.into(), number, caption: t(caption), columns, rows, wide: true, ..Table::default() }
}

fn code_cell(text: &str, full: &str) -> Cell {
    Cell::new(vec![Inline::Code(text.into())], vec![full.into()])
}

fn arms() -> Table {
    let row = |arm: &str, stands: &str, tree: &str, binary: &str| {
        Row::Data(vec![
            Cell::new(vec![strong(arm)], vec![arm.into()]),
            Cell::text(stands),
            code_cell(&tree[..10], tree),
            code_cell(&binary[..16], binary),
        ])
    };
    table(
        "arms-table",
        1,
        "Arms. One benchmark source in all trees, so that a difference comes from the code under test.",
        vec![
            Column::text("Arm").as_row_head(),
            Column::text("Stands for"),
            Column::text("Tree"),
            Column::text("Binary, SHA-256"),
        ],
        vec![
            row("legacy", "older than both changes", "30ae97f19fd681047b7c62e9", "f823e838884eb3290b161284100f3886"),
            row("before", "has the parity change", "cbac014c090701fc3f7e631d", "849e8e6b69b23a473131291c688d6d9c"),
            row(
                "final",
                "has it and the allocation work",
                "e94f8fbf0c7777920550fe6d",
                "f0308f802e627c103c48a93ff93dc09a",
            ),
        ],
    )
}

fn accounting() -> Table {
    let state = |shape, word: &str, about: String| {
        let state = State { shape, word: word.into(), about };
        Cell { csv: vec![state.word.clone()], content: CellContent::State(state) }
    };
    let mut rows = Vec::new();
    for (case, outcome) in [
        ("PlanCacheHit", "complete: 6 of 6 blocks"),
        ("IndexScanRange", "N/A (1 of 6 blocks; 2 of 3 arms failed a check)"),
        ("TimestampInsert", "N/A (none ran)"),
    ] {
        for arm in ["legacy", "before", "final"] {
            // The case and its outcome are shown once and hold for all its rows.
            let once = |text: &str| match arm {
                "legacy" => Cell::text(text),
                _ => Cell::new(Vec::new(), vec![text.into()]),
            };
            let mut cells = vec![once(case), Cell::text(arm)];
            for block in 0..6 {
                let about = format!("block {block}, {case}, {arm}");
                cells.push(match (case, arm, block) {
                    ("PlanCacheHit", ..) => state(StateShape::Filled, "analysed", about),
                    ("IndexScanRange", "before", 0) => state(StateShape::Half, "passed, not analysed", about),
                    ("IndexScanRange", _, 0) => state(StateShape::Crossed, "ran, marked as failure", about),
                    _ => state(StateShape::Dotted, "never started", about),
                });
            }
            cells.push(once(outcome));
            rows.push(Row::Data(cells));
        }
    }
    let mut columns = vec![Column::text("Case"), Column::text("Arm").as_row_head()];
    for block in 0..6 {
        columns.push(Column {
            align: Align::Center,
            csv: vec![format!("block {block}")],
            ..Column::text(format!("Block {block}"))
        });
    }
    columns.push(Column::text("Outcome"));
    let legend = |shape, word: &str| State { shape, word: word.into(), about: String::new() };
    Table {
        legend: vec![
            (legend(StateShape::Filled, "analysed"), 18),
            (legend(StateShape::Half, "passed, not analysed"), 1),
            (legend(StateShape::Crossed, "ran, marked as failure"), 2),
            (legend(StateShape::Dotted, "never started"), 33),
        ],
        ..table("accounting-table", 2, "Every planned process and what became of it.", columns, rows)
    }
}

pub struct Ratio(pub &'static str, pub &'static str, pub f64, pub f64, pub f64, pub &'static str);

pub fn ratios(
    id: &str,
    number: u32,
    caption: &str,
    axis: Axis,
    cases: &[(&str, &[Ratio])],
    missing: &[(&str, &str)],
) -> Table {
    let mut rows = Vec::new();
    for (case, ratios) in cases {
        rows.push(Row::Group(t(case)));
        for Ratio(metric, what, value, low, high, word) in *ratios {
            let (shape, tone) = match () {
                () if *high < 1.0 => (Shape::Disc, Tone::Better),
                () if *low > 1.0 => (Shape::Diamond, Tone::Worse),
                () => (Shape::Ring, Tone::Neutral),
            };
            let alt = format!("{metric}: {value:.3}, interval {low:.3} to {high:.3}");
            rows.push(Row::Data(vec![
                Cell::new(
                    vec![Inline::text(format!("{metric} ")), Inline::Emphasis(t(what))],
                    vec![case.to_string(), metric.to_string()],
                ),
                Cell::new(vec![figure(&format!("{value:.3}"), "e-ns-op")], vec![value.to_string()]),
                Cell::new(t(&format!("[{low:.3}, {high:.3}]")), vec![low.to_string(), high.to_string()]),
                Cell {
                    content: CellContent::Interval(Mark { low: *low, value: *value, high: *high, shape, tone, alt }),
                    csv: Vec::new(),
                },
                Cell {
                    content: CellContent::Reading(Reading { shape, tone, word: word.to_string() }),
                    csv: vec![word.to_string()],
                },
            ]));
        }
    }
    for (what, reason) in missing {
        rows.push(Row::Missing {
            what: t(what),
            reason: reason.to_string(),
            csv: [what, "N/A", "N/A", "N/A", "N/A", reason].map(str::to_string).to_vec(),
        });
    }
    let columns = vec![
        Column { csv: vec!["case".into(), "metric".into()], ..Column::text("Case, metric").as_row_head() },
        Column::number("Ratio", ""),
        Column { csv: vec!["low".into(), "high".into()], ..Column::text("95% interval") },
        Column {
            csv: Vec::new(),
            align: Align::Center,
            head_hidden: true,
            ..Column::text("Interval on a shared logarithmic axis")
        },
        Column::text("Reading"),
    ];
    Table {
        axis: Some(axis),
        foot: vec![t("Below 1 the numerator takes less. A mark covers an interval narrower than itself.")],
        ..table(id, number, caption, columns, rows)
    }
}

fn absolute() -> Table {
    let row = |arm: &str, time: &str, bytes: &str, allocs: &str| {
        Row::Data(vec![
            Cell::text(arm),
            Cell::new(vec![figure(time, "e-abs")], vec![format!("{time}0123")]),
            Cell::new(vec![figure(bytes, "e-abs")], vec![bytes.replace(',', "")]),
            Cell::new(vec![figure(allocs, "e-abs")], vec![allocs.into()]),
        ])
    };
    table(
        "absolute-table",
        4,
        "Absolute values: median over blocks of the process medians.",
        vec![
            Column::text("Case, arm").as_row_head(),
            Column::number("Time", "ms/op"),
            Column { csv: vec!["bytes".into()], ..Column::number("Heap", "B/op") },
            Column { csv: vec!["allocations".into()], ..Column::number("Heap", "allocs/op") },
        ],
        vec![
            Row::Group(t("PlanCacheHit")),
            row("legacy", "1.148", "47,112.5", "687"),
            row("before", "1.144", "47,109.0", "687"),
            row("final", "1.149", "45,510.0", "652"),
            Row::Missing {
                what: t("IndexScanRange"),
                reason: "incomplete case; 3 samples of before remain in the raw data".into(),
                csv: vec!["IndexScanRange".into(), "N/A".into(), "N/A".into(), "N/A".into()],
            },
        ],
    )
}

/// A forest plot of the phase.
fn pictures() -> Vec<Picture> {
    let row = |group: &str, label: &str, low: f64, value: f64, high: f64, blocks: &[f64]| ForestRow {
        group: Some(group.into()),
        label: label.into(),
        low,
        value,
        high,
        printed: format!("{value:.3} [{low:.3}, {high:.3}]"),
        blocks: blocks.to_vec(),
        shape: if high < 1.0 { Shape::Disc } else { Shape::Ring },
        tone: if high < 1.0 { Tone::Better } else { Tone::Neutral },
    };
    let times = [0.97, 0.976, 1.005, 1.007, 1.02, 1.037];
    let rows = vec![
        row("final/before", "ns/op", 0.984, 1.002, 1.021, &times),
        row("final/before", "B/op", 0.966, 0.9661, 0.9662, &[0.966, 0.9661]),
        row("final/before", "allocs/op", 0.949, 0.949, 0.949, &[0.949]),
        row("final/legacy", "ns/op", 0.981, 0.999, 1.018, &times),
    ];
    let plot = ForestPlot { title: "Ratios".into(), rows, below: "final takes less".into(), above: "more".into() };
    plot.draw(&mut Lettering::new(&Templates::carried())).expect("the plot is drawn")
}

pub fn plot(id: &str, number: u32) -> Plot {
    Plot {
        id: id.into(),
        number,
        caption: t("Estimates with 95% intervals on a logarithmic axis."),
        alt: "Two ratios with intervals. ns/op: 1.002 [0.984, 1.021]. allocs/op: 0.949 [0.949, 0.949].".into(),
        pictures: pictures(),
        data: Some(Box::new(table(
            &format!("{id}-data"),
            0,
            "Estimates and intervals of this figure.",
            vec![Column::text("metric").as_row_head(), Column::number("ratio", "")],
            vec![
                Row::Data(vec![Cell::text("ns/op"), Cell::text("1.002261058012173")]),
                Row::Data(vec![Cell::text("allocs/op"), Cell::text("0.9490538573508006")]),
            ],
        ))),
    }
}

fn statement(kind: StatementKind, label: &str, body: Vec<Block>) -> Statement {
    Statement {
        kind,
        label: label.into(),
        id: label.to_lowercase(),
        body,
        checks: Vec::new(),
        test: None,
        state: String::new(),
    }
}

fn statements() -> Vec<Block> {
    let check = |text: &str| Check { text: text.into() };
    vec![
        heading(2, "interpretation", "Interpretation"),
        heading(3, "measured", "Measured"),
        Block::Statement(Statement {
            checks: vec![
                check("final/before ns/op [0.984, 1.021] includes 1"),
                check("final/legacy ns/op [0.981, 1.018] includes 1"),
            ],
            ..statement(
                StatementKind::Measured,
                "M1",
                vec![Block::Paragraph(vec![
                    strong("Time did not change measurably."),
                    Inline::text(" Both intervals include 1: "),
                    figure("1.002 [0.984, 1.021]", "e-ns-op"),
                    Inline::text(" against before and "),
                    figure("0.999 [0.981, 1.018]", "e-ns-op"),
                    Inline::text(" against legacy"),
                    Inline::NoteMark(0),
                    Inline::text("."),
                ])],
            )
        }),
        Block::Statement(Statement {
            checks: vec![check("final/before allocs/op high 0.949 < 1")],
            ..statement(
                StatementKind::Measured,
                "M2",
                vec![Block::Paragraph(vec![
                    strong("Each select allocates a little less."),
                    Inline::text(" Allocations fell by "),
                    figure("5.1%", "e-abs"),
                    Inline::text(", from "),
                    figure("687", "e-abs"),
                    Inline::text(" to "),
                    figure("652", "e-abs"),
                    Inline::text("; a cited figure says "),
                    standing(
                        "14%",
                        Standing::Cited,
                        Some(Target::Document { id: "index".into(), anchor: Some("status".into()) }),
                    ),
                    Inline::text("."),
                ])],
            )
        }),
        heading(3, "hypotheses", "Hypotheses"),
        Block::Statement(Statement {
            test: Some(t("CPU and off-CPU profiles of both processes. Neither was taken.")),
            state: "not tested".into(),
            ..statement(
                StatementKind::Hypothesis,
                "H1",
                vec![Block::Paragraph(vec![
                    Inline::text("Round trips may set the time of a select, so that "),
                    figure("35", "e-abs"),
                    Inline::text(" fewer allocations do not show."),
                ])],
            )
        }),
        Block::Statement(Statement {
            test: Some(t("A run with a cold cache.")),
            state: "not tested".into(),
            ..statement(
                StatementKind::Hypothesis,
                "H2",
                vec![p("The lookup may take a path that the change does not touch.")],
            )
        }),
        heading(2, "limits", "Limits"),
        Block::Statement(statement(
            StatementKind::Limit,
            "L1",
            vec![Block::Paragraph(vec![
                Inline::text("IndexScanRange has no ratio: "),
                Inline::Missing { reason: "a single block ran".into() },
                Inline::text("."),
            ])],
        )),
        Block::Statement(statement(
            StatementKind::Limit,
            "L2",
            vec![p("A percentile interval over six blocks covers less than its nominal 95%.")],
        )),
    ]
}

fn design() -> Vec<Block> {
    let step = |count: &str, what: &str, lost: &[&str]| FlowStep {
        count: vec![figure(count, "e-abs")],
        what: what.into(),
        lost: lost.iter().map(|lost| lost.to_string()).collect(),
    };
    vec![
        heading(2, "arms", "Arms"),
        p("Three trees of the same project, oldest first. Below 1, final takes less."),
        Block::Table(Box::new(arms())),
        heading(2, "design", "Environment and design"),
        Block::Paragraph(vec![
            Inline::text("One server on CPUs 2–7 and the benchmark on CPUs 8–15 with "),
            Inline::Code("GOMAXPROCS=8".into()),
            Inline::text(", in a network namespace joined by a veth pair."),
        ]),
        Block::List(List {
            start: None,
            tight: true,
            items: vec![
                vec![p("6 blocks over 3 arms in counterbalanced order")],
                vec![p("3 repeats in a fresh process")],
            ],
        }),
        Block::Aside(vec![Block::Paragraph(vec![
            strong("Block:"),
            Inline::text(" every arm once, close together in time, so that drift weighs on all arms alike."),
        ])]),
        heading(3, "accounting", "Planned, executed, analysed"),
        Block::Flow(vec![
            step("54", "planned", &["33 never started"]),
            step("21", "executed", &["3 in an incomplete case"]),
            step("18", "analysed", &[]),
        ]),
        Block::Table(Box::new(accounting())),
        heading(3, "workloads", "Workloads"),
        Block::Facts(vec![
            fact("PlanCacheHit", t("primary-key select of one row from a ten-row table, with a warm plan cache")),
            fact("IndexScanRange", t("50 of 100 rows through an index; not analysed")),
        ]),
        heading(4, "statement-text", "The statement"),
        Block::Code(Code { language: Some("sql".into()), text: "SELECT *\n  FROM t\n WHERE id = ?\n".into() }),
        Block::Quote(vec![p("A single block is not a result.")]),
        Block::Rule,
        Block::List(List {
            start: Some(3),
            tight: false,
            items: vec![vec![p("The third step."), p("With a second paragraph.")], vec![p("The fourth step.")]],
        }),
    ]
}

pub fn axis(low: f64, high: f64, ticks: &[f64]) -> Axis {
    Axis { low, high, ticks: ticks.iter().map(|tick| (*tick, tick.to_string())).collect(), reference: 1.0 }
}

fn results() -> Vec<Block> {
    let hit = [
        Ratio("ns/op", "time", 1.002261, 0.983894, 1.020962, "includes 1"),
        Ratio("B/op", "heap bytes", 0.966054, 0.966003, 0.96612, "less"),
        Ratio("allocs/op", "heap objects", 0.949053, 0.949053, 0.949053, "fewer"),
    ];
    let missing = [
        ("IndexScanRange", "no ratio: a single block ran, and the runner rejected two of its three arms"),
        ("TimestampInsert", "no ratio: no process ran"),
    ];
    vec![
        heading(2, "results", "Results"),
        heading(3, "before", "Final against before"),
        Block::Table(Box::new(ratios(
            "ratios-before",
            3,
            "Ratios final/before, with nominal 95% intervals.",
            axis(0.945, 1.045, &[0.95, 1.0]),
            &[("PlanCacheHit", &hit)],
            &missing,
        ))),
        Block::Plot(Box::new(plot("forest", 1))),
        heading(3, "absolute", "Absolute values"),
        Block::Table(Box::new(absolute())),
        p("A ratio of two absolute values is not the paired ratio."),
    ]
}

fn d1() -> Document {
    let mut blocks = design();
    blocks.extend(results());
    blocks.extend(statements());
    Document {
        lede: vec![
            Inline::text("In the one case that finished, time per select did not change measurably ("),
            figure("1.002", "e-ns-op"),
            Inline::text(" and "),
            figure("0.999", "e-ns-op"),
            Inline::text("), and each select makes "),
            figure("35", "e-abs"),
            Inline::text(" fewer allocations. Two further cases have no result."),
        ],
        facts: vec![
            fact("Data", t("reconstructed, not the original measurements")),
            fact(
                "Outcome",
                vec![
                    Inline::text("aborted; "),
                    figure("18", "e-abs"),
                    Inline::text(" of "),
                    figure("54", "e-abs"),
                    Inline::text(" planned processes analysed"),
                ],
            ),
            fact("Run", t("2026-10-14, 16:41 to 16:46 UTC")),
            fact(
                "Host",
                vec![standing("ccx43", Standing::Declared, Some(Target::File("inputs/frozen/D1/plan.json".into())))],
            ),
            fact("Harness", vec![Inline::Code("d94b4c61377d".into())]),
        ],
        blocks,
        notes: vec![vec![Block::Paragraph(vec![
            Inline::text("Percentile bootstrap over blocks, "),
            Inline::Emphasis(t("20,000")),
            Inline::text(" resamples; see "),
            Inline::Link { target: Target::Anchor("l2".into()), content: t("L2") },
            Inline::text(" and "),
            Inline::Link { target: Target::Url("https://example.org/bootstrap".into()), content: t("a description") },
            Inline::text("."),
        ])]],
        attachments: vec![Attachment {
            name: "d1 values.csv".into(),
            media_type: "text/csv".into(),
            description: "Every estimate of this phase".into(),
            bytes: Arc::from(&b"metric,ratio\nns/op,1.002\n"[..]),
            is_data: true,
        }],
        ..document("d1", Some("index"), "D1 SQL plan-cache select", "Phase D1", "SQL plan-cache point select")
    }
}

fn evidence() -> Document {
    let details = |id: &str, summary: &str| {
        Block::Details(Details {
            id: id.into(),
            summary: t(summary),
            blocks: vec![
                p("Geometric mean of the block ratios."),
                Block::Table(Box::new(table(
                    &format!("{id}-blocks"),
                    0,
                    "Block ratios and the process medians they come from.",
                    vec![Column::text("Block").as_row_head(), Column::number("Ratio", ""), Column::text("Line")],
                    vec![Row::Data(vec![
                        Cell::text("0"),
                        Cell::text("1.0093"),
                        Cell::new(
                            vec![Inline::Link {
                                target: Target::File("inputs/frozen/D1/logs/001.log".into()),
                                content: t("001.log:9"),
                            }],
                            vec!["001.log:9".into()],
                        ),
                    ])],
                ))),
            ],
        })
    };
    Document {
        lede: t("Where every figure of the phase comes from."),
        blocks: vec![
            heading(2, "derivations", "Derivations"),
            details("e-ns-op", "final/before ns/op 1.002"),
            details("e-abs", "Absolute values"),
        ],
        ..document("d1-evidence", Some("d1"), "D1 Evidence", "Phase D1", "Evidence")
    }
}

fn c2() -> Document {
    Document {
        lede: t("Two ways of fetching records from an index."),
        blocks: vec![
            heading(2, "results", "Results"),
            Block::Table(Box::new(ratios(
                "ratios-remote",
                1,
                "Ratios remote/ordinary of ns/op.",
                axis(0.3, 1.25, &[0.4, 0.6, 0.8, 1.0]),
                &[(
                    "reverse-small-1000 with a rather long name of its group that has to wrap somewhere",
                    &[
                        Ratio("ns/op", "time", 0.337, 0.331, 0.343, "faster"),
                        Ratio("ns/op", "split", 1.146, 1.13, 1.161, "slower"),
                        Ratio("ns/op", "executor", 0.783, 0.764, 0.8, "faster"),
                    ],
                )],
                &[],
            ))),
        ],
        ..document("c2", Some("index"), "C2 Remote fetch", "Phase C2", "Remote fetch: reverse scans and Skip")
    }
}

fn index() -> Document {
    let link = |id: &str, text: &str| Inline::Link {
        target: Target::Document { id: id.into(), anchor: None },
        content: t(text),
    };
    let row = |cell: Inline, name: &str, outcome: (StateShape, &str), counts: [&str; 3]| {
        let state = State { shape: outcome.0, word: outcome.1.into(), about: String::new() };
        let mut cells =
            vec![Cell::new(vec![cell], vec![name.into()]), Cell::new(t(&state.word), vec![state.word.clone()])];
        cells.extend(counts.map(Cell::text));
        Row::Data(cells)
    };
    Document {
        lede: t("Two phases of a benchmark campaign on a rented host. Each page says what was measured, what is only \
                 supposed, and where the data end."),
        facts: vec![
            fact("Data", t("reconstructed")),
            fact("Pinned", vec![Inline::text("165 files, "), link("hashes", "SHA-256 of each")]),
        ],
        blocks: vec![
            heading(2, "phases", "Phases"),
            Block::Table(Box::new(table(
                "phases-table",
                1,
                "Phases and their processes.",
                vec![
                    Column::text("Phase").as_row_head(),
                    Column::text("Outcome"),
                    Column::number("Planned", ""),
                    Column::number("Executed", ""),
                    Column::number("Analysed", ""),
                ],
                vec![
                    row(link("c2", "C2 Remote fetch"), "C2", (StateShape::Filled, "complete"), ["48", "48", "48"]),
                    row(
                        link("d1", "D1 SQL plan-cache point select"),
                        "D1",
                        (StateShape::Half, "aborted"),
                        ["54", "21", "18"],
                    ),
                ],
            ))),
            heading(2, "status", "Status of the data"),
            p(
                "This campaign is a reconstruction: its samples were made so that the frozen analysis gives the figures \
               that two write-ups printed.",
            ),
            Block::Paragraph(vec![
                Inline::text("A first line,"),
                Inline::HardBreak,
                Inline::Strikethrough(t("withdrawn")),
                Inline::SoftBreak,
                Inline::text("and a second."),
            ]),
        ],
        ..document("index", None, "Overview", "Campaign", "hcloud-rebench-20261014")
    }
}

fn hashes() -> Document {
    let row = |path: &str, hash: &str| {
        Row::Data(vec![
            Cell::new(
                vec![Inline::Link { target: Target::File(path.into()), content: vec![Inline::Code(path.into())] }],
                vec![path.into()],
            ),
            Cell::new(vec![Inline::Code(hash.into())], vec![hash.into()]),
        ])
    };
    Document {
        lede: t("Every input and output with its SHA-256."),
        blocks: vec![
            heading(2, "inputs", "Inputs"),
            Block::Table(Box::new(table(
                "inputs-table",
                1,
                "Inputs, as pinned.",
                vec![Column::text("File").as_row_head(), Column::text("SHA-256")],
                vec![
                    // The second file of the written sample holds other bytes than these.
                    row("inputs/a.txt", "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7"),
                    row("inputs/b.txt", "0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f"),
                ],
            ))),
        ],
        ..document("hashes", Some("index"), "Hashes", "Verification", "Inputs and hashes")
    }
}

/// The documents of the sample, in reading order.
pub fn documents() -> Vec<Document> {
    vec![index(), c2(), d1(), evidence(), hashes()]
}
