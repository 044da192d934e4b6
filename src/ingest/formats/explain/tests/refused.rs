use super::*;

const RESTORE: &str = "(restore the plan as psql wrote it)";

fn node(run: &str) -> String {
    format!("Result  (cost=0.00..0.01 rows=1 width=4) (actual {run})\nExecution Time: 1.0 ms\n")
}

#[test]
fn text_plans_that_cannot_be_read_are_refused() {
    let empty = "p:1:1: the file holds no plan of the format text: nothing was measured \
                 (check that the file is the output of EXPLAIN (ANALYZE) in that format)";
    let good = node("time=1.0..2.0 rows=1 loops=1");
    let run = "`Actual Total Time` is";
    let comma = "it has a comma, and whether that separates decimals or thousands is not known";
    let table = |rows: u32| {
        format!(
            "  QUERY PLAN\n-----\n Result  (actual time=1.0..2.0 rows=1 loops=1)\n Execution Time: 1.0 ms\n({rows} rows)\n"
        )
    };
    for (text, expected) in [
        (String::new(), empty.to_owned()),
        ("a,b\n1,2\n".to_owned(), empty.to_owned()),
        (fixture("explain-xml.txt"),
            "p:1:1: the plan is in the format XML, not text (declare the format that it is in, and keep one format a file)".to_owned()),
        ("Seq Scan on big  (cost=0.00..1.00 rows=1 width=4)\nPlanning Time: 0.1 ms\n".to_owned(),
            "p:1:1: there is no run time in the plan: it is one of EXPLAIN without ANALYZE, or what tells of the run was cut off \
             (freeze the output of EXPLAIN (ANALYZE))".to_owned()),
        (node("time=1.0..2,5 rows=1 loops=1"), format!("p:1:50: {run} `2,5`, not a number that can be used: {comma} {RESTORE}")),
        (node("time=1.0..NaN rows=1 loops=1"), format!("p:1:50: {run} `NaN`, not a number that can be used: it is not a number (NaN) {RESTORE}")),
        (node("time=1.0..1e400 rows=1 loops=1"), format!("p:1:50: {run} `1e400`, not a number that can be used: it is too large for a double {RESTORE}")),
        (node("time=1.0..-2.0 rows=1 loops=1"), format!("p:1:50: {run} `-2.0`, not a number that can be used: it is below zero {RESTORE}")),
        (node("time=1.0 rows=1 loops=1"), format!("p:1:50: `time=1.0 rows=1 loops=1)` is not what a node tells of its run {RESTORE}")),
        (node("time=1.0..2.0 rows=1 loops=1 heap=2"), format!("p:1:50: `time=1.0..2.0 rows=1 loops=1 heap=2)` is not what a node tells of its run {RESTORE}")),
        (good.replace("Execution", "  Buffers: shared found=2\nExecution"), format!("p:2:3: `Buffers: shared found=2` can't be read {RESTORE}")),
        (good.replace("1.0 ms", "1.0 s"), format!("p:2:1: `1.0 s` is not a time in ms {RESTORE}")),
        (format!("{good}Execution Time: 1.0 ms\n"),
            "p:3:1: `Execution Time` stands twice in the same plan (write each plan after a head of its own)".to_owned()),
        (table(3), format!("p:5:1: psql counted 3 rows of the plan, but 2 are there {RESTORE}")),
        (format!("{good}Time: 1,5 ms\n"),
            format!("p:3:7: `1,5` is not a number that can be used: {comma} (restore the output as psql wrote it, or declare \
                     `decimal: comma` if it ran in such a locale)")),
    ] {
        assert_eq!(messages(TEXT, &text, &[]), [expected], "{text:?}");
    }
    assert!(read(TEXT, &table(2), &[]).is_ok());
}

#[test]
fn a_text_plan_that_is_cut_says_so() {
    let whole = fixture("explain-sort-spill.txt");
    for (end, line, damaged) in [
        // In the middle of a line, and after one.
        (whole.find("written=28403").unwrap() + 10, 26, 2),
        (whole.find(" Planning:").unwrap(), 37, 1),
    ] {
        let reading = read(TEXT, &whole[..end], &[]).unwrap();
        has(
            &reading,
            &["4 run 0 Execution Time none: the plan ends before it ms", "4 run 0 Actual Total Time 3269.358 ms"],
        );
        let text = "The plan ends before its `Execution Time`: the file was cut.";
        assert!(said(&reading).contains(&(line, SaidKind::Damaged, text)), "{:?}", said(&reading));
        assert_eq!(reading.said.iter().filter(|said| said.kind == SaidKind::Damaged).count(), damaged);
    }
    let text = "Result  (actual time=1.0..2.0 rows=1 loops=1)\nTrigger x may be cut\nExecution Time: 1.0 ms\n";
    assert_eq!(said(&read(TEXT, text, &[]).unwrap()), [(2, SaidKind::Remark, "The plan says `Trigger x may be cut`.")]);
    let text = "Result  (actual time=1.0..2.0 rows=1 loops=1)\nExecution Time: 1.0";
    let reading = read(TEXT, text, &[]).unwrap();
    assert_eq!(
        said(&reading)[0],
        (2, SaidKind::Damaged, "The last line has no end and may be cut: `Execution Time: 1.0`.")
    );
    has(&read(TEXT, &format!("{text} ms"), &[]).unwrap(), &["2 run 0 Execution Time 1.0 ms"]);
}

#[test]
fn trees_that_cannot_be_read_are_refused() {
    let json = |body: &str| format!("[\n  {{\n{body}\n  }}\n]\n");
    let plan = "    \"Plan\": { \"Node Type\": \"Result\", \"Actual Rows\": 1 }";
    let no_plan = format!("this is no list of plans as EXPLAIN prints it {RESTORE}");
    let empty = "p:1:1: the file holds no plan of the format JSON: nothing was measured \
                 (check that the file is the output of EXPLAIN (ANALYZE) in that format)";
    for (text, expected) in [
        (String::new(), empty.to_owned()),
        ("a,b\n1,2\n".to_owned(), empty.to_owned()),
        (json(plan).replace("\n  }\n]\n", "\n"),
            "p:4:1: this is not JSON: EOF while parsing an object (the file ends too early: restore it whole from where the \
             campaign was frozen)".to_owned()),
        (json(&format!("{plan},\n    \"Execution Time\": 1,5")),
            "p:4:25: this is not JSON: key must be a string (correct the JSON there, or restore the file from where the campaign \
             was frozen)".to_owned()),
        (json(&format!("{plan},\n    \"Execution Time\": NaN")),
            "p:4:23: this is not JSON: expected value (correct the JSON there, or restore the file from where the campaign was \
             frozen)".to_owned()),
        (json(&format!("{plan},\n    \"Execution Time\": \"fast\"")),
            format!("p:4:23: `Execution Time` is `fast`, not a number that can be used: it has characters that no decimal has {RESTORE}")),
        (json(&format!("{plan},\n    \"Execution Time\": 1,\n    \"Execution Time\": 1")),
            "p:5:5: the key `Execution Time` stands twice in the same object (keep the one that is meant; readers differ in which \
             of the two they take)".to_owned()),
        (json("    \"Planning Time\": 1"), format!("p:2:3: {no_plan}")),
        (json("    \"Plan\": { \"Relation Name\": \"t\" }"), format!("p:3:13: a node of the plan has no `Node Type` {RESTORE}")),
        ("[\n]\n".to_owned(), format!("p:1:1: {no_plan}")),
        (json("    \"Plan\": { \"Node Type\": \"Result\", \"Total Cost\": 1 }"),
            "p:3:13: there is no run time in the plan: it is one of EXPLAIN without ANALYZE, or what tells of the run was cut off \
             (freeze the output of EXPLAIN (ANALYZE))".to_owned()),
    ] {
        assert_eq!(messages(JSON, &text, &[]), [expected], "{text:?}");
    }
    let mut deep = "{\"Node Type\": \"Result\"}".to_owned();
    for _ in 0..40 {
        deep = format!("{{\"Node Type\": \"Limit\", \"Plans\": [{deep}]}}");
    }
    let message = messages(JSON, &format!("[{{\"Plan\": {deep}}}]"), &[]);
    assert!(message[0].contains("values are nested more than 32 levels deep"), "{message:?}");
}

#[test]
fn yaml_and_xml_that_cannot_be_read_are_refused() {
    let yaml = fixture("explain-yaml.txt");
    for (text, expected) in [
        (yaml.replace("Execution Time: 0.221", "Execution Time: .nan"), "p:80:19: `.nan` is not a finite number"),
        (
            yaml.replace("Execution Time: 0.221", "Execution Time: 0,221"),
            "p:80:19: `Execution Time` is `0,221`, not a number that can be used: it has a comma, and whether that separates \
             decimals or thousands is not known",
        ),
        (
            yaml.replace("Execution Time: 0.221", "Planning Time: 0.221"),
            "p:80:3: the key `Planning Time` stands twice in the same map",
        ),
        (yaml.replace("Node Type", "Kind"), "p:2:5: a node of the plan has no `Node Type`"),
        (yaml.replace("    Strategy: \"Plain\"", "    Strategy: \"Plain"), "p:"),
        (String::new(), "p:1:1: the file holds no plan of the format YAML: nothing was measured"),
    ] {
        let messages = messages(YAML, &text, &[]);
        assert!(messages[0].starts_with(expected), "{expected}: {messages:?}");
    }
    let xml = fixture("explain-xml.txt");
    for (text, expected) in [
        (xml.replace("</explain>", ""), "p:"),
        (
            xml.replace("<Execution-Time>0.222", "<Execution-Time>0,222"),
            "p:88:5: `Execution Time` is `0,222`, not a number that can be used: it has a comma, and whether that separates decimals \
             or thousands is not known",
        ),
        (
            xml.replace("<Execution-Time>0.222", "<Execution-Time>inf"),
            "p:88:5: `Execution Time` is `inf`, not a number that can be used: it is infinite",
        ),
        (
            xml.replace("<Planning-Time>0.446</Planning-Time>", "<Execution-Time>1</Execution-Time>"),
            "p:88:5: the element `Execution-Time` stands twice in the same one",
        ),
        (xml.replace("Node-Type", "Kind"), "p:3:5: a node of the plan has no `Node Type`"),
        (xml.replace("<Query>", "<!DOCTYPE x><Query>"), "p:2:"),
        (format!("<explain>\n<Query><Plan>{}\n</explain>\n", "<a>".repeat(100_000)), "p:"),
        (
            format!("<explain>\n<Query>{}{}</Query>\n</explain>\n", "<a>".repeat(50_000), "</a>".repeat(50_000)),
            "p:2:1205: the plan is nested more than 200 levels deep",
        ),
        (String::new(), "p:1:1: the file holds no plan of the format XML: nothing was measured"),
    ] {
        let messages = messages(XML, &text, &[]);
        assert!(messages[0].starts_with(expected), "{expected}: {messages:?}");
    }
}

#[test]
fn times_alone_are_runs_and_what_is_none_is_refused() {
    let format = psql_timing::FORMAT;
    let reading = read(format, &fixture("timing.txt"), &[]).unwrap();
    assert_eq!(
        all(&reading),
        ["7 run 0 Time 1.156 ms", "13 run 1 Time 1203.002 ms", "15 run 2 Time none: the statement failed ms"]
    );
    assert_eq!(
        said(&reading),
        [
            (14, SaidKind::Failed, "psql printed `ERROR:  division by zero`."),
            (1, SaidKind::Remark, "8 lines are no times but what the statements printed."),
        ]
    );
    let comma = read(format, "Time: 1,5 ms\r\nTime: 2", &[("decimal", "comma")]).unwrap();
    assert_eq!(
        (all(&comma), comma.observations[0].value.as_ref().unwrap().value),
        (vec!["1 run 0 Time 1,5 ms".to_owned()], 1.5)
    );
    assert_eq!(said(&comma), [(2, SaidKind::Damaged, "The last line has no end and may be cut: `Time: 2`.")]);
    let empty = "p:1:1: the file holds no `Time: … ms` line: nothing was measured (check that the file is the output of psql with \
                 `\\timing on`)";
    let restore = "restore the output as psql wrote it, or declare `decimal: comma` if it ran in such a locale";
    let not = |text: &str, why: &str| format!("p:1:7: `{text}` is not a number that can be used: {why} ({restore})");
    for (text, expected) in [
        ("", empty.to_owned()),
        ("a,b\n1,2\n", empty.to_owned()),
        ("Time: 1,5 ms\n", not("1,5", "it has a comma, and whether that separates decimals or thousands is not known")),
        ("Time: nan ms\n", not("nan", "it is not a number (NaN)")),
        ("Time: 1e400 ms\n", not("1e400", "it is too large for a double")),
        ("Time: 5 s\n", "p:1:1: `Time: 5 s` is not a time as psql prints it (restore the output as psql wrote it)".to_owned()),
        ("Result  (actual time=1.0..2.0 rows=1 loops=1)\nTime: 5 ms\n",
            "p:1:1: a plan of EXPLAIN stands among the times (declare the format of the plan, for instance `explain-text`, which \
             reads the times too)".to_owned()),
    ] {
        assert_eq!(messages(format, text, &[]), [expected], "{text:?}");
    }
}
