//! Each rule with texts that it takes and texts that it does not, over a small ledger.

use std::fs;
use std::sync::Arc;

use super::*;
use crate::document::Standing;
use crate::evidence::{Amount, Derivation, Evidence, Ledger};
use crate::writeup::content;
use crate::writeup::context::Names;
use crate::writeup::generated::Offer;
use crate::writeup::template::{Text, render};
use crate::writeup::{lines, markdown};

fn evidence(id: &str, unit: &str, amount: Amount) -> Evidence {
    let phase = id.split(':').next().filter(|phase| phase.len() <= 2).map(str::to_string);
    let derivation = Derivation::Declared { file: "x".to_string(), at: String::new() };
    Evidence {
        id: id.to_string(),
        phase,
        what: id.replace(':', " "),
        amount,
        interval: None,
        unit: unit.to_string(),
        standing: Standing::Measured,
        derivation,
        shown: None,
    }
}

fn ledger() -> Ledger {
    let number = |id: &str, unit: &str, value: f64| evidence(id, unit, Amount::Number(value));
    let mut ledger = Ledger::default();
    let cited =
        Evidence { phase: Some("B".to_string()), standing: Standing::Cited, ..number("cited:b.load", "percent", 14.0) };
    let ratio = Evidence { interval: Some((0.32, 0.349)), ..number("P1:cases:c:final/before:ns/op", "ratio", 0.337) };
    for one in [
        ratio,
        number("P1:cases:c:final:ns/op", "ns/op", 15_600_000.0),
        number("P1:cases:c:before:ns/op", "ns/op", 46_500_000.0),
        number("P1:cases:c:final/before:allocs/op", "ratio", 0.949),
        number("P1:cases:c:final:allocs/op", "allocs/op", 652.0),
        number("P1:cases:c:before:allocs/op", "allocs/op", 687.0),
        evidence("P1:plan:blocks", "", Amount::Count(6)),
        evidence("P1:plan:arms", "", Amount::Count(2)),
        evidence("P1:plan:harness", "", Amount::Text("d94b4c61377d173b7c6884fde426a227dab0f0bb".to_string())),
        evidence("P1:run:started", "", Amount::Text("2026-10-14T16:41:07.318Z".to_string())),
        number("P2:cases:c:final/before:ns/op", "ratio", 1.25),
        cited,
        Evidence { standing: Standing::Cited, ..number("P1:published:mean", "percent", 77.7) },
    ] {
        ledger.enter(one);
    }
    ledger
}

/// What the lint says of a phase's text: place, rule, cause and next step.
fn told_of(front: &str, body: &str, phase: Option<&str>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("phases")).unwrap();
    let (file, head) = match phase {
        Some(phase) => ("phases/p.md", format!("phase: {phase}\n")),
        None => ("campaign.md", String::new()),
    };
    fs::write(folder.path().join("campaign.md"), "---\ntitle: t\n---\n").unwrap();
    fs::write(folder.path().join(file), format!("---\ntitle: t\n{head}{front}---\n{body}")).unwrap();
    let content = content::read(folder.path()).unwrap();
    let authored = content.phases.first().unwrap_or(&content.overview);
    let ledger = Arc::new(ledger());
    let desk = Arc::new(Desk::new(Arc::clone(&ledger)));
    let names = Names::of(&ledger);
    let context = phase.map_or_else(|| names.of_campaign(), |phase| names.of_phase(phase));
    let set = |lines_before: u32, text: &str| {
        let text = Text { file, lines_before, text };
        let rendered: lines::Unmarked = render(text, &context, &desk, &Offer::default()).unwrap();
        let parsed = markdown::parse(text, &rendered, &desk).unwrap();
        (rendered, parsed.prose)
    };
    let body = set(authored.lines_before, &authored.body);
    let lede = set(authored.front.lede_line.saturating_sub(1), &authored.front.lede);
    let draft = Draft {
        authored,
        phase,
        lede: (&lede.0, &lede.1),
        body: (&body.0, &body.1),
        desk: &desk,
        names: &["P1".to_string(), "small-10".to_string(), "ns/op".to_string()],
    };
    let findings = lint(draft, &Levels::default());
    for finding in &findings {
        let excerpt = finding.problem.excerpt.as_ref().unwrap();
        let shown = excerpt.line.get(excerpt.start..excerpt.start + excerpt.length).unwrap();
        let whole = fs::read_to_string(folder.path().join(file)).unwrap();
        let line = whole.lines().nth(finding.problem.place.line.unwrap() as usize - 1).unwrap().to_string();
        let Some(column) = finding.problem.place.column else { continue };
        let there: String = line.chars().skip(column as usize - 1).collect();
        assert!(there.starts_with(shown), "{shown} stands at {}, not {there}", finding.problem.place);
    }
    findings.into_iter().map(|finding| format!("{} {}", finding.level.word(), finding.problem)).collect()
}

fn measured(statements: &str) -> Vec<String> {
    told_of("", &format!("## Interpretation\n### Measured\n{statements}"), Some("P1"))
}

fn hypotheses(statements: &str) -> Vec<String> {
    told_of("", &format!("## Interpretation\n### Hypotheses\n{statements}"), Some("P1"))
}

const NONE: [&str; 0] = [];

#[test]
fn typed_numbers_are_found_with_the_figures_that_print_so() {
    assert_eq!(
        measured("- It takes {{ cases.c[\"final/before\"][\"ns/op\"] | ratio }}, as 0.337 [0.320, 0.349] says.\n"),
        [
            "deny phases/p.md:7:63: `0.337 [0.320, 0.349]` was typed; in words about results a number comes from the data \
          (write `{{ cases[\"c\"][\"final/before\"][\"ns/op\"] | interval }}` (0.337 [0.320, 0.349], \
          P1:cases:c:final/before:ns/op))"
        ]
    );
    assert_eq!(
        told_of("", "## Results\nIn all six blocks, 15.6 ms and 5.1 %.\n", Some("P1")),
        [
            "deny phases/p.md:6:8: `six blocks` was typed; in words about results a number comes from the data (write \
             `{{ plan.blocks | count(words=true) }}` (six, P1:plan:blocks))",
            "deny phases/p.md:6:20: `15.6 ms` was typed; in words about results a number comes from the data (write \
             `{{ cases[\"c\"][\"final\"][\"ns/op\"] | value }}` (15.6 ms, P1:cases:c:final:ns/op))",
            "deny phases/p.md:6:32: `5.1 %` was typed; in words about results a number comes from the data (write \
             `{{ cases[\"c\"][\"final/before\"][\"allocs/op\"] | percent }}` (5.1%, P1:cases:c:final/before:allocs/op))",
        ]
    );
}

#[test]
fn typed_numbers_that_no_figure_prints_are_told_with_the_nearest() {
    let told = told_of("lede: >-\n  It takes 0.4 of\n  the time.\n", "", Some("P1"));
    assert_eq!(
        told,
        ["deny phases/p.md:5:12: `0.4` was typed; in words about results a number comes from the data (bind it; no \
          figure prints so, and the nearest are `{{ cases[\"c\"][\"final/before\"][\"ns/op\"] | interval }}` (0.337 \
          [0.320, 0.349], P1:cases:c:final/before:ns/op), `{{ cases[\"c\"][\"final/before\"][\"allocs/op\"] | ratio }}` \
          (0.949, P1:cases:c:final/before:allocs/op), `{{ plan.arms | count }}` (2, P1:plan:arms); if it is a name, \
          declare it under `names` in the front matter)"]
    );
}

#[test]
fn bound_numbers_names_and_other_sections_are_no_findings() {
    let figure = "{{ cases.c[\"final/before\"][\"ns/op\"] | ratio }}";
    for body in [
        format!("## Results\nIt takes {figure} in small-10, with p95, `0.5`, [that](https://x.y/0.5) and 1.2.3.\n"),
        format!(
            "## Results\n{figure} below 1, in {{{{ plan.arms | count(words=true) }}}} of {{{{ plan.blocks | count }}}}.\n"
        ),
        "## Limits\n- Six blocks, 0.5 ms.\n## Arms\nTwo arms.\n".to_string(),
        "## Interpretation\n### Hypotheses\n- It may be 0.5.\n".to_string(),
        "## Results\n```\n0.5\n```\n{% set x = 5 %}\n".to_string(),
    ] {
        assert_eq!(told_of("", &body, Some("P1")), NONE, "{body}");
    }
    assert_eq!(told_of("names: [ten rows, Go 1.25]\n", "## Results\nFor ten rows with Go 1.25.\n", Some("P1")), NONE);
}

#[test]
fn numbers_do_not_hide_in_expressions_arguments_notes_or_tables() {
    for body in [
        "## Results\nIt takes {{ 0.5 }}.\n",
        "## Results\nIt takes {{ \"0.5\" }}.\n",
        "## Results\nIt takes {{ why_apart(text=\"about 0.5 of it\") }}.\n",
        "## Results\nIt is small.[^a]\n\n## Limits\n- None.\n\n[^a]: About 0.5 of it.\n",
        "## Results\n| a |\n|---|\n| 0.5 |\n",
        "## Results\n### About 0.5\n",
        "## Results\nIt takes **0**.5.\n",
        "It takes 0.5.\n\n## Results\n",
        "## Interpretation\nIt takes 0.5.\n",
        "## Results\n- a\n  - b 0.5\n",
        "## Results\n> 0.5\n",
        "## Results\nIt takes &#48;.5.\n",
        "## Results\nIt takes [0.5](https://x.y).\n",
    ] {
        let told = told_of("", body, Some("P1"));
        assert!(told.iter().any(|told| told.contains("was typed")), "{body}: {told:?}");
    }
}

#[test]
fn a_number_is_no_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("phases")).unwrap();
    fs::write(folder.path().join("campaign.md"), "---\ntitle: t\nnames: [ten rows, \"0.337\"]\n---\n").unwrap();
    let problems = content::read(folder.path()).unwrap_err();
    assert_eq!(
        problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "campaign.md:3:19: `0.337` is declared as a name and has no letter (declare names alone, for instance `names: \
          [ten rows]`; bind numbers to the ledger)"
        ]
    );
}

#[test]
fn dates_and_commits_are_found_in_every_section() {
    let body = "## Arms\nAt d94b4c6, on 2026-10-14.\n## Limits\n- Since May 2025.\n";
    assert_eq!(
        told_of("", body, Some("P1")),
        [
            "deny phases/p.md:6:4: the commit `d94b4c6` was typed; it has to come from the data (write `{{ plan.harness | \
             hash }}` (P1:plan:harness))",
            "deny phases/p.md:6:16: the date `2026-10-14` was typed; it has to come from the data (write `{{ run.started | \
             date }}` (P1:run:started))",
            "deny phases/p.md:8:9: the date `May 2025` was typed; it has to come from the data (leave it out, or bind one \
             that the data hold with the filter `date`)",
        ]
    );
    let how = "- It may be so. {{ would_test(how=\"As on 2026-10-14.\") }}\n";
    assert!(hypotheses(how)[0].contains("phases/p.md:7:42: the date `2026-10-14` was typed"), "{:?}", hypotheses(how));
    let bound = "## Arms\nAt {{ plan.harness | hash }}, on {{ run.started | date }}, defaced by `d94b4c6`.\n";
    assert_eq!(told_of("", bound, Some("P1")), NONE);
}

const RATIO: &str = "{{ cases.c[\"final/before\"][\"ns/op\"] | ratio }}";
const TERMS: &str =
    "({{ cases.c.before[\"ns/op\"] | value(with_unit=false) }} → {{ cases.c.final[\"ns/op\"] | value }})";

#[test]
fn a_ratio_that_its_terms_do_not_give_is_found_unless_the_text_says_why() {
    assert_eq!(
        measured(&format!("- It takes {RATIO} {TERMS}.\n")),
        ["warn phases/p.md:7:12: M1 prints 0.337 beside 15.6 ms and 46.5, and 15.6 ms / 46.5 gives 0.335 (say in the \
          statement why they differ, with `{{ why_apart(text=\"…\") }}`, or print what follows)"]
    );
    let why = "{{ why_apart(text=\"The ratio is paired.\") }}";
    assert_eq!(measured(&format!("- It takes {RATIO} {TERMS}. {why}\n")), NONE);
    // Another statement is another matter.
    assert_eq!(measured(&format!("- It takes {RATIO}.\n- It takes {TERMS}.\n")), NONE);
}

#[test]
fn percents_changes_differences_quotients_and_sums_are_redone() {
    let allocs =
        "({{ cases.c.before[\"allocs/op\"] | value(with_unit=false) }} → {{ cases.c.final[\"allocs/op\"] | value }})";
    let ratio = "cases.c[\"final/before\"][\"allocs/op\"]";
    assert_eq!(measured(&format!("- It falls by {{{{ {ratio} | percent }}}} {allocs}.\n")), NONE);
    assert_eq!(measured(&format!("- It changes by {{{{ {ratio} | change }}}} {allocs}.\n")), NONE);
    let first = |statement: String| measured(&statement).into_iter().next().unwrap_or_default();
    let ns = "cases.c[\"final/before\"][\"ns/op\"]";
    let told = first(format!("- It changes by {{{{ {ns} | change(decimals=0) }}}} {TERMS}.\n"));
    assert_eq!(told, "", "−66 % is what 0.335 gives, a digit off");
    let told = first(format!("- It changes by {{{{ {ns} | change }}}} {TERMS}.\n"));
    assert!(told.contains("M1 prints -66.3% beside 15.6 ms and 46.5, and 15.6 ms / 46.5 gives -66.5%"), "{told}");
    let of = "(of=[cases.c.final[\"ns/op\"], cases.c.before[\"ns/op\"]])";
    for (formed, closes) in [
        (format!("quotient{of} | ratio"), true),
        (format!("difference{of} | value"), true),
        (format!("sum{of} | value"), true),
        (format!("sum{of} | value(digits=2)"), true),
        (format!("difference{of} | value(unit=\"ms\", decimals=3)"), true),
    ] {
        assert_eq!(measured(&format!("- It is {{{{ {formed} }}}} {TERMS}.\n")).is_empty(), closes, "{formed}");
    }
    let coarse = "({{ cases.c.before[\"ns/op\"] | value(digits=1, with_unit=false) }} → {{ cases.c.final[\"ns/op\"] | value(digits=1) }})";
    let told = first(format!("- It is {{{{ sum{of} | value }}}} {coarse}.\n"));
    assert!(told.contains("M1 prints 62.1 ms beside 16 ms and 47, and 16 ms + 47 gives 63.0 ms"), "{told}");
}

#[test]
fn the_figures_of_a_statement_come_from_one_phase_or_the_others_are_named() {
    let other = "{{ phases.P2.cases.c[\"final/before\"][\"ns/op\"] | ratio }}";
    assert_eq!(
        measured(&format!("- Here {RATIO}, there {other}.\n")),
        [
            "deny phases/p.md:7:62: `1.250` is from the data of phase P2, which M1 does not name (name phase P2 in it, or part \
          what comes from it into a statement of its own)"
        ]
    );
    assert_eq!(measured(&format!("- Here {RATIO}, in P2 {other}.\n")), NONE);
    let cited = "{{ cited[\"b.load\"] | value }}";
    for (text, count) in [("A B/op of", 1), ("Printed: B,", 1), ("Phase B printed", 0), ("phase\n  B printed", 0)] {
        assert_eq!(measured(&format!("- {text} {cited}.\n")).len(), count, "{text}");
    }
    // What was printed of the page's own phase elsewhere needs no name, but the word.
    let printed = "{{ published.mean | value }}";
    assert_eq!(measured(&format!("- The mail prints {printed}.\n")), NONE);
    assert_eq!(measured(&format!("- Phase P1 took {printed}.\n")), NONE);
    assert!(measured(&format!("- It took {printed}.\n"))[0].contains("is quoted from phase P1"));
    assert_eq!(
        told_of("", &format!("The mail prints {}.\n", printed.replace("published", "phases.P1.published")), None).len(),
        1
    );
    let formed = "{{ difference(of=[cases.c[\"final/before\"][\"ns/op\"], phases.P2.cases.c[\"final/before\"][\"ns/op\"]]) | ratio }}";
    assert!(measured(&format!("- Apart by {formed}.\n"))[0].contains("is from the data of phase P2"));
    // On the campaign's page no phase is the own one, and a single one need not be named.
    let one = RATIO.replace("cases", "phases.P1.cases");
    assert_eq!(told_of("", &format!("It takes {one}.\n"), None), NONE);
    assert_eq!(told_of("", &format!("It takes {one} and {other}.\n"), None).len(), 2);
    assert_eq!(told_of("", &format!("P1 takes {one} and P2 {other}.\n"), None), NONE);
}

#[test]
fn a_hypothesis_may_suppose_an_effect_and_state_one_only_beside_its_figure() {
    assert_eq!(
        hypotheses("- It is so. The server is slower then.\n"),
        [
            "deny phases/p.md:7:27: H1 states an effect as a fact (`slower`) and quotes no measured figure (say that it may be \
          so, or quote the figure that shows it)"
        ]
    );
    for (text, count) in [
        ("Caching reduces it.", 1),
        ("It costs more.", 1),
        ("It may be slower. It costs time.", 1),
        ("A cited 14 % slower: {{ cited[\"b.load\"] | value }}, of phase B.", 1),
        ("It may cost more.", 0),
        ("Perhaps it is faster.", 0),
        ("It could improve, or regress.", 0),
        (&format!("It is faster here ({RATIO})."), 0),
        ("A costly lesson. {{ would_test(how=\"See whether it is faster.\") }}", 0),
    ] {
        assert_eq!(hypotheses(&format!("- {text}\n")).len(), count, "{text}");
    }
    assert_eq!(told_of("", "## Limits\n- It is slower.\n", Some("P1")), NONE);
}

#[test]
fn a_measured_statement_prints_a_figure() {
    let claim = format!("{{{{ claim(that={} | below(value=1)) }}}}", "cases.c[\"final/before\"][\"ns/op\"]");
    assert_eq!(
        measured(&format!("- It is *faster*\n  there. {claim}\n")),
        [
            "deny phases/p.md:7:3: M1 prints no figure: It is faster there. (quote the figure that it rests on, or move it to \
          Hypotheses or Limits)"
        ]
    );
    assert_eq!(measured(&format!("- It is faster.\n\n  By {RATIO}. {claim}\n")), NONE);
}

#[test]
fn a_declared_name_is_used() {
    assert_eq!(
        told_of("names: [ten rows, nine cases]\n", "## Results\nFor ten rows in nine\ncases.\n", Some("P1")),
        NONE
    );
    assert_eq!(
        told_of("names: [Go 1.25]\n", "## Results\nWith Go 1.2.\n", Some("P1"))[0],
        "warn phases/p.md:4:9: `Go 1.25` is declared as a name, and the text does not use it (take it out of `names`)"
    );
}

#[test]
fn levels_decide_what_is_looked_for() {
    assert_eq!(Rule::ALL.map(Rule::name).len(), 7);
    let mut levels = Levels::default();
    assert_eq!((levels.of(Rule::Arithmetic), levels.of(Rule::UnboundNumber)), (Level::Warn, Level::Deny));
    levels.set(Rule::UnboundNumber, Level::Allow);
    assert_eq!(levels.of(Rule::UnboundNumber), Level::Allow);
}
