//! The PDFs of the shipped campaigns: their bytes, their size, their text, their structure for another reader.
//!
//! `tests/golden_pdf.txt` has a line a file and a line a page. After a change that is meant, refresh it with
//! `UPDATE_GOLDEN=1 cargo test --test golden_pdf`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use rebench_report::integrity::sha256;
use support::report::Built;

#[path = "support/mod.rs"]
mod support;
#[allow(dead_code, reason = "places on the sheet are not asked for here")]
#[path = "../src/render/pdf/tests/text.rs"]
mod text;

const CAMPAIGNS: [&str; 4] =
    ["go-toolchains-20261130", "hcloud-rebench-20261014", "pg-explain-20261130", "pg-readstream-npinned"];

/// Most bytes of a phase's file without what is attached to it.
const MOST: usize = 300_000;
/// Phases whose evidence has more cells than fit, with the bytes that they take: these only go down.
const LARGER: [(&str, usize); 2] = [("-t1-", 475_000), ("-c2-", 325_000)];

static BUILT: LazyLock<Vec<Built>> = LazyLock::new(|| CAMPAIGNS.iter().map(|name| Built::of(name)).collect());

/// The PDFs by file name.
fn pdfs() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    BUILT.iter().flat_map(|built| built.of_format("pdf", ".pdf")).map(|(path, bytes)| (&path["pdf/".len()..], bytes))
}

/// The files of phases, with the document's name.
fn of_phases() -> impl Iterator<Item = (&'static Built, &'static str, &'static [u8], String)> {
    BUILT.iter().zip(CAMPAIGNS).flat_map(|(built, campaign)| {
        built.of_format("pdf", ".pdf").filter_map(move |(path, bytes)| {
            let rest = path.strip_prefix("pdf/")?.strip_prefix(campaign)?.strip_suffix(".pdf")?;
            let (phase, _) = rest.strip_prefix('-')?.rsplit_once('-')?;
            Some((built, path, bytes, phase.to_string()))
        })
    })
}

fn digits(bytes: &[u8], count: usize) -> String {
    sha256(bytes)[..count].to_string()
}

#[test]
fn the_files_are_the_golden_ones() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden_pdf.txt");
    let (mut now, mut pages) = (String::new(), BTreeMap::new());
    for (name, bytes) in pdfs() {
        let found = text::pages(bytes);
        let _ = writeln!(now, "{name} {} bytes {} pages {}", bytes.len(), found.len(), digits(bytes, 64));
        for (at, page) in found.into_iter().enumerate() {
            let _ = writeln!(now, "  {} {}", at + 1, digits(page.as_bytes(), 12));
            pages.insert((name, at + 1), page);
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, now).unwrap();
        return;
    }
    let before = std::fs::read_to_string(&golden).unwrap_or_default();
    if before == now {
        return;
    }
    let (mut told, mut file) = (String::new(), "");
    let known: BTreeMap<&str, Vec<&str>> = by_file(&before);
    for (name, lines) in by_file(&now) {
        let Some(old) = known.get(name) else {
            let _ = writeln!(told, "new: {}", lines[0]);
            continue;
        };
        if *old == lines {
            continue;
        }
        let _ = writeln!(told, "was: {}\nnow: {}", old[0], lines[0]);
        let differs = (1..lines.len()).find(|at| old.get(*at) != lines.get(*at));
        match differs {
            Some(page) if file.is_empty() => {
                file = name;
                let _ = writeln!(
                    told,
                    "  the first page with other text is {page}; it says now:\n{}",
                    pages[&(name, page)]
                );
            }
            Some(page) => {
                let _ = writeln!(told, "  the first page with other text is {page}");
            }
            None => told.push_str("  every page has the same text\n"),
        }
    }
    let gone = known.keys().filter(|name| !pdfs().any(|(now, _)| now == **name));
    gone.for_each(|name| told.push_str(&format!("gone: {name}\n")));
    panic!("the PDFs differ from tests/golden_pdf.txt; if that is meant, run with UPDATE_GOLDEN=1\n{told}");
}

/// Lines of each file, its own first, then its pages'.
fn by_file(text: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut current = "";
    for line in text.lines() {
        if !line.starts_with(' ') {
            current = line.split(' ').next().unwrap_or_default();
        }
        files.entry(current).or_default().push(line);
    }
    files
}

#[test]
fn a_phase_is_small_without_what_it_carries_and_carries_what_its_figures_are_made_from() {
    for (_, path, bytes, phase) in of_phases() {
        let attached = text::attached(bytes);
        let own = bytes.len() - attached.values().sum::<usize>();
        let most = LARGER.iter().find(|(name, _)| path.contains(name)).map_or(MOST, |(_, most)| *most);
        assert!(own <= most, "{path}: {own} bytes without its attachments, {most} are the most");
        for name in [format!("{phase}-results.json"), format!("{phase}-evidence.json"), "inputs.json".to_string()] {
            assert!(attached.contains_key(&name), "{path} does not carry {name}: {attached:?}");
        }
        assert!(attached.keys().any(|name| name.ends_with(".csv")), "{path} carries no data");
    }
    assert_eq!(of_phases().count(), 11);
}

#[test]
fn title_block_name_and_metadata_say_campaign_phase_and_input_hash() {
    for (built, path, bytes, _) in of_phases() {
        let results = built.json("results.json");
        let (campaign, hash) = (results["campaign"].as_str().unwrap(), results["input_hash"].as_str().unwrap());
        let first = text::pages(bytes).swap_remove(0);
        for words in [campaign, &hash[..12], "Phase ", "Data"] {
            assert!(first.contains(words), "{path}: the first page lacks {words}");
        }
        assert!(path.contains(campaign) && path.contains(&hash[..8]));
        assert!(text::objects(bytes).contains(&format!("inputs {}", &hash[..12])), "{path}: its title lacks the hash");
        let all = text::read(bytes);
        for dead in ["CSV twin", "hashes page"] {
            assert!(!all.contains(dead), "{path} speaks of the {dead}, which it does not have");
        }
    }
}

/// Text without blanks, and without the numbers of tables and figures, which run through a whole file in print.
fn bare(text: &str) -> String {
    // Marks of readings are drawn in print; the colon of a title stands between its two lines there.
    let kept = |c: &char| !c.is_whitespace() && !matches!(c, '\u{ad}' | '\u{a0}' | '●' | '○' | '◆' | ':');
    let mut out: String = text.chars().filter(kept).collect();
    for word in ["Table", "Figure"] {
        let mut parts = out.split(word);
        let mut rest = parts.next().unwrap_or_default().to_string();
        for part in parts {
            rest.push_str(word);
            rest.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        out = rest;
    }
    out
}

/// What a text of a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Prose,
    Row,
}

/// Headings, paragraphs and rows of tables of a Markdown page in reading order.
fn paragraphs(markdown: &str) -> Vec<(Kind, String)> {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let (mut out, mut current, mut depth, mut table) = (Vec::new(), None::<String>, 0, false);
    let mut row = String::new();
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Table(_)) => table = true,
            Event::End(TagEnd::Table) => table = false,
            // A picture's alternative text is no text on the page.
            Event::Start(Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Image) => depth -= 1,
            Event::End(TagEnd::TableRow) => out.push((Kind::Row, std::mem::take(&mut row))),
            Event::End(TagEnd::TableHead) => row.clear(),
            Event::Text(text) | Event::Code(text) if table => row.push_str(&text),
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) if !table => current = Some(String::new()),
            Event::End(TagEnd::Heading(_) | TagEnd::Paragraph) => {
                out.extend(current.take().map(|text| (Kind::Prose, text)))
            }
            Event::Start(Tag::FootnoteDefinition(_)) => depth += 1,
            Event::End(TagEnd::FootnoteDefinition) => depth -= 1,
            Event::Text(text) | Event::Code(text) if depth == 0 => {
                if let Some(current) = &mut current {
                    current.push_str(&text);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(current) = &mut current {
                    current.push(' ');
                }
            }
            _ => {}
        }
    }
    out
}

/// A paragraph without what each format words its own way: the number of a statement and its state, which print sets
/// beside it, and the link behind the banner.
fn without_marks(paragraph: &str) -> String {
    let label = |word: &str| {
        let number = word.strip_prefix(['M', 'H', 'L']).and_then(|word| word.strip_suffix('.'));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let text = match paragraph.split_once(' ') {
        Some((first, rest)) if label(first) => rest.strip_prefix("Not tested.").unwrap_or(rest),
        _ => paragraph,
    };
    // What is missing is said once for all the cells that lack it.
    let text = text.strip_suffix(" More.").unwrap_or(text);
    text.strip_suffix("N/A").map_or(text, |text| text.split("N/A").next().unwrap_or_default()).to_string()
}

/// True where a text begins and ends in this order with something between: a note at the foot of a page within a
/// paragraph, the other cells of a row that goes on overleaf.
fn in_two(all: &str, wanted: &str) -> bool {
    let letters: Vec<char> = wanted.chars().collect();
    let part = |range: std::ops::Range<usize>| letters[range].iter().collect::<String>();
    let (begin, end) = (part(0..20), part(letters.len() - 10..letters.len()));
    all.find(&begin).is_some_and(|at| all[at..].find(&end).is_some_and(|length| length < 2 * wanted.len() + 2_000))
}

#[test]
fn text_is_extracted_in_the_order_of_the_markdown() {
    let (mut told, mut checked, mut parted) = (Vec::new(), 0, 0);
    for (built, path, bytes, phase) in of_phases() {
        let all = bare(&text::read(bytes));
        // Tables and plots float, so that text which follows them may come first: their rows follow their caption.
        let (mut prose, mut rows) = (0, 0);
        for page in [phase.clone(), format!("{phase}-evidence")] {
            for (kind, paragraph) in paragraphs(&built.text(&format!("markdown/{page}.md"))) {
                let wanted = bare(&without_marks(&paragraph));
                // States and counts are drawn, short words stand in many places, and the banner is on the first page alone.
                let drawn = paragraph.contains(['\u{25a0}', '\u{25a1}', '\u{2612}']) || paragraph.contains(" (less ");
                let once = page.ends_with("-evidence") && paragraph.ends_with(" More.");
                if wanted.chars().count() < 40 || drawn || once || paragraph.contains("Made by") {
                    continue;
                }
                checked += 1;
                let caption = kind == Kind::Prose && (wanted.starts_with("Table") || wanted.starts_with("Figure"));
                let cursor = if kind == Kind::Row { &mut rows } else { &mut prose };
                let from = if caption { 0 } else { *cursor };
                match all[from..].find(&wanted) {
                    Some(at) if caption => rows = at,
                    Some(at) => *cursor = from + at + wanted.len(),
                    None if in_two(&all[from..], &wanted) => parted += 1,
                    None => {
                        let what = if all.contains(&wanted) { "out of order" } else { "missing" };
                        told.push(format!("{path}: {what}: {paragraph}"));
                    }
                }
            }
        }
    }
    assert!(checked > 3_000, "{checked} paragraphs and rows");
    assert!(parted <= 12, "{parted} paragraphs and rows are interrupted by the end of a page");
    assert!(told.is_empty(), "{} of {checked}:\n{}", told.len(), told.join("\n"));
}

#[test]
fn qpdf_finds_nothing() {
    if Command::new("qpdf").arg("--version").output().is_err() {
        eprintln!("skipped: qpdf is not installed, and it would check the structure of every PDF");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in pdfs() {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let output = Command::new("qpdf").arg("--check").arg(&path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !said.contains("WARNING"), "{name}: {said}");
    }
}
