//! Each kind of block and inline content, as it is set.

use rebench_report::document::table::StateShape;
use rebench_report::document::*;
use rebench_report::render::csv::twin;

use super::markup::read;
use super::sample::{Ratio, axis, figure, heading, p, plot, ratios, standing, t, table};
use super::{Tag, page_of, pages, rendered, sample};

fn body(blocks: Vec<Block>) -> String {
    let page = page_of(blocks);
    let from = page.find("<div class=\"text\">").expect("the text begins");
    let to = page.find("</main>").expect("the text ends");
    page[from..to].to_string()
}

fn assert_holds(page: &str, parts: &[&str]) {
    let mut rest = page;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} (or not after the others) in {page}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn sections_follow_the_headings_and_carry_their_names() {
    let blocks =
        vec![p("before"), heading(2, "a", "A"), heading(3, "a-1", "A1"), heading(4, "a-2", "A2"), heading(2, "b", "B")];
    assert_holds(
        &body(blocks.clone()),
        &[
            "<section>\n<p>before</p>\n</section>",
            "<section aria-labelledby=\"a\">\n<h2 id=\"a\">A</h2>\n<h3 id=\"a-1\">A1</h3>\n<h4 id=\"a-2\">A2</h4>\n</section>",
            "<section aria-labelledby=\"b\">\n<h2 id=\"b\">B</h2>\n</section>",
        ],
    );
    let page = page_of(blocks);
    assert_holds(&page, &["class=\"toc\"", "<a href=\"#a\">A</a>", "<li class=\"sub\"><a href=\"#a-1\">A1</a>"]);
    assert!(!page.contains("href=\"#a-2\""), "contents end at the third level");
}

#[test]
fn inline_content_of_every_kind() {
    let link = |target| Inline::Link { target, content: t("to") };
    let page = body(vec![Block::Paragraph(vec![
        Inline::Strong(vec![Inline::Emphasis(t("both"))]),
        Inline::Strikethrough(t("gone")),
        Inline::Code("a<b".into()),
        Inline::SoftBreak,
        Inline::HardBreak,
        link(Target::Anchor("x".into())),
        link(Target::File("inputs/a.log".into())),
        link(Target::Document { id: "index".into(), anchor: Some("x".into()) }),
        Inline::Missing { reason: "no process ran".into() },
    ])]);
    assert_holds(
        &page,
        &[
            "<strong><em>both</em></strong><del>gone</del><code>a&lt;b</code>\n<br>",
            "<a href=\"#x\">to</a><a href=\"../inputs/a.log\">to</a><a href=\"index.html#x\">to</a>",
            "<span class=\"na\"><abbr title=\"not available\">N/A</abbr> (no process ran)</span>",
        ],
    );
}

#[test]
fn figures_link_to_where_they_come_from_and_show_their_standing() {
    let documents = [
        Document {
            blocks: vec![Block::Paragraph(vec![
                figure("1.002", "e-x"),
                standing("14%", Standing::Cited, Some(Target::Anchor("c".into()))),
                standing("8", Standing::Declared, Some(Target::File("inputs/plan.json".into()))),
                standing("−3", Standing::Measured, None),
            ])],
            ..sample::document("index", None, "Top", "", "Top")
        },
        sample::document("d1-evidence", Some("index"), "E", "", "E"),
    ];
    assert_holds(
        pages(&rendered(&documents))["index.html"],
        &[
            "<a class=\"fig\" href=\"d1-evidence.html#e-x\">1.002</a>",
            "<a class=\"fig cited\" href=\"#c\">14%</a>",
            "<a class=\"fig declared\" href=\"../inputs/plan.json\">8</a>",
            "<span class=\"num\">−3</span>",
        ],
    );
}

#[test]
fn notes_and_their_marks_lead_to_each_other() {
    let marked = Block::Paragraph(vec![Inline::NoteMark(0), Inline::NoteMark(0), Inline::NoteMark(7)]);
    let document = Document {
        blocks: vec![marked],
        notes: vec![vec![p("first"), p("last")]],
        ..sample::document("index", None, "Top", "", "Top")
    };
    let files = rendered(&[document]);
    assert_holds(
        pages(&files)["index.html"],
        &[
            "<sup class=\"mark\" id=\"_mark-1-1\"><a href=\"#_note-1\" aria-label=\"Note 1\">1</a></sup>",
            "<sup class=\"mark\" id=\"_mark-1-2\">",
            "<sup class=\"mark\">8</sup>",
            "<li id=\"_note-1\"><p>first</p>\n<p>last <a class=\"back\" href=\"#_mark-1-1\"",
            "href=\"#_mark-1-2\"",
            "</a></p></li>",
        ],
    );
}

#[test]
fn lists_quotations_code_and_breaks() {
    let list = |start, tight| Block::List(List { start, tight, items: vec![vec![p("a"), p("b")]] });
    let page = body(vec![
        list(None, true),
        list(Some(1), false),
        list(Some(3), false),
        Block::Quote(vec![p("said")]),
        Block::Code(Code { language: Some("go".into()), text: "\nif a < b {\n".into() }),
        Block::Rule,
    ]);
    assert_holds(
        &page,
        &[
            "<ul class=\"tight\">\n<li>a<p>b</p>\n</li>\n</ul>",
            "<ol>\n<li><p>a</p>\n<p>b</p>\n</li>\n</ol>",
            "<ol start=\"3\">",
            "<blockquote>\n<p>said</p>\n</blockquote>",
            "<code data-language=\"go\">\nif a &lt; b {\n</code></pre>",
            "<hr>",
        ],
    );
}

#[test]
fn asides_stand_beside_the_text_they_belong_to() {
    let aside = |text| Block::Aside(vec![p(text)]);
    let page = body(vec![p("one"), aside("note"), p("two"), heading(3, "h", "H"), p("three")]);
    assert_holds(
        &page,
        &[
            "<div class=\"noted\">\n<div>\n<p>one</p>\n<p>two</p>\n</div>\n<div class=\"notes\">\n<aside class=\"note\">",
            "<p>note</p>\n</aside>\n</div>\n</div>\n<h3 id=\"h\">H</h3>\n<p>three</p>",
        ],
    );
}

#[test]
fn details_can_be_linked_to_and_unfold() {
    let details = Details { id: "e-x".into(), summary: t("Summary"), blocks: vec![p("inside")] };
    let page = body(vec![Block::Details(details)]);
    // The id stands inside: browsers unfold the details around what a link leads to.
    assert_holds(&page, &["<summary>Summary</summary>\n<div class=\"folded\" id=\"e-x\">\n<p>inside</p>"]);
}

#[test]
fn counts_say_what_was_lost_between_them() {
    let step = |count, what: &str, lost: &[&str]| FlowStep {
        count: t(count),
        what: what.into(),
        lost: lost.iter().map(|lost| lost.to_string()).collect(),
    };
    let page = body(vec![Block::Flow(vec![step("54", "planned", &["33 never started"]), step("21", "executed", &[])])]);
    assert_holds(
        &page,
        &[
            "<ol class=\"flow\">",
            "<b>54</b> <span>planned</span></p><ul class=\"lost\"><li><span class=\"vh\">less </span>33 never started</li>",
            "<b>21</b> <span>executed</span></p></li>\n</ol>",
        ],
    );
}

fn statement(kind: StatementKind, label: &str) -> Statement {
    Statement {
        kind,
        label: label.into(),
        id: label.to_lowercase(),
        body: vec![p("said")],
        checks: Vec::new(),
        test: None,
        state: String::new(),
    }
}

#[test]
fn measured_statements_open_their_checks_and_hypotheses_say_that_they_are_none() {
    let checked = Statement {
        checks: vec![Check { text: "high 0.949 < 1".into() }, Check { text: "0 = 0".into() }],
        ..statement(StatementKind::Measured, "M1")
    };
    let untested = Statement {
        test: Some(t("a profile")),
        state: "not tested".into(),
        ..statement(StatementKind::Hypothesis, "H1")
    };
    let page = body(vec![
        Block::Statement(checked),
        Block::Statement(statement(StatementKind::Measured, "M2")),
        Block::Statement(untested),
        Block::Statement(statement(StatementKind::Hypothesis, "H2")),
        Block::Statement(statement(StatementKind::Limit, "L1")),
    ]);
    assert_holds(
        &page,
        &[
            "<ol class=\"items measured\">\n<li id=\"m1\"><span class=\"label\">M1</span>",
            "<details class=\"check\"><summary><span class=\"badge\">",
            "checked</span> <span class=\"more\">2 conditions",
            "<code>high 0.949 &lt; 1</code>",
            "<li id=\"m2\">",
            "</ol>\n<ol class=\"items hypotheses\">\n<li id=\"h1\">",
            "<span class=\"badge untested\">",
            "not tested</span></p>\n<div class=\"said\">\n<p>said</p>",
            "<b>Would test it:</b> a profile</p>",
            "<li id=\"h2\">",
            "</svg>hypothesis</span>",
            "</ol>\n<ol class=\"items limits\">\n<li id=\"l1\">",
        ],
    );
    let second = page.split("id=\"m2\"").nth(1).and_then(|rest| rest.split("</ol>").next()).expect("M2");
    assert!(!second.contains("badge"), "a statement without checks is not called checked");
}

fn tags_of_table(table: Table) -> Vec<Tag> {
    read(&body(vec![Block::Table(Box::new(table))])).0
}

/// The lines that the page's script copies: what a row or cell carries, or else its text.
fn copied(tags: &[Tag]) -> String {
    let quoted = |text: &str| match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    };
    let unlisted = |tag: &Tag| tag.get("data-unlisted").is_some();
    let grouped = tags.iter().any(|tag| tag.get("class") == Some("group"));
    let mut group = "group".to_string();
    let mut out = String::new();
    for row in tags.split(|tag| tag.name == "/tr") {
        let Some(at) = row.iter().rposition(|tag| tag.name == "tr") else { continue };
        let (head, cells) = (&row[at], &row[at + 1..]);
        if group == "group" && row.iter().any(|tag| tag.name == "tbody") {
            group.clear();
        }
        if head.get("class") == Some("group") {
            group = head.get("data-v").expect("a group is named").to_string();
            continue;
        }
        let first = if grouped { format!("{group},") } else { String::new() };
        if let Some(line) = head.get("data-v") {
            out += &format!("{first}{line}\n");
            continue;
        }
        if unlisted(head) || head.get("class") == Some("gone") {
            continue;
        }
        let mut fields = Vec::new();
        for cell in cells.split(|tag| matches!(&*tag.name, "/th" | "/td")).filter(|cell| !cell.is_empty()) {
            if !unlisted(&cell[0]) && !cell[0].get("class").is_some_and(|class| class.contains("ip")) {
                let text: String = cell.iter().map(|tag| tag.text.as_str()).collect();
                fields.push(cell[0].get("data-v").map_or_else(|| quoted(&text), str::to_string));
            }
        }
        out += &format!("{first}{}\n", fields.join(","));
    }
    out
}

#[test]
fn what_is_copied_from_a_table_is_its_csv_twin() {
    let mut tables = Vec::new();
    for document in sample::documents() {
        visit::each_table(&document, &mut |table| tables.push(table.clone()));
    }
    tables.push(table(
        "odd",
        1,
        "Odd values.",
        vec![Column::text("a, \"b\"").as_row_head(), Column::text("c")],
        vec![Row::Data(vec![
            Cell::new(t("x"), vec!["1,5 \"units\"\nand more".into()]),
            Cell::new(t("y"), vec![String::new()]),
        ])],
    ));
    assert!(tables.len() > 8);
    for table in tables {
        let twin = String::from_utf8(twin(&table).expect("a twin")).expect("text");
        assert_eq!(copied(&tags_of_table(table.clone())), twin, "{}", table.id);
    }
}

#[test]
fn ratio_tables_draw_each_interval_on_one_axis_with_the_reference_through_all_rows() {
    let rows = [
        Ratio("ns/op", "time", 1.002, 0.98, 1.02, "includes 1"),
        Ratio("B/op", "bytes", 0.9, 0.9, 0.9, "less"),
        Ratio("x/op", "x", 1.2, 1.1, 1.3, "more"),
    ];
    let table =
        ratios("r", 3, "Ratios.", axis(0.8, 1.4, &[0.8, 1.0, 1.2]), &[("Case", &rows)], &[("Other", "none ran")]);
    let page = body(vec![Block::Table(Box::new(table.clone()))]);
    assert_holds(
        &page,
        &[
            "<figure class=\"tbl wide ratios\" id=\"r\">",
            "<b>Table 3.</b> Ratios.",
            "href=\"../tables/index/r.csv\" download",
            "<tr class=\"group\" data-v=\"Case\"><th scope=\"rowgroup\">",
            "aria-label=\"ns/op: 1.002, interval 0.980 to 1.020\"",
            "class=\"ring\"",
            "class=\"read neutral\"",
            "class=\"solid\"",
            "class=\"read better\"",
            "M0-5",
            "class=\"read worse\"",
            "<tr class=\"gone\" data-v=\"Other,N/A,N/A,N/A,N/A,none ran\"><th scope=\"row\">",
            "N/A</abbr> (none ran)",
            "Below 1 the numerator takes less.",
        ],
    );
    let tags = tags_of_table(table.clone());
    let lines: Vec<&Tag> = tags.iter().filter(|tag| tag.get("class") == Some("one")).collect();
    assert_eq!(lines.len(), table.rows.len() + 1, "in the head and in every row");
    assert!(lines.iter().all(|line| line.get("x1") == lines[0].get("x1")));
    // Every row has as many cells as there are columns: a narrow screen hides some of them.
    let mut cells = Vec::new();
    for tag in &tags {
        match &*tag.name {
            "tr" => cells.push(0),
            "th" | "td" => *cells.last_mut().expect("a row") += 1,
            _ => {}
        }
    }
    assert_eq!(cells, [5; 6]);
}

#[test]
fn rows_of_other_tables_span_and_heads_have_scopes() {
    let table = table(
        "x",
        0,
        "No number.",
        vec![
            Column::text("Arm").as_row_head(),
            Column::number("Time", "ms/op"),
            Column { head_hidden: true, ..Column::text("Remark") },
        ],
        vec![
            Row::Group(t("Case")),
            Row::Data(vec![Cell::text("final"), Cell::text("1.149"), Cell::text("-")]),
            Row::Data(vec![Cell::text("short")]),
            Row::Missing { what: t("Other"), reason: "none ran".into(), csv: Vec::new() },
        ],
    );
    assert_holds(
        &body(vec![Block::Table(Box::new(table))]),
        &[
            "<span id=\"_caption-x\">No number.</span>",
            "<table aria-labelledby=\"_caption-x\">",
            "<th scope=\"col\">Arm</th><th scope=\"col\" class=\"r\" data-v=\"Time\">Time <span class=\"unit\">ms/op</span></th>",
            "<span class=\"vh\">Remark</span>",
            "<tr class=\"group\" data-v=\"Case\"><th scope=\"rowgroup\" colspan=\"3\"><div>Case</div></th></tr>",
            "<th scope=\"row\">final</th><td class=\"r\">1.149</td>",
            "<th scope=\"row\">short</th><td data-unlisted></td><td data-unlisted></td>",
            "<tr class=\"gone\"><th scope=\"row\" colspan=\"3\"><div><b>Other</b> <span class=\"na\">",
        ],
    );
}

#[test]
fn states_are_shapes_with_words_and_a_case_is_named_once() {
    let state = |shape, word: &str| State { shape, word: word.into(), about: "job 7".into() };
    let cell = |state: State| Cell { csv: vec![state.word.clone()], content: CellContent::State(state) };
    let block = |number: u32| Column { align: Align::Center, ..Column::text(format!("Block {number}")) };
    let row = |case: &str, shown: bool, arm: &str| {
        let case = Cell::new(if shown { t(case) } else { Vec::new() }, vec![case.into()]);
        let states = [state(StateShape::Crossed, "failed"), state(StateShape::Dotted, "never started")];
        Row::Data([case, Cell::text(arm)].into_iter().chain(states.map(cell)).collect())
    };
    let table = Table {
        legend: vec![(State { about: String::new(), ..state(StateShape::Half, "passed") }, 3)],
        ..table(
            "s",
            1,
            "States.",
            vec![Column::text("Case"), Column::text("Arm").as_row_head(), block(0), block(1)],
            vec![row("A", true, "x"), row("A", false, "y"), row("B", true, "x"), row("C", true, "x")],
        )
    };
    assert_holds(
        &body(vec![Block::Table(Box::new(table))]),
        &[
            "<th scope=\"colgroup\" class=\"c\" colspan=\"2\">Block</th></tr>\n<tr data-unlisted><th scope=\"col\" class=\"c\">0</th>",
            "<tr class=\"first\"><th scope=\"rowgroup\" rowspan=\"2\">A</th><th scope=\"row\">x</th>",
            "title=\"job 7: failed\"",
            "<use href=\"#_s-crossed\"/></svg><span class=\"vh\">failed</span>",
            "<use href=\"#_s-dotted\"/></svg><span class=\"vh\">never started</span>",
            "<tr data-v=\"A,y,failed,never started\"><th scope=\"row\">y</th>",
            "<use href=\"#_s-half\"/></svg>passed (3)</li>",
        ],
    );
}

#[test]
fn plots_hold_every_drawing_once_and_their_data() {
    let mut twice = plot("forest", 2);
    twice.data = None;
    let page = body(vec![Block::Plot(Box::new(plot("other", 1))), Block::Plot(Box::new(twice))]);
    assert_holds(
        &page,
        &[
            "<figure class=\"plot wide\" id=\"other\">",
            "<b>Figure 1.</b>",
            "<div class=\"pictures\" role=\"img\" aria-label=\"Two ratios with intervals.",
            "<svg class=\"on-wide\"",
            "<svg class=\"on-mid\"",
            "<svg class=\"on-narrow\"",
            "<summary>Data of this figure</summary>",
            "id=\"other-data\"",
            "<b>Figure 2.</b>",
        ],
    );
    assert_eq!(page.matches("Data of this figure").count(), 1);
    assert_eq!(page.matches("class=\"on-wide\"").count(), 2);
}

#[test]
fn a_table_of_hashes_can_be_verified_and_others_can_not() {
    let page = |hash: &str, target: Target| {
        let link = Inline::Link { target, content: t("a") };
        let cells = vec![Cell::new(vec![link], vec!["a".into()]), Cell::text(hash)];
        let columns = vec![Column::text("File").as_row_head(), Column::text("SHA-256")];
        page_of(vec![Block::Table(Box::new(table("h", 1, "Hashes.", columns, vec![Row::Data(cells)])))])
    };
    let hash = "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7";
    let verifiable = page(hash, Target::File("inputs/a".into()));
    assert!(verifiable.contains(" data-hashes>") && verifiable.contains("verify.js"));
    for other in [page(&hash[1..], Target::File("inputs/a".into())), page(hash, Target::Anchor("a".into()))] {
        assert!(!other.contains(" data-hashes>") && !other.contains("verify.js"));
    }
}
