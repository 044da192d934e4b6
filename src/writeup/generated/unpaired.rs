//! What benchstat would say of the same samples, beside the paired readings.

use super::{View, ratios, run, unlinked};
use crate::analysis::companion::{ALPHA, Side, Unpaired};
use crate::analysis::{CaseOutcome, Estimate, MetricResult};
use crate::document::{Block, Cell, CellContent, Column, Details, Inline, Inlines, Row, Table};
use crate::evidence::collect::companions::companion_id;
use crate::evidence::collect::unpaired::{UNPAIRED, part};
use crate::number::{Direction, text};
use crate::writeup::sections::heading;

/// One estimate and its unpaired comparison.
struct Both<'a> {
    view: View<'a>,
    case: &'a str,
    comparison: &'a str,
    metric: &'a str,
    estimate: &'a Estimate,
    unpaired: &'a Unpaired,
}

impl Both<'_> {
    fn agree(&self) -> bool {
        Side::of_interval(self.estimate.low, self.estimate.high) == self.unpaired.side()
    }

    fn figure(&self, part: &str, text: String) -> Inline {
        let id = companion_id(self.view.phase.name(), self.case, self.comparison, self.metric, part);
        unlinked(self.view.figure(&id, text))
    }

    /// The paired estimate with its interval.
    fn paired(&self) -> Inline {
        let id = self.view.id(&["cases", self.case, self.comparison, self.metric]);
        self.view.figure(&id, ratios::printed(self.estimate))
    }

    fn change(&self) -> Inline {
        self.figure(part::RATIO, text::change(self.unpaired.ratio, 1))
    }

    fn p(&self) -> Option<Inline> {
        Some(self.figure(part::P, printed_p(self.unpaired.p?)))
    }

    /// What benchstat prints in the place of a verdict, in words.
    fn word(&self) -> String {
        let metric = self.view.metric(self.metric);
        match self.unpaired.side() {
            Side::Below => metric.below,
            Side::Above => metric.above,
            Side::Neither => "~".to_string(),
        }
    }
}

/// p with three decimals; one that rounds to nothing is not printed as nothing.
fn printed_p(p: f64) -> String {
    if p < 0.0005 { "< 0.001".to_string() } else { text::fixed(p, 3) }
}

pub(super) fn blocks(view: View<'_>) -> Vec<Block> {
    let both = all(view);
    if both.is_empty() {
        return Vec::new();
    }
    vec![
        heading(3, UNPAIRED, "Supplement: unpaired, as benchstat compares"),
        Block::Paragraph(words(&both)),
        Block::Details(Details {
            id: "unpaired-by-comparison".to_string(),
            summary: run!["Every comparison, paired and unpaired; not part of the frozen analysis"],
            blocks: vec![Block::Table(Box::new(table(&both)))],
        }),
    ]
}

/// Everything that has an interval and a direction.
fn all(view: View<'_>) -> Vec<Both<'_>> {
    let spec = &view.phase.records.spec;
    let mut out = Vec::new();
    for (metric_at, metric) in spec.metrics.iter().enumerate() {
        if view.metric(metric).direction == Direction::None {
            continue;
        }
        for (at, comparison) in spec.comparisons.iter().enumerate() {
            for (case_at, case) in view.phase.analysed.results.cases.iter().enumerate() {
                let CaseOutcome::Analysed(results) = &case.outcome else { continue };
                let Some(MetricResult::Analysed(estimates)) = results.get(metric_at) else { continue };
                let Some(estimate) = estimates.comparisons.get(at) else { continue };
                let Some(unpaired) = view.phase.analysed.supplement.unpaired_of(case_at, metric_at, at) else {
                    continue;
                };
                out.push(Both { view, case: &case.name, comparison: &comparison.name, metric, estimate, unpaired });
            }
        }
    }
    out
}

fn words(both: &[Both<'_>]) -> Inlines {
    let differing: Vec<&Both<'_>> = both.iter().filter(|one| !one.agree()).collect();
    let mut out = run![format!(
        "benchstat knows of no blocks: it takes all samples of an arm as one series, compares their medians, and says \u{201c}~\u{201d} \
         where the p of a Mann-Whitney U test lies above {}. The repeats of a process are more alike than those of two, \
         which makes that p smaller than it ought to be; what moves all arms of a block alike is noise to it, which makes it \
         larger. The frozen analysis pairs by block and is the one that counts. The two ",
        text::full(ALPHA)
    )];
    out.extend(match differing.len() {
        0 => run![format!("read alike in all {} comparisons.", both.len())],
        some => run![format!("read differently in {some} of {}: ", both.len())],
    });
    for (at, one) in differing.iter().enumerate() {
        out.extend(run![
            if at == 0 { "" } else { "; " },
            format!("{} of {}, {}: paired ", one.metric, one.case, one.comparison),
            one.paired(),
            ", unpaired ",
            one.change(),
        ]);
        out.extend(one.p().map(|p| run![" with p\u{a0}", p]).unwrap_or_default());
        out.extend(run![if at + 1 == differing.len() { "." } else { "" }]);
    }
    out
}

fn table(both: &[Both<'_>]) -> Table {
    let mut rows = Vec::new();
    let mut group = None;
    for one in both {
        if group != Some([one.metric, one.comparison]) {
            rows.push(Row::Group(run![format!("{}, {}", one.metric, one.comparison)]));
            group = Some([one.metric, one.comparison]);
        }
        let reading = ratios::reading(&one.view.metric(one.metric), one.estimate.low, one.estimate.high);
        let equal = "all samples equal";
        let p = match (one.p(), one.unpaired.p) {
            (Some(shown), Some(p)) => Cell::new(vec![shown], vec![text::full(p)]),
            _ => Cell::new(vec![Inline::Missing { reason: equal.to_string() }], vec![format!("N/A ({equal})")]),
        };
        let differ = if one.agree() { run!["alike"] } else { vec![Inline::Strong(run!["differ"])] };
        let differ_csv = if one.agree() { "alike" } else { "differ" };
        rows.push(Row::Data(vec![
            Cell::new(run![one.case], [one.metric, one.comparison, one.case].map(str::to_string).to_vec()),
            Cell::new(
                vec![one.paired()],
                [one.estimate.ratio, one.estimate.low, one.estimate.high].map(text::full).to_vec(),
            ),
            Cell { csv: vec![reading.word.clone()], content: CellContent::Reading(reading) },
            Cell::new(vec![one.change()], vec![text::full(one.unpaired.ratio)]),
            p,
            Cell::text(one.word()),
            Cell::new(differ, vec![differ_csv.to_string()]),
        ]));
    }
    let samples: Vec<[usize; 2]> = both.iter().map(|one| one.unpaired.samples).collect();
    let many = match samples.first() {
        Some([first, second]) if samples.iter().all(|one| one == &[*first, *second]) && first == second => {
            format!("{first} samples an arm. ")
        }
        _ => String::new(),
    };
    let csv = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
    Table {
        id: "paired-and-unpaired".to_string(),
        caption: run!["The frozen estimate, paired by block, beside an unpaired comparison of all samples."],
        columns: vec![
            Column { csv: csv(&["metric", "comparison", "case"]), ..Column::text("Case") }.as_row_head(),
            Column { csv: csv(&["ratio", "low", "high"]), ..Column::number("Paired", "") },
            Column { csv: csv(&["paired_reading"]), ..Column::text("Reading") },
            Column { csv: csv(&["unpaired_ratio"]), ..Column::number("Unpaired", "") },
            Column { csv: csv(&["p"]), ..Column::number("p", "") },
            Column { csv: csv(&["benchstat"]), ..Column::text("benchstat") },
            Column { csv: csv(&["readings"]), ..Column::text("Readings") },
        ],
        rows,
        foot: vec![run![format!("{many}No p is corrected for the number of comparisons, as in benchstat.")]],
        wide: true,
        ..Table::default()
    }
}
