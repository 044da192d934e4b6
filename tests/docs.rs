//! What README.md and ARCHITECTURE.md say, held against the code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use clap::Parser as _;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use rebench_report::analysis::quantile::Quantile;
use rebench_report::analysis::rng::Generator;
use rebench_report::cli::arguments::Arguments;
use rebench_report::document::visit;
use rebench_report::evidence::Ledger;
use rebench_report::pipeline::{self, Format};
use rebench_report::problem::{Kind, Problems};
use rebench_report::render::pdf::Paper;
use rebench_report::writeup::context;
use rebench_report::writeup::desk::{Condition, Desk, Item, Piece, pieces};
use rebench_report::writeup::generated::{Offer, View, offer};
use rebench_report::writeup::markdown;
use rebench_report::writeup::template::{self, Text};
use rebench_report::{figure, templates, writeup};

const CAMPAIGN: &str = "content/hcloud-rebench-20261014";

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// A table: the words of its head, and per row the words and the first code of every cell.
#[derive(Debug, Default)]
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Debug, Default)]
struct Cell {
    words: String,
    codes: Vec<String>,
}

/// All tables and all code blocks (with the word that names their language) of a document.
fn parse(text: &str) -> (Vec<Table>, Vec<(String, String)>) {
    let (mut tables, mut blocks): (Vec<Table>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    let (mut row, mut cell, mut in_block) = (Vec::new(), Cell::default(), false);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => tables.push(Table::default()),
            Event::Start(Tag::TableCell) => cell = Cell::default(),
            Event::End(TagEnd::TableCell) => row.push(std::mem::take(&mut cell)),
            Event::End(TagEnd::TableHead) => {
                let head = std::mem::take(&mut row).into_iter().map(|cell: Cell| cell.words).collect();
                tables.last_mut().unwrap().head = head;
            }
            Event::End(TagEnd::TableRow) => tables.last_mut().unwrap().rows.push(std::mem::take(&mut row)),
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                blocks.push((language, String::new()));
                in_block = true;
            }
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Text(text) if in_block => blocks.last_mut().unwrap().1.push_str(&text),
            Event::Text(text) => cell.words.push_str(&text),
            Event::Code(code) => {
                cell.words.push_str(&code);
                cell.codes.push(code.to_string());
            }
            _ => {}
        }
    }
    (tables, blocks)
}

/// The table of README.md whose head begins with these words.
fn readme_table(head: &[&str]) -> Vec<Vec<Cell>> {
    let (tables, _) = parse(&file("README.md"));
    let found = tables.into_iter().find(|table| table.head.iter().zip(head).all(|(a, b)| a == b));
    found.unwrap_or_else(|| panic!("README.md has no table with the head {head:?}")).rows
}

/// Markdown of D1 alone.
fn options(root: &Path, out: PathBuf) -> pipeline::Options {
    pipeline::Options {
        root: root.to_path_buf(),
        campaign: "hcloud-rebench-20261014".to_string(),
        out,
        formats: vec![Format::Markdown],
        phases: vec!["D1".to_string()],
        paper: Paper::A4,
        draft: false,
        date: None,
        front: false,
    }
}

/// The campaign's ledger and the names that a write-up of D1 sees.
struct Names {
    ledger: Arc<Ledger>,
    names: context::Scope,
    offer: Offer,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join(CAMPAIGN);
    let options = options(root, root.join("reports/none"));
    let pipeline::Figures { basis, ledger } =
        pipeline::read_evidence(&options).unwrap_or_else(|problems| panic!("{problems:?}"));
    let content = writeup::content::read(&folder).unwrap();
    let front = &content.phases.iter().find(|authored| authored.front.phase == "D1").unwrap().front;
    let view = View { phase: basis.phases().find(|phase| phase.name() == "D1").unwrap(), ledger: &ledger, front };
    let mut letters = figure::Lettering::new(&templates::Templates::carried());
    let offer = offer(view, Some(&mut letters)).unwrap();
    let ledger = Arc::new(ledger);
    let names = context::Names::of(&ledger).of_phase("D1");
    Names { ledger, names, offer }
});

/// Renders a text over the names of D1, with what README's examples set.
fn render(text: &str) -> Result<(String, Arc<Desk>), Problems> {
    let text = format!(
        "{{% set hit = cases[\"PlanCacheHit\"] %}}{{% set fb = hit[\"final/before\"] %}}{}",
        text.replace('\n', " ")
    );
    let desk = Arc::new(Desk::new(Arc::clone(&NAMES.ledger)));
    let text = Text { file: "README.md", lines_before: 0, text: &text };
    template::render(text, &NAMES.names, &desk, &NAMES.offer).map(|rendered| (rendered.text, desk))
}

/// What an expression prints.
fn printed(expression: &str) -> String {
    let (text, desk) =
        render(&format!("{{{{ {expression} }}}}")).unwrap_or_else(|found| panic!("{expression}: {found:?}"));
    visit::plain(&markdown::inlines(&text, &desk))
}

/// What an expression lays down.
fn laid(expression: &str) -> Vec<Item> {
    let (text, desk) =
        render(&format!("{{{{ {expression} }}}}")).unwrap_or_else(|found| panic!("{expression}: {found:?}"));
    let numbers = pieces(&text).into_iter().filter_map(|piece| match piece {
        Piece::Token(number) => Some(number),
        Piece::Text(_) => None,
    });
    numbers.filter_map(|number| desk.item(number)).collect()
}

fn conditions(expression: &str) -> Vec<Condition> {
    match laid(expression).into_iter().next() {
        Some(Item::Claim(conditions)) => conditions,
        other => panic!("{expression} laid down {other:?}"),
    }
}

#[test]
fn every_name_of_the_readme_names_a_figure() {
    for row in readme_table(&["Name (in phase D1)", "What it is"]) {
        let expression = &row[0].codes[0];
        // Printed without a filter, and only then, a figure names itself in the message.
        let problems = render(&format!("{{{{ {expression} }}}}")).unwrap_err();
        assert!(problems[0].cause.starts_with("a figure is printed without a filter"), "{expression}: {problems:?}");
        // `.high` beside `…low`, `executed` beside `accounting.planned`.
        let stem = expression.rsplit_once('.').map_or("", |(stem, _)| stem);
        for also in row[1].codes.iter() {
            let other = match also.strip_prefix('.') {
                Some(part) => format!("{stem}.{part}"),
                None if also.contains(['.', '[']) => also.clone(),
                None => format!("{stem}.{also}"),
            };
            if also == "campaign.yaml" {
                continue;
            }
            let problems = render(&format!("{{{{ {other} }}}}")).unwrap_err();
            assert!(problems[0].cause.starts_with("a figure is printed without a filter"), "{other}: {problems:?}");
        }
    }
}

#[test]
fn every_example_of_the_readme_prints_what_it_says() {
    let filters = readme_table(&["Filter", "For", "Options", "Example", "Prints"]);
    let functions = readme_table(&["Function", "Result", "Example", "Prints"]);
    let mut wrong = Vec::new();
    for (row, example) in filters.iter().map(|row| (row, 3)).chain(functions.iter().map(|row| (row, 2))) {
        let (expression, said) = (&row[example].codes[0], &row[example + 1].words);
        assert!(expression.contains(row[0].codes[0].as_str()), "{expression}");
        // No-break spaces are not seen in the README.
        let printed = printed(expression).replace('\u{a0}', " ");
        if printed != *said {
            wrong.push(format!("{expression} prints {printed}, the README says {said}"));
        }
    }
    for row in readme_table(&["Condition", "Holds where", "Example", "In words"]) {
        let (expression, said) = (&row[2].codes[0], &row[3].words);
        assert!(expression.contains(&format!("| {}", row[0].codes[0])), "{expression}");
        let conditions = conditions(&format!("claim(that={expression})"));
        assert!(conditions[0].holds, "{expression}");
        let words = conditions[0].text.replace('\u{a0}', " ");
        if words != *said {
            wrong.push(format!("{expression} says {words}, the README {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn functions_of_structure_are_as_the_readme_says() {
    let (tables, _) = parse(&file("README.md"));
    let rows = &tables.iter().find(|table| table.head == ["Function", ""]).unwrap().rows;
    for row in rows {
        let items = laid(&row[1].codes[0]);
        match (row[0].codes[0].as_str(), items.as_slice()) {
            ("claim", [Item::Claim(conditions)]) => assert!(conditions.iter().all(|condition| condition.holds)),
            ("would_test", [Item::Test { state, .. }]) => assert_eq!(state, "not tested"),
            ("why_apart", [Item::Apart(text)]) => assert_eq!(text, "The ratio is paired, the two medians are not."),
            ("show", [Item::Blocks { .. }]) => {
                let said: BTreeSet<&str> = row[1].codes[1..].iter().map(String::as_str).collect();
                let known: BTreeSet<&str> = NAMES
                    .offer
                    .names()
                    .into_iter()
                    .map(|name| if name.starts_with("ratios ") { "ratios <comparison>" } else { name })
                    .collect();
                assert_eq!(said, known);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Names of everything that `src/writeup/functions` registers.
fn registered() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/writeup/functions")).unwrap() {
        let source = fs::read_to_string(entry.unwrap().path()).unwrap();
        for call in ["filter(\"", "function(\""] {
            names.extend(source.split(call).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_string));
        }
    }
    names
}

#[test]
fn every_filter_and_function_stands_in_the_readme() {
    let registered = registered();
    assert!(registered.len() > 20 && registered.contains("claim") && registered.contains("hash"), "{registered:?}");
    let (tables, _) = parse(&file("README.md"));
    let described: BTreeSet<String> = tables
        .iter()
        .filter(|table| ["Filter", "Function", "Condition"].contains(&table.head[0].as_str()))
        .flat_map(|table| table.rows.iter().map(|row| row[0].codes[0].clone()))
        .collect();
    let missing: Vec<_> = registered.difference(&described).collect();
    assert_eq!(missing, [""; 0]);
    assert_eq!(described.difference(&registered).next(), None);
}

#[test]
fn commands_of_the_documents_are_understood() {
    let mut seen = 0;
    for name in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "reports/README.md"] {
        let text = file(name);
        let (tables, blocks) = parse(&text);
        let lines = blocks.iter().filter(|(language, _)| language == "sh").flat_map(|(_, block)| block.lines());
        let cells = tables.iter().flat_map(|table| table.rows.iter().flatten()).flat_map(|cell| &cell.codes);
        let inline: Vec<String> = Parser::new(&text)
            .filter_map(|event| if let Event::Code(code) = event { Some(code.to_string()) } else { None })
            .collect();
        for line in lines.map(str::to_string).chain(cells.cloned()).chain(inline) {
            let line = line.replace("<campaign>", "some-campaign");
            let call = line.split('#').next().unwrap_or_default().trim();
            let call = call
                .strip_prefix("cargo run --release --")
                .map_or(call.to_string(), |rest| format!("rebench-report{rest}"));
            if !call.starts_with("rebench-report ") {
                continue;
            }
            seen += 1;
            if let Err(error) = Arguments::try_parse_from(call.split_whitespace()) {
                // Help is asked for, everything else is a mistake of the document.
                assert!(!error.use_stderr(), "{name}: {call}: {error}");
            }
        }
    }
    assert!(seen >= 6, "only {seen} commands were found");
}

#[test]
fn exit_codes_are_those_of_the_kinds() {
    let rows = readme_table(&["Code", "Kind", "Meaning"]);
    let said: Vec<(String, String)> =
        rows.iter().skip(1).map(|row| (row[0].words.clone(), row[1].words.clone())).collect();
    let mut kinds = [Kind::Claim, Kind::Usage, Kind::Integrity, Kind::Input, Kind::Output];
    kinds.sort_by_key(|kind| kind.exit_code());
    let known: Vec<(String, String)> =
        kinds.iter().map(|kind| (kind.exit_code().to_string(), kind.word().to_string())).collect();
    assert_eq!(said, known);
    assert_eq!(rows[0][0].words, "0");
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.gravity()));
    let order: Vec<String> = kinds.iter().map(|kind| kind.exit_code().to_string()).collect();
    let [first, rest @ ..] = order.as_slice() else { panic!("no kinds") };
    assert!(file("README.md").contains(&format!("{first} before {}", rest.join(", "))));
}

#[test]
fn names_of_the_analysis_are_those_that_are_known() {
    let rows = readme_table(&["Setting", "Known names"]);
    assert_eq!(rows[0][1].codes, Generator::names());
    assert_eq!(rows[1][1].codes, Quantile::names());
}

#[test]
fn the_least_campaign_of_the_readme_builds() {
    let (_, blocks) = parse(&file("README.md"));
    let texts: Vec<&str> =
        blocks.iter().filter(|(language, _)| language == "markdown").map(|(_, text)| text.as_str()).collect();
    let [campaign, phase] = texts.as_slice() else { panic!("{texts:?}") };
    let root = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(CAMPAIGN);
    let to = root.path().join(CAMPAIGN);
    for entry in walkdir::WalkDir::new(&from) {
        let entry = entry.unwrap();
        let path = entry.path().strip_prefix(&from).unwrap();
        if entry.file_type().is_dir() {
            fs::create_dir_all(to.join(path)).unwrap();
        } else if path.extension().is_none_or(|extension| extension != "md") {
            fs::copy(entry.path(), to.join(path)).unwrap();
        }
    }
    fs::write(to.join("campaign.md"), campaign).unwrap();
    fs::write(to.join("phases/d1.md"), phase).unwrap();
    fs::write(root.path().join("book.toml"), "").unwrap();
    let options = options(root.path(), root.path().join("report"));
    pipeline::build(&options, &|_| ()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let page = fs::read_to_string(root.path().join("report/markdown/d1.md")).unwrap();
    assert!(page.contains("**M1.** The time did not change measurably: [1.002"), "{page}");
}

#[test]
fn files_that_the_documents_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        for event in Parser::new_ext(&file(name), Options::ENABLE_TABLES) {
            if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
                && !dest_url.contains("://")
                && !dest_url.starts_with('#')
            {
                assert!(root.join(&*dest_url).is_file(), "{name}: {dest_url}");
            }
        }
    }
    // Paths that ARCHITECTURE.md names as code.
    for event in Parser::new_ext(&file("ARCHITECTURE.md"), Options::ENABLE_TABLES) {
        if let Event::Code(code) = event
            && ["src/", "tests/", "templates/", "benches/", ".ci/"].iter().any(|start| code.starts_with(start))
        {
            let path = code.split("::").next().unwrap_or_default();
            assert!(root.join(path).exists(), "ARCHITECTURE.md: {code}");
        }
    }
}

#[test]
fn every_test_that_the_architecture_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources: String = ["src", "tests"]
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(root.join(folder)))
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"))
        .map(|entry| fs::read_to_string(entry.path()).unwrap())
        .collect();
    let (tables, _) = parse(&file("ARCHITECTURE.md"));
    let rows = tables.iter().find(|table| table.head == ["May never be true", "Guarded by", "Shown by"]).unwrap();
    for row in &rows.rows {
        for name in &row[2].codes {
            let found = sources.contains(&format!("fn {name}(")) || root.join(name).exists();
            assert!(found, "there is no test called {name}");
        }
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest: toml::Table = file("Cargo.toml").parse().unwrap();
    let mut declared: Vec<&str> = ["dependencies", "dev-dependencies"]
        .iter()
        .flat_map(|kind| manifest[*kind].as_table().unwrap().keys())
        .map(String::as_str)
        .collect();
    declared.sort_unstable();
    let (tables, _) = parse(&file("ARCHITECTURE.md"));
    let table = tables.iter().find(|table| table.head == ["Dependency", "For", "Rather than"]).unwrap();
    let mut explained: Vec<&str> = table.rows.iter().map(|row| row[0].codes[0].as_str()).collect();
    explained.sort_unstable();
    assert_eq!(declared, explained);
    assert!(table.rows.iter().all(|row| !row[1].words.is_empty() && !row[2].words.is_empty()));
}

#[test]
fn tables_of_the_documents_are_whole() {
    for name in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        assert!(file(name).starts_with("# "), "{name}");
        for table in parse(&file(name)).0 {
            assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{name}: {:?}", table.head);
        }
    }
}

#[test]
fn every_name_of_the_datasets_names_a_figure() {
    let (tables, _) = parse(&file("docs/datasets.md"));
    let head = |table: &&Table| table.head.first().is_some_and(|head| head == "Name of a figure");
    let table = tables.iter().find(head).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut ledgers = std::collections::BTreeMap::new();
    for row in &table.rows {
        let [campaign, phase] = row[1].codes.as_slice() else { panic!("{row:?}") };
        let ledger = ledgers.entry(campaign.clone()).or_insert_with(|| {
            let options = pipeline::Options::reading(root.to_path_buf(), campaign.clone());
            Arc::new(pipeline::read_evidence(&options).unwrap_or_else(|problems| panic!("{problems:?}")).ledger)
        });
        let names = context::Names::of(ledger).of_phase(phase);
        let name = &row[0].codes[0];
        // `.high` stands in the place of `.low`, and behind a name that ends in a bracket.
        let stem = if name.ends_with(']') { name.as_str() } else { name.rsplit_once('.').unwrap().0 };
        let others = row[2].codes.iter().filter(|code| code.starts_with('.')).map(|part| format!("{stem}{part}"));
        for name in std::iter::once(name.clone()).chain(others) {
            let text = format!("{{{{ {name} }}}}");
            let body = Text { file: "docs/datasets.md", lines_before: 0, text: &text };
            let desk = Arc::new(Desk::new(Arc::clone(ledger)));
            let problems = template::render(body, &names, &desk, &Offer::default()).unwrap_err();
            let found = problems[0].cause.starts_with("a figure is printed without a filter");
            assert!(found, "{campaign} {phase}: {name}: {problems:?}");
        }
    }
    assert!(table.rows.len() > 10);
}

#[test]
fn every_key_of_the_datasets_stands_in_their_document() {
    let source = file("src/campaign/datasets/dataset.rs") + &file("src/campaign/datasets/read.rs");
    let (tables, _) = parse(&file("docs/datasets.md"));
    let keys = |head: &str| -> BTreeSet<String> {
        let table = tables.iter().find(|table| table.head.first().is_some_and(|first| first == head)).unwrap();
        table.rows.iter().map(|row| row[0].codes[0].clone()).collect()
    };
    let between = |from: &str, to: &str| -> BTreeSet<String> {
        let rest = source.split_once(from).unwrap().1.split_once(to).unwrap().0;
        rest.split('"').skip(1).step_by(2).map(str::to_string).collect()
    };
    assert_eq!(keys("Key of a dataset"), between("const KNOWN: [&str; 15] = [", "];"));
    assert_eq!(keys("Key of a phase"), between("fn phase(source: &Source", "], problems"));
}

/// The blocks of a document that are files, by path.
fn files_of(name: &str) -> Vec<(String, String)> {
    let text = file(name);
    let mut out: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for event in Parser::new_ext(&text, Options::all()) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                if let Some((_, path)) = info.split_once(' ') {
                    out.push((path.to_string(), String::new()));
                    open = true;
                }
            }
            Event::Text(text) if open => out.last_mut().unwrap().1.push_str(&text),
            Event::End(TagEnd::CodeBlock) => open = false,
            _ => {}
        }
    }
    out
}

#[test]
fn the_campaign_that_the_document_of_datasets_writes_by_hand_builds() {
    let files = files_of("docs/datasets.md");
    let root = tempfile::tempdir().unwrap();
    let campaign = root.path().join("content/sorting");
    fs::write(root.path().join("book.toml"), "[book]\ntitle = \"By hand\"\n").unwrap();
    for (path, text) in &files {
        let path = campaign.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        ["campaign.yaml", "frozen/sort/runs.csv", "datasets.yaml", "campaign.md", "phases/sort.md"],
        "the files of the document"
    );
    let frozen = rebench_report::integrity::freeze(&campaign, rebench_report::integrity::How::default()).unwrap();
    assert_eq!(frozen.files, 3);
    let options = pipeline::Options {
        formats: vec![Format::Markdown],
        ..pipeline::Options::reading(root.path().to_path_buf(), "sorting".to_string())
    };
    let checked = pipeline::check(&options, &|_| {});
    assert_eq!((&checked.problems, &checked.warnings), (&Vec::new(), &Vec::new()));
    pipeline::build(&options, &|_| {}).unwrap();
    // By hand: of 8100 / 4050, 8110 / 4080, 8090 / 4040, 8100 / 4060 the first and the last lie in the middle.
    let figures = pipeline::read_evidence(&options).unwrap().ledger;
    let ipc = figures.get("sort:runs:short:before:IPC").unwrap().amount.number().unwrap();
    assert!((ipc - f64::midpoint(8100.0 / 4050.0, 8100.0 / 4060.0)).abs() < 1e-12, "{ipc}");
    // Each form of the list of columns gives the same; columns that are parted by blanks are refused with the right form.
    let declared = fs::read_to_string(campaign.join("datasets.yaml")).unwrap();
    let texts = "values: \"wall_s:s, instructions:count, cycles:count\"";
    let with = |values: &str| {
        assert!(declared.contains(texts));
        fs::write(campaign.join("datasets.yaml"), declared.replace(texts, values)).unwrap();
        let how = rebench_report::integrity::How { again: true, dry: false };
        rebench_report::integrity::freeze(&campaign, how).unwrap();
        pipeline::read_evidence(&options).map(|figures| figures.ledger)
    };
    let listed = with("values: [\"wall_s:s\", \"instructions:count\", \"cycles:count\"]").unwrap();
    assert_eq!(listed.get("sort:runs:short:before:IPC").unwrap().amount.number(), Some(ipc));
    let problems = with("values: \"wall_s:s instructions:count cycles:count\"").unwrap_err();
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "content/sorting/datasets.yaml:17:19: `s instructions:count cycles:count` can't be a unit; columns are separated by \
          commas (write `values: \"wall_s:s, instructions:count, cycles:count\"`)"
        ]
    );
}

#[test]
fn every_key_of_a_campaign_stands_in_the_document_of_datasets() {
    let source = file("src/campaign/manifest.rs");
    let (tables, _) = parse(&file("docs/datasets.md"));
    let keys = |head: &str| -> BTreeSet<String> {
        let table = tables.iter().find(|table| table.head.first().is_some_and(|first| first == head)).unwrap();
        table.rows.iter().flat_map(|row| row[0].codes.clone()).collect()
    };
    let known = source.split_once("const KNOWN: [&str; 10] =").unwrap().1.split_once("];").unwrap().0;
    let known: BTreeSet<String> = known.split('"').skip(1).step_by(2).map(str::to_string).collect();
    assert_eq!(keys("Key of a campaign"), known);
    let phase = source.split_once("let phase = Phase {").unwrap().1.split_once("};").unwrap().0;
    let phase: BTreeSet<String> = phase.split('"').skip(1).step_by(2).map(str::to_string).collect();
    assert_eq!(keys("Key of a phase of a campaign"), phase);
}

#[test]
fn the_formats_of_the_readme_are_those_that_are_known() {
    let rows = readme_table(&["Format", "Written by"]);
    let told: Vec<(String, String)> = rows.iter().map(|row| (row[0].codes.concat(), row[1].words.clone())).collect();
    let known = rebench_report::ingest::formats::KNOWN.iter();
    let known: Vec<(String, String)> = known.map(|format| (format.name.to_string(), format.tool.to_string())).collect();
    assert_eq!(told, known);
}

#[test]
fn the_baselines_of_the_readme_are_those_of_the_import() {
    let text = file("README.md");
    let sentence = text.split("The arm that is called ").nth(1).unwrap().split(" is the denominator").next().unwrap();
    let told: Vec<&str> = sentence.split('`').skip(1).step_by(2).collect();
    assert_eq!(told, rebench_report::import::arms::BASELINES);
}
