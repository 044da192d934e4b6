//! Blocks that stand out and effects of order: a table with the rules, and what of it is a limit in words.

use super::{View, run};
use crate::analysis::scatter::APART as ERRORS;
use crate::document::{Block, Cell, Column, Details, Inline, Inlines, Row, Table, Target};
use crate::evidence::collect::{estimates, scatter::part};
use crate::evidence::{Amount, Evidence};
use crate::number::text;
use crate::writeup::sections::heading;

/// Anchor of the table.
const APART: &str = "apart";

/// One comparison of the first metric of a case.
struct Compared<'a> {
    view: View<'a>,
    case: &'a str,
    numerator: &'a str,
    denominator: &'a str,
    comparison: &'a str,
    id: String,
}

impl<'a> Compared<'a> {
    fn part(&self, part: &str) -> Option<&'a Evidence> {
        self.view.ledger.get(&format!("{}:{part}", self.id))
    }

    fn number(&self, part: &str) -> Option<f64> {
        self.part(part)?.amount.number()
    }

    fn holds(&self, part: &str) -> bool {
        self.part(part).is_some_and(|evidence| evidence.amount == Amount::Truth(true))
    }

    /// A figure printed as `text`.
    fn figure(&self, part: &str, text: String) -> Inline {
        self.view.figure(&format!("{}:{part}", self.id), text)
    }

    fn ratio(&self, part: &str) -> Option<Inline> {
        Some(self.figure(part, text::ratio(self.number(part)?)))
    }

    /// The ratio of the farthest block.
    fn farthest(&self) -> Option<Inline> {
        self.ratio(&format!("block_{}", self.number(part::FARTHEST_BLOCK)?))
    }
}

/// Every comparison of the first metric that has an estimate.
fn each(view: View<'_>) -> Vec<Compared<'_>> {
    let records = view.phase.records;
    let Some(metric) = records.spec.metrics.first() else { return Vec::new() };
    let mut out = Vec::new();
    for case in &records.plan.cases {
        for comparison in &records.spec.comparisons {
            let id = view.id(&["cases", &case.name, &comparison.name, metric]);
            if view.ledger.get(&id).is_some() {
                out.push(Compared {
                    view,
                    case: &case.name,
                    numerator: &comparison.numerator,
                    denominator: &comparison.denominator,
                    comparison: &comparison.name,
                    id,
                });
            }
        }
    }
    out
}

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let compared = each(view);
    let Some(metric) = view.phase.records.spec.metrics.first() else { return Vec::new() };
    if compared.iter().all(|one| one.part(part::FARTHEST_Q).is_none() && one.part(part::ORDER_EFFECT).is_none()) {
        return Vec::new();
    }
    vec![
        heading(3, APART, "Blocks that stand out, and order"),
        Block::Paragraph(words(metric)),
        Block::Details(Details {
            id: "apart-by-comparison".to_string(),
            summary: run![format!("Farthest block and order effect of every comparison of {metric}")],
            blocks: vec![Block::Table(Box::new(table(metric, &compared)))],
        }),
    ]
}

fn words(metric: &str) -> Inlines {
    run![format!(
        "A block stands out where its ratio of {metric} lies farther from the next than Dixon\u{2019}s test allows: Q is the \
         gap between the logarithms of the two, as a part of the range of all; its critical value is what normal log ratios \
         exceed in 5 % of comparisons. Two such blocks on one side hide each other. The order effect is the geometric mean of \
         the block ratios in which the numerator ran before the denominator, over that of the others. It stands out where \
         the two means of log ratios lie {ERRORS} standard errors apart or more, by the spread within the two groups, pooled. \
         Neither is a part of the frozen analysis, and nothing is left out or corrected for it.",
    )]
}

fn table(metric: &str, compared: &[Compared<'_>]) -> Table {
    let number = |head: &str, csv: &str| Column { csv: vec![csv.to_string()], ..Column::number(head, "") };
    let missing =
        |reason: &str| Cell::new(vec![Inline::Missing { reason: reason.to_string() }], vec![format!("N/A ({reason})")]);
    let rows = compared.iter().map(|one| {
        let cell = |shown: Option<Inline>, value: Option<f64>, reason: &str| match (shown, value) {
            (Some(shown), Some(value)) => Cell::new(vec![shown], vec![text::full(value)]),
            _ => missing(reason),
        };
        let plain = |part: &str, print: fn(f64) -> String, reason: &str| {
            let value = one.number(part);
            cell(value.map(|value| one.figure(part, print(value))), value, reason)
        };
        let block = one.number(part::FARTHEST_BLOCK);
        let (no_block, no_order) = ("no block lies apart", "one order alone");
        let cell_of_q = match [part::FARTHEST_Q, part::FARTHEST_CRITICAL].map(|part| one.number(part)) {
            [Some(q), Some(critical)] => Cell::new(
                vec![one.figure(part::FARTHEST_Q, text::fixed(q, 3))],
                vec![text::full(q), text::full(critical)],
            ),
            _ => Cell { csv: vec![format!("N/A ({no_block})"); 2], ..missing(no_block) },
        };
        let word = match (one.holds(part::FARTHEST_STANDS_OUT), one.holds(part::ORDER_STANDS_OUT)) {
            (true, true) => "block, order",
            (true, false) => "block",
            (false, true) => "order",
            (false, false) => "nothing",
        };
        Row::Data(vec![
            Cell::text(one.case),
            Cell::text(one.comparison),
            plain(part::FARTHEST_BLOCK, text::full, no_block),
            cell(one.farthest(), block.and_then(|block| one.number(&format!("block_{block}"))), no_block),
            plain(part::FARTHEST_LEFT_OUT, text::ratio, no_block),
            cell_of_q,
            plain(part::ORDER_EFFECT, text::ratio, no_order),
            plain(part::ORDER_ERRORS, |errors| text::fixed(errors, 2), "no spread within"),
            Cell::text(word),
        ])
    });
    // One value for each number of blocks that occurs.
    let mut critical: Vec<f64> = compared.iter().filter_map(|one| one.number(part::FARTHEST_CRITICAL)).collect();
    critical.sort_by(f64::total_cmp);
    critical.dedup();
    let foot = match &critical[..] {
        [] => Vec::new(),
        [q] => vec![run![format!("Q stands out above {}.", text::full(*q))]],
        _ => {
            vec![run!["Above which Q stands out depends on the number of blocks; results.json says it for each case."]]
        }
    };
    Table {
        id: "farthest-and-order".to_string(),
        caption: run![format!("The block ratio of {metric} that lies farthest from the others, and the order effect.")],
        columns: vec![
            Column::text("Case").as_row_head(),
            Column::text("Comparison"),
            number("Farthest block", part::FARTHEST_BLOCK),
            number("Its ratio", "farthest_ratio"),
            number("Without it", part::FARTHEST_LEFT_OUT),
            Column {
                csv: [part::FARTHEST_Q, part::FARTHEST_CRITICAL].map(str::to_string).to_vec(),
                ..Column::number("Q", "")
            },
            number("Order effect", part::ORDER_EFFECT),
            number("Errors apart", part::ORDER_ERRORS),
            Column { csv: vec!["stands_out".to_string()], ..Column::text("Stands out") },
        ],
        rows: rows.collect(),
        foot,
        wide: true,
        ..Table::default()
    }
}

/// What of it is a limit.
pub(super) fn limits(view: View<'_>) -> Vec<Inlines> {
    let compared = each(view);
    let Some(metric) = view.phase.records.spec.metrics.first() else { return Vec::new() };
    let mut out = Vec::new();
    out.extend(standing_blocks(metric, &compared));
    out.extend(compared.iter().filter_map(|one| order(metric, one)));
    out.extend(by_chance(metric, &compared));
    out
}

fn link(words: &str) -> Inline {
    Inline::Link { target: Target::Anchor(APART.to_string()), content: run![words] }
}

fn standing_blocks(metric: &str, compared: &[Compared<'_>]) -> Option<Inlines> {
    let standing: Vec<&Compared<'_>> = compared.iter().filter(|one| one.holds(part::FARTHEST_STANDS_OUT)).collect();
    let judged = compared.iter().filter(|one| one.part(part::FARTHEST_Q).is_some()).count();
    let mut words = run![
        format!("In {} of {judged} comparisons of {metric} one block ", standing.len()),
        link("stands out"),
        " from the others by Dixon\u{2019}s test: ",
    ];
    for (at, one) in standing.iter().enumerate() {
        words.extend(run![
            if at == 0 { "" } else { "; " },
            format!("{}, {}: block ", one.case, one.comparison),
            one.figure(part::FARTHEST_BLOCK, text::full(one.number(part::FARTHEST_BLOCK)?)),
            " with ",
            one.farthest()?,
            ", and ",
            one.ratio(part::FARTHEST_LEFT_OUT)?,
            " without it",
        ]);
    }
    words.extend(run![format!(
        ". Chance alone names 5 % of comparisons, here about {}. All blocks stay in all estimates.",
        text::fixed(0.05 * judged as f64, 1)
    )]);
    (!standing.is_empty()).then_some(words)
}

/// Order means on different sides of 1, or outside of the interval, or standard errors apart.
fn order(metric: &str, one: &Compared<'_>) -> Option<Inlines> {
    use estimates::part::{DENOMINATOR_FIRST, NUMERATOR_FIRST};
    let (first, second) = (one.number(NUMERATOR_FIRST)?, one.number(DENOMINATOR_FIRST)?);
    let (low, high) = one.view.ledger.get(&one.id)?.interval?;
    let sides = (first < 1.0) != (second < 1.0);
    let outside = [first, second].iter().any(|mean| *mean < low || *mean > high);
    let errors = one.number(part::ORDER_ERRORS).filter(|_| one.holds(part::ORDER_STANDS_OUT));
    if !sides && !outside && errors.is_none() {
        return None;
    }
    let mut words = run![
        format!("{metric} of {}, {}: blocks in which ", one.case, one.comparison),
        one.denominator,
        " ran before ",
        one.numerator,
        " average ",
        one.ratio(DENOMINATOR_FIRST)?,
        ", the others ",
        one.ratio(NUMERATOR_FIRST)?,
        match (sides, outside) {
            (true, false) => ": on different sides of 1, both inside the interval",
            (true, true) => ": on different sides of 1, and not both inside the interval",
            (false, true) => ": not both inside the interval",
            (false, false) => ": on one side of 1, both inside the interval",
        },
    ];
    if let Some(errors) = errors {
        words.extend(run![
            ". The ",
            link("order effect"),
            " of ",
            one.ratio(part::ORDER_EFFECT)?,
            " stands out, at ",
            one.figure(part::ORDER_ERRORS, text::fixed(errors, 2)),
            " standard errors",
        ]);
    }
    words.extend(run!["."]);
    Some(words)
}

/// How many of the order effects that stand out chance alone would have brought.
fn by_chance(metric: &str, compared: &[Compared<'_>]) -> Option<Inlines> {
    let standing = compared.iter().filter(|one| one.holds(part::ORDER_STANDS_OUT)).count();
    let mut judged = 0usize;
    let mut expected = 0.0;
    let view = compared.first()?.view;
    let records = view.phase.records;
    for case_at in 0..records.plan.cases.len() {
        let Some(scatter) = view.phase.analysed.scatter.of(case_at, 0) else { continue };
        for part in scatter.orders.iter().flatten().filter_map(|order| order.by_chance) {
            judged += 1;
            expected += part;
        }
    }
    (standing > 0).then(|| {
        run![format!(
            "An order effect is said to stand out from {ERRORS} standard errors on. With so few blocks chance alone brings \
             that about in {} of {judged} comparisons of {metric}; here it is {standing}.",
            text::fixed(expected, 1),
        )]
    })
}
