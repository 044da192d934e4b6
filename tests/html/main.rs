//! The site as it is written: complete, well formed, deaf to hostile names, the same for any number of threads.

mod hostile;
mod kinds;
mod markup;
mod sample;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use markup::{Tag, assert_balanced, read};
use rebench_report::document::*;
use rebench_report::problem::Kind;
use rebench_report::render::Rendered;
use rebench_report::render::html::{Around, Site, render};
use rebench_report::templates::Templates;

fn site(documents: &[Document]) -> Site<'_> {
    Site { documents, title: "campaign".into(), brand: "rebench-report".into(), around: Around::report() }
}

fn rendered(documents: &[Document]) -> Vec<Rendered> {
    render(&site(documents), &Templates::carried()).expect("the site renders")
}

fn pages(files: &[Rendered]) -> BTreeMap<&str, &str> {
    let pages = files.iter().filter(|file| file.path.ends_with(".html"));
    pages.map(|file| (file.path.as_str(), std::str::from_utf8(&file.bytes).expect("a page is UTF-8"))).collect()
}

fn page_of(blocks: Vec<Block>) -> String {
    let document = Document { blocks, ..sample::document("index", None, "Top", "Kicker", "Title") };
    let files = rendered(&[document]);
    pages(&files)["index.html"].to_string()
}

/// The carried templates with some files replaced, written to a folder called `name`.
fn overridden(name: &str, files: &[(&str, &[u8])]) -> Templates {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("html").join(name);
    for (path, bytes) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    Templates::carried().with_overrides(&folder).expect("templates are read")
}

fn ids(tags: &[Tag]) -> BTreeSet<&str> {
    tags.iter().filter_map(|tag| tag.get("id")).collect()
}

#[test]
fn every_link_within_the_site_leads_somewhere_and_every_id_is_the_only_one() {
    let documents = sample::documents();
    let files = rendered(&documents);
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let pages: BTreeMap<&str, Vec<Tag>> = pages(&files).into_iter().map(|(path, page)| (path, read(page).0)).collect();
    let mut followed = 0;
    for (path, tags) in &pages {
        assert_balanced(path, tags);
        let own = ids(tags);
        assert_eq!(own.len(), tags.iter().filter(|tag| tag.get("id").is_some()).count(), "an id twice in {path}");
        for tag in tags {
            for reference in tag.get("aria-labelledby").into_iter().flat_map(str::split_whitespace) {
                assert!(own.contains(reference), "{path}: no id {reference}");
            }
            for address in [tag.get("href"), tag.get("src")].into_iter().flatten() {
                if address.starts_with("../") || address.starts_with("https://example.org/") {
                    continue;
                }
                followed += 1;
                let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
                let file = file.replace("%20", " ");
                assert!(file.is_empty() || paths.contains(&*file), "{path}: no file {file:?}");
                if !anchor.is_empty() {
                    let there = if file.is_empty() { own.clone() } else { ids(&pages[&*file]) };
                    assert!(there.contains(anchor), "{path}: no anchor {address}");
                }
            }
        }
    }
    assert!(followed > 200, "{followed}");
    let style = files.iter().find(|file| file.path == "style.css").expect("a style sheet");
    let style = std::str::from_utf8(&style.bytes).expect("text");
    for url in style.split("url(\"").skip(1).map(|rest| rest.split('"').next().expect("an address")) {
        assert!(paths.contains(url), "no font {url}");
    }
    for licence in ["fonts/LICENSE-source-serif.md", "fonts/LICENSE-source-sans.md", "fonts/LICENSE-source-code-pro.md"]
    {
        assert!(paths.contains(licence));
    }
}

#[test]
fn no_page_needs_a_network_or_runs_or_styles_inline() {
    let documents = sample::documents();
    let files = rendered(&documents);
    for (path, page) in pages(&files) {
        let (tags, _) = read(page);
        let policy = tags.iter().find(|tag| tag.get("http-equiv") == Some("Content-Security-Policy"));
        assert!(
            policy.and_then(|tag| tag.get("content")).is_some_and(|policy| policy.starts_with("default-src 'none';"))
        );
        for tag in &tags {
            assert!(tag.get("style").is_none() && tag.name != "style", "{path}: {tag:?}");
            assert!(tag.name != "script" || tag.get("src").is_some(), "{path}: {tag:?}");
            assert!(tag.attributes.iter().all(|(name, _)| !name.starts_with("on")), "{path}: {tag:?}");
            let loads = if tag.name == "a" { None } else { tag.get("src").or(tag.get("href")) };
            assert!(loads.is_none_or(|address| !address.contains(':')), "{path}: {tag:?}");
        }
    }
    for name in
        ["style.css", "print.css", "figures.js", "keys.js", "links.js", "site.js", "tables.js", "theme.js", "verify.js"]
    {
        let file = files.iter().find(|file| file.path == name).expect("is there");
        let text = String::from_utf8_lossy(&file.bytes).replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("://"), "{name}");
    }
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let documents = sample::documents();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| rendered(&documents))
    };
    let one = with(1);
    assert_eq!(one, with(4));
    let order: Vec<&str> = one.iter().map(|file| file.path.as_str()).take(5).collect();
    assert_eq!(order, ["index.html", "c2.html", "d1.html", "d1-evidence.html", "hashes.html"]);
}

#[test]
fn standing_of_the_data_and_origin_are_on_every_page_and_on_paper() {
    let documents = sample::documents();
    let files = rendered(&documents);
    for (path, page) in pages(&files) {
        let (tags, text) = read(page);
        assert!(text.contains("Reconstructed data."), "{path}");
        assert!(text.contains("· reconstructed data\n"), "{path}: the window's title");
        assert!(text.contains("Made by rebench-report 0.1.0 from inputs with SHA-256 5f1d2c3b4a59"), "{path}");
        assert!(tags.iter().any(|tag| tag.name == "body" && tag.get("class") == Some("sheet-1")), "{path}");
    }
    let print = files.iter().find(|file| file.path == "print.css").expect("is there");
    assert!(String::from_utf8_lossy(&print.bytes).contains("@top-right { content: \"reconstructed data\"; }"));
}

#[test]
fn a_document_without_status_notes_facts_or_text_is_a_page() {
    let document = Document { status: None, ..sample::document("index", None, "", "", "") };
    let files = rendered(&[document]);
    let page = pages(&files)["index.html"];
    let (tags, _) = read(page);
    assert_balanced("index.html", &tags);
    assert!(!page.contains("class=\"status\""));
    assert!(!page.contains("class=\"turn\""));
}

#[test]
fn the_navigation_shows_the_way_through_the_site() {
    let documents = sample::documents();
    let files = rendered(&documents);
    let pages = pages(&files);
    let d1 = pages["d1.html"];
    assert!(d1.contains("<a class=\"previous\" rel=\"prev\" href=\"c2.html\">"));
    assert!(d1.contains("<a class=\"next\" rel=\"next\" href=\"hashes.html\">"));
    assert!(d1.contains("<a href=\"d1-evidence.html\">D1 Evidence</a>"));
    assert!(!pages["c2.html"].contains("D1 Evidence"), "children of other phases stay away");
    assert!(!pages["c2.html"].contains("verify.js"));
    assert!(pages["hashes.html"].contains("verify.js"));
    let crumbs = pages["d1-evidence.html"].split("class=\"crumbs\"").nth(1).expect("crumbs");
    let (above, here) = (crumbs.find("href=\"d1.html\""), crumbs.find("aria-current=\"page\""));
    assert!(above.is_some() && above < here);
}

#[test]
fn a_thousand_phases_do_not_make_every_page_long() {
    let mut documents = vec![sample::document("index", None, "Top", "", "Top")];
    for number in 0..1000 {
        let id = format!("p{number}");
        documents.push(sample::document(&id, Some("index"), &id, "", &id));
    }
    let files = rendered(&documents);
    assert!(pages(&files).values().all(|page| page.len() < 20_000));
    assert!(pages(&files)["p500.html"].contains("href=\"p501.html\""));
}

#[test]
fn parents_that_are_unknown_or_form_a_ring_do_no_harm() {
    let documents = [
        sample::document("index", Some("b"), "Top", "", "Top"),
        sample::document("a", Some("b"), "A", "", "A"),
        sample::document("b", Some("a"), "B", "", "B"),
        sample::document("c", Some("nowhere"), "C", "", "C"),
    ];
    let files = rendered(&documents);
    assert_eq!(pages(&files).len(), 4);
}

#[test]
fn links_that_would_lead_nowhere_or_do_something_print_as_words() {
    let link = |target| Inline::Link { target, content: sample::t("words") };
    let page = page_of(vec![Block::Paragraph(vec![
        link(Target::Url("javascript:alert(1)".into())),
        link(Target::Document { id: "c2".into(), anchor: None }),
        sample::standing("7", Standing::Measured, None),
    ])]);
    assert!(page.contains("<p>wordswords<span class=\"num\">7</span></p>"));
}

#[test]
fn ids_and_names_of_files_that_can_not_be_written_are_problems() {
    let mut documents = vec![
        sample::document("index", None, "Top", "", "Top"),
        sample::document("../x", None, "X", "", "X"),
        sample::document("index", None, "Again", "", "Again"),
    ];
    let problems = render(&site(&documents), &Templates::carried()).expect_err("ids");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.code == "html::document-id" && problem.kind == Kind::Input));
    documents.truncate(1);
    for name in ["../../etc/passwd", "..", "", "a\\b"] {
        documents[0].attachments = vec![Attachment {
            name: name.into(),
            media_type: "text/csv".into(),
            description: String::new(),
            bytes: std::sync::Arc::from(&b""[..]),
            is_data: false,
        }];
        let problems = render(&site(&documents), &Templates::carried()).expect_err(name);
        assert_eq!(problems[0].code, "html::attachment");
    }
}

#[test]
fn a_template_of_the_user_takes_the_place_of_ours() {
    let documents = sample::documents();
    let own = b"<footer>Ours is {{ tool }} & {{ campaign }}</footer>";
    let files = render(&site(&documents), &overridden("footer", &[("html/footer.html", own)])).expect("renders");
    let pages = pages(&files);
    assert!(
        pages
            .values()
            .all(|page| page.contains("<footer>Ours is rebench-report 0.1.0 & hcloud-rebench-20261014</footer>"))
    );
    let files = render(&site(&documents), &overridden("style", &[("html/style.css", b"/* own */")])).expect("renders");
    assert!(files.iter().any(|file| file.path == "style.css" && file.bytes == b"/* own */"));
}

#[test]
fn a_template_with_a_fault_is_a_problem_with_its_line() {
    let documents = sample::documents();
    for (text, line, part, words) in [
        (&b"<footer>\n{{ nothing }}\n</footer>"[..], 2, "nothing", "nothing"),
        (b"<footer>\n\n{% if status %}\n</footer>", 4, "", "end of"),
        (b"one\nt\xc3\xa9\xc3\xa9 {{ tool | nofilter }}", 2, "nofilter", "nofilter"),
        (b"one\n\xff", 2, "", "UTF-8"),
        (b"\n{% include \"html/nowhere.html\" %}", 2, "", "nowhere"),
    ] {
        let templates = overridden("fault", &[("html/footer.html", text)]);
        let problems = render(&site(&documents), &templates).expect_err("a fault");
        let problem = &problems[0];
        assert_eq!(problem.place.file, "templates/html/footer.html", "{problem:?}");
        assert_eq!(problem.place.line, Some(line), "{problem:?}");
        assert!(problem.cause.contains(words), "{problem:?}");
        if !part.is_empty() {
            let excerpt = problem.excerpt.as_ref().expect("an excerpt");
            assert_eq!(&excerpt.line[excerpt.start..excerpt.start + excerpt.length], part);
        }
    }
}

#[test]
fn faults_of_several_templates_are_found_at_once() {
    let faults: [(&str, &[u8]); 2] = [("html/footer.html", b"{% if %}"), ("html/bar.html", b"{% if %}")];
    let templates = overridden("faults", &faults);
    let problems = render(&site(&sample::documents()), &templates).expect_err("two faults");
    let files: Vec<&str> = problems.iter().map(|problem| problem.place.file.as_str()).collect();
    assert_eq!(files, ["templates/html/bar.html", "templates/html/footer.html"]);
}
