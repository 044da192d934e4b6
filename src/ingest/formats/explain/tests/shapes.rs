use super::*;

#[test]
fn a_text_plan_gives_times_the_top_nodes_counters_and_its_shape() {
    let reading = read(TEXT, &fixture("explain-parallel.txt"), &[]).unwrap();
    has(
        &reading,
        &[
            "23 run 0 Execution Time 449.743 ms",
            "22 run 0 Planning Time 2.694 ms",
            "3 run 0 Actual Startup Time 447.049 ms",
            "3 run 0 Actual Total Time 449.645 ms",
            "3 run 0 Actual Rows 1 count",
            "3 run 0 Actual Loops 1 count",
            "4 run 0 Shared Read Blocks 34483 count",
            "3 run 0 Shared Hit Blocks 0 count",
            "5 run 0 I/O Read Time 596.147 ms",
            "3 run 0 I/O Write Time 0 ms",
            "20 run 0 Planning Shared Dirtied Blocks 1 count",
            "21 run 0 Planning I/O Read Time 2.313 ms",
        ],
    );
    assert_eq!((reading.observations.len(), reading.said.len(), reading.texts.len()), (30, 0, 1));
    let shape = &reading.texts[0];
    assert_eq!((shape.line, shape.name.as_str(), shape.whose.run), (3, "plan shape", Some(0)));
    assert_eq!(shape.text, "Finalize Aggregate\n  Gather\n    Partial Aggregate\n      Parallel Seq Scan on big");
    let windows = read(TEXT, &fixture("explain-parallel.txt").replace('\n', "\r\n"), &[]).unwrap();
    assert_eq!(windows, reading);
}

#[test]
fn the_same_plan_has_the_same_shape_and_metrics_in_each_format() {
    for name in ["parallel", "bitmap"] {
        let text = read(TEXT, &fixture(&format!("explain-{name}.txt")), &[]).unwrap();
        let json = read(JSON, &fixture(&format!("explain-{name}.json")), &[]).unwrap();
        assert_eq!(text.texts[0].text, json.texts[0].text, "{name}");
        let metrics = |reading: &Reading| -> Vec<(String, String)> {
            let of = reading.observations.iter().filter(|seen| !seen.metric.contains("Temp I/O"));
            of.map(|seen| (seen.metric.to_string(), seen.unit.to_string())).collect()
        };
        assert_eq!(metrics(&text), metrics(&json), "{name}");
    }
    let aligned = read(JSON, &fixture("explain-json.aligned.txt"), &[]).unwrap();
    let yaml = read(YAML, &fixture("explain-yaml.txt"), &[]).unwrap();
    let xml = read(XML, &fixture("explain-xml.txt"), &[]).unwrap();
    has(
        &aligned,
        &[
            "90 run 0 Execution Time 0.208 ms",
            "20 run 0 Shared Read Blocks 2 count",
            "30 run 0 I/O Write Time 0.000 ms",
            "72 run 0 Planning Shared Hit Blocks 51 count",
        ],
    );
    has(
        &yaml,
        &[
            "80 run 0 Execution Time 0.221 ms",
            "12 run 0 Actual Total Time 0.152 ms",
            "64 run 0 Planning Shared Hit Blocks 82 count",
        ],
    );
    has(
        &xml,
        &[
            "88 run 0 Execution Time 0.222 ms",
            "27 run 0 I/O Read Time 0.000 ms",
            "70 run 0 Planning Shared Hit Blocks 82 count",
        ],
    );
    let metrics = |reading: &Reading| reading.observations.iter().map(|seen| seen.metric.clone()).collect::<Vec<_>>();
    assert_eq!((metrics(&aligned), metrics(&aligned)), (metrics(&yaml), metrics(&xml)));
    for reading in [&aligned, &yaml, &xml] {
        assert_eq!(reading.texts[0].text, "Aggregate\n  Index Only Scan using big_k on big");
    }
}

#[test]
fn sorts_that_spill_and_nodes_that_never_ran_are_told() {
    let reading = read(TEXT, &fixture("explain-sort-spill.txt"), &[]).unwrap();
    has(
        &reading,
        &[
            "17 run 0 Sort Space Used (Disk) 111016 kB",
            "21 run 0 Sort Space Used (Disk), worker 0 58152 kB",
            "25 run 0 Sort Space Used (Disk), worker 1 56008 kB",
            "6 run 0 Temp Read Blocks 97412 count",
            "7 run 0 Temp I/O Write Time 451.842 ms",
        ],
    );
    assert_eq!(said(&reading)[0], (1, SaidKind::Remark, "psql printed `SET`."));
    assert_eq!(said(&reading)[1], (17, SaidKind::Setting, "Sort Method: external merge"));
    assert_eq!(reading.texts[0].text, "Limit\n  Gather Merge\n    Sort\n      Parallel Seq Scan on public.big");
    let reading = read(TEXT, &fixture("explain-never-executed.txt"), &[]).unwrap();
    let never = "A node was never executed: `Index Scan using big_k on big b`.";
    assert_eq!(said(&reading), [(7, SaidKind::Remark, never)]);
    assert_eq!(reading.observations.len(), 6);
    let reading = read(TEXT, &fixture("explain-insert-wal.txt"), &[]).unwrap();
    has(&reading, &["5 run 0 Local Dirtied Blocks 221 count", "4 run 0 Shared Read Blocks 0 count"]);
}

#[test]
fn a_plan_without_timing_has_no_actual_time() {
    let reading = read(TEXT, &fixture("explain-no-timing.txt"), &[]).unwrap();
    has(
        &reading,
        &[
            "3 run 0 Actual Total Time none: the plan was made with TIMING OFF ms",
            "3 run 0 Actual Rows 1 count",
            "11 run 0 Execution Time 0.177 ms",
        ],
    );
    assert_eq!(said(&reading), [(9, SaidKind::Setting, "jit: off")]);
    let text = "Result  (actual time=0.001..0.002 rows=1.00 loops=1)\n";
    has(
        &read(TEXT, text, &[]).unwrap(),
        &[
            "1 run 0 Execution Time none: the plan was made with SUMMARY OFF, or its end is not there ms",
            "1 run 0 Actual Rows 1.00 count",
        ],
    );
    let never = "[{\"Plan\": {\"Node Type\": \"Result\", \"Actual Total Time\": 0.0, \"Actual Rows\": 0, \"Actual Loops\": 0}, \
                 \"Execution Time\": 0.1}]";
    has(
        &read(JSON, never, &[]).unwrap(),
        &["1 run 0 Actual Total Time none: the node was never executed ms", "1 run 0 Actual Loops 0 count"],
    );
}

#[test]
fn several_plans_are_runs_with_psqls_times_and_errors_between_them() {
    let plan = fixture("explain-never-executed.txt");
    let text = format!(
        "{plan}Time: 1.5 ms\npsql:a.sql:3: ERROR:  no such table\nTime: 0.2 ms\n{plan}Time: 2.5 ms (00:00.002)\n"
    );
    let reading = read(TEXT, &text, &[]).unwrap();
    has(
        &reading,
        &[
            "10 run 0 Execution Time 0.049 ms",
            "13 run 0 Time 1.5 ms",
            "15 run 0 Time none: the statement failed ms",
            "25 run 1 Execution Time 0.049 ms",
            "28 run 1 Time 2.5 ms",
        ],
    );
    assert!(said(&reading).contains(&(14, SaidKind::Failed, "psql printed `psql:a.sql:3: ERROR:  no such table`.")));
    assert_eq!(reading.texts.len(), 2);
    let only = read(XML, "ERROR:  permission denied\n", &[]).unwrap();
    assert_eq!(said(&only), [(1, SaidKind::Failed, "psql printed `ERROR:  permission denied`.")]);
    let two = fixture("explain-yaml.txt").repeat(2);
    has(&read(YAML, &two, &[]).unwrap(), &["160 run 1 Execution Time 0.221 ms"]);
    let two = fixture("explain-json.aligned.txt").repeat(2);
    has(&read(JSON, &two, &[]).unwrap(), &["184 run 1 Execution Time 0.208 ms"]);
    let two = fixture("explain-xml.txt") + "\n" + &fixture("explain-xml.txt");
    assert_eq!(read(XML, &two, &[]).unwrap().texts.len(), 2);
}

#[test]
fn subplans_joins_and_quoted_names_have_one_spelling() {
    let text = "Hash Left Join  (cost=1..2 rows=3 width=4) (actual time=1.0..2.0 rows=3 loops=1)\n\
                \x20 Hash Cond: (a.x = b.x)\n\
                \x20 InitPlan 1 (returns $0)\n\
                \x20   ->  HashAggregate  (cost=1..2 rows=3 width=4) (actual time=1.0..2.0 rows=3 loops=1)\n\
                \x20         ->  Seq Scan on \"My Table\" t  (cost=1..2 rows=3 width=4) (actual time=1.0..2.0 rows=3 loops=1)\n\
                \x20 ->  Index Scan Backward using \"I\"\"x\" on public.a  (cost=1..2 rows=3 width=4) (actual time=1.0..2.0 rows=3 loops=1)\n\
                \x20 ->  Hash  (cost=1..2 rows=3 width=4) (actual time=1.0..2.0 rows=3 loops=1)\n\
                \x20       ->  Values Scan on \"*VALUES*\"  (cost=1..2 rows=3 width=4) (never executed)\n\
                \x20 SubPlan 2\n\
                \x20   ->  Function Scan on generate_series i  (cost=1..2 rows=3 width=4) (actual time=1.0..2.0 rows=3 loops=1)\n\
                Planning Time: 1.0 ms\nExecution Time: 2.5 ms\n";
    let run = "\"Actual Rows\": 3, \"Actual Loops\": 1, \"Actual Total Time\": 2.0";
    let json = format!(
        "[{{\"Plan\": {{\"Node Type\": \"Hash Join\", \"Join Type\": \"Left\", {run}, \"Plans\": [\
         {{\"Node Type\": \"Aggregate\", \"Strategy\": \"Hashed\", \"Partial Mode\": \"Simple\", \"Subplan Name\": \"InitPlan 1 (returns $0)\", \
         \"Plans\": [{{\"Node Type\": \"Seq Scan\", \"Relation Name\": \"My Table\", \"Alias\": \"t\"}}]}}, \
         {{\"Node Type\": \"Index Scan\", \"Scan Direction\": \"Backward\", \"Index Name\": \"I\\\"x\", \"Relation Name\": \"a\", \
         \"Schema\": \"public\", \"Alias\": \"a\"}}, \
         {{\"Node Type\": \"Hash\", \"Plans\": [{{\"Node Type\": \"Values Scan\", \"Alias\": \"*VALUES*\"}}]}}, \
         {{\"Node Type\": \"Function Scan\", \"Subplan Name\": \"SubPlan 2\", \"Function Name\": \"generate_series\", \"Alias\": \"i\"}}\
         ]}}, \"Execution Time\": 2.5}}]"
    );
    let expected = "Hash Left Join\n\
                    \x20 [InitPlan 1 (returns $0)] HashAggregate\n\
                    \x20   Seq Scan on My Table t\n\
                    \x20 Index Scan Backward using I\"x on public.a\n\
                    \x20 Hash\n\
                    \x20   Values Scan on *VALUES*\n\
                    \x20 [SubPlan 2] Function Scan on generate_series i";
    assert_eq!(read(TEXT, text, &[]).unwrap().texts[0].text, expected);
    assert_eq!(read(JSON, &json, &[]).unwrap().texts[0].text, expected);
    let labels = [
        (
            "\"Node Type\": \"ModifyTable\", \"Operation\": \"Update\", \"Relation Name\": \"t\", \"Alias\": \"t\"",
            "Update on t",
        ),
        ("\"Node Type\": \"SetOp\", \"Strategy\": \"Hashed\", \"Command\": \"Except All\"", "HashSetOp Except All"),
        ("\"Node Type\": \"Nested Loop\", \"Join Type\": \"Anti\"", "Nested Loop Anti Join"),
        ("\"Node Type\": \"Merge Join\", \"Join Type\": \"Inner\"", "Merge Join"),
        (
            "\"Node Type\": \"Aggregate\", \"Strategy\": \"Sorted\", \"Partial Mode\": \"Finalize\"",
            "Finalize GroupAggregate",
        ),
        (
            "\"Node Type\": \"Foreign Scan\", \"Operation\": \"Select\", \"Relation Name\": \"f\", \"Alias\": \"g\"",
            "Foreign Scan on f g",
        ),
        ("\"Node Type\": \"Custom Scan\", \"Custom Plan Provider\": \"C\"", "Custom Scan (C)"),
    ];
    for (keys, expected) in labels {
        let text = format!("[{{\"Plan\": {{{keys}, {run}}}, \"Execution Time\": 2.5}}]");
        assert_eq!(read(JSON, &text, &[]).unwrap().texts[0].text, expected);
    }
}

#[test]
fn jit_wal_triggers_and_more_have_the_same_names_in_text_and_json() {
    let text = "Insert on t  (actual time=1.0..2.0 rows=0 loops=1)\n  WAL: records=2 bytes=118\n\
                \x20 ->  Sort  (actual time=1.0..2.0 rows=3 loops=1)\n        Sort Method: quicksort  Memory: 25kB\n\
                \x20       I/O Timings: read=1.5 write=0.5\n\
                Planning:\n  Memory: used=8kB  allocated=16kB\nPlanning Time: 1.0 ms\n\
                Trigger for constraint fk on t: time=1.234 calls=5\nTrigger audit: calls=2\n\
                JIT:\n  Functions: 4\n  Options: Inlining false, Deforming true\n\
                \x20 Timing: Generation 0.5 ms (Deform 0.2 ms), Total 3.7 ms\n\
                Serialization: time=0.1 ms  output=1kB  format=text\nExecution Time: 2.5 ms\n";
    let json = "[{\"Plan\": {\"Node Type\": \"ModifyTable\", \"Operation\": \"Insert\", \"Relation Name\": \"t\", \"Alias\": \"t\", \
                \"Actual Startup Time\": 1.0, \"Actual Total Time\": 2.0, \"Actual Rows\": 0, \"Actual Loops\": 1, \
                \"Shared I/O Read Time\": 0, \"Shared I/O Write Time\": 0, \"WAL Records\": 2, \"WAL FPI\": 0, \"WAL Bytes\": 118, \
                \"Plans\": [{\"Node Type\": \"Sort\", \"Sort Method\": \"quicksort\", \"Sort Space Used\": 25, \
                \"Sort Space Type\": \"Memory\"}]}, \"Planning\": {\"Memory Used\": 8, \"Memory Allocated\": 16}, \
                \"Planning Time\": 1.0, \"Triggers\": [{\"Trigger Name\": \"x\", \"Constraint Name\": \"fk\", \"Time\": 1.234, \
                \"Calls\": 5}, {\"Trigger Name\": \"audit\", \"Calls\": 2}], \"JIT\": {\"Functions\": 4, \"Options\": \
                {\"Inlining\": false, \"Deforming\": true}, \"Timing\": {\"Generation\": {\"Deform\": 0.2, \"Total\": 0.5}, \
                \"Total\": 3.7}}, \"Serialization\": {\"Time\": 0.1, \"Output Volume\": 1, \"Format\": \"text\"}, \
                \"Execution Time\": 2.5}]";
    let numbers = |reading: &Reading| {
        let of = reading.observations.iter();
        let mut numbers: Vec<(String, String, f64)> = of
            .map(|seen| (seen.metric.to_string(), seen.unit.to_string(), seen.value.as_ref().unwrap().value))
            .collect();
        numbers.sort_by(|a, b| a.0.cmp(&b.0));
        numbers
    };
    let settings = |reading: &Reading| {
        reading.said.iter().map(|said| said.text.clone()).collect::<std::collections::BTreeSet<_>>()
    };
    let (text, json) = (read(TEXT, text, &[]).unwrap(), read(JSON, json, &[]).unwrap());
    assert_eq!(numbers(&text), numbers(&json));
    assert_eq!(settings(&text), settings(&json));
    has(
        &text,
        &[
            "14 run 0 JIT Timing Generation 0.5 ms",
            "14 run 0 JIT Timing Generation Deform 0.2 ms",
            "14 run 0 JIT Timing Total 3.7 ms",
            "9 run 0 Trigger fk Time 1.234 ms",
            "10 run 0 Trigger audit Calls 2 count",
            "2 run 0 WAL Bytes 118 B",
            "1 run 0 WAL FPI 0 count",
            "4 run 0 Sort Space Used (Memory) 25 kB",
            "15 run 0 Serialization Output Volume 1 kB",
            "7 run 0 Planning Memory Used 8 kB",
        ],
    );
}
