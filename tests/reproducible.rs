//! The same bytes wherever, whenever and with however many threads a report is built.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use support::project::{Project, binary, files};

#[path = "support/mod.rs"]
mod support;

const CAMPAIGN: &str = "hcloud-rebench-20261014";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn build(root: &Path, from: &Path, out: &Path, jobs: &str, environment: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    let mut command = binary();
    command.current_dir(from).args(["build", CAMPAIGN, "--quiet", "--jobs", jobs, "--root"]).arg(root);
    command.arg("--out").arg(out).envs(environment.iter().copied());
    command.assert().success();
    files(out)
}

/// A plain build with one thread, for the tests to compare with.
static PLAIN: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    build(root(), root(), &folder.path().join("plain"), "1", &[])
});

/// A copy of the plain build.
fn written(folder: &Path) {
    for (path, bytes) in &*PLAIN {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Names of the files that differ between two reports.
fn differing(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let mut paths: Vec<&String> = a.keys().chain(b.keys()).collect();
    paths.sort();
    paths.dedup();
    paths.into_iter().filter(|path| a.get(*path) != b.get(*path)).cloned().collect()
}

#[test]
fn neither_threads_nor_place_nor_locale_nor_time_zone_change_a_byte() {
    let folder = tempfile::tempdir().unwrap();
    // A copy elsewhere, built from outside of it, in another locale and time zone.
    let copy = Project::copied(root(), CAMPAIGN, "D1");
    let environment = [("TZ", "Pacific/Kiritimati"), ("LC_ALL", "tr_TR.UTF-8"), ("LANG", "de_DE.UTF-8"), ("HOME", "/")];
    let other = build(copy.root(), folder.path(), &folder.path().join("b/c"), "4", &environment);
    assert_eq!(differing(&PLAIN, &other), [""; 0]);
    assert!(PLAIN.len() > 250);
    let place = folder.path().to_str().unwrap().as_bytes();
    for (path, bytes) in &other {
        assert!(!bytes.windows(place.len()).any(|window| window == place), "{path} names the folder it was built in");
    }
}

#[test]
fn source_date_epoch_dates_the_documents_and_changes_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let dated = build(root(), root(), &folder.path().join("b"), "2", &[("SOURCE_DATE_EPOCH", "86400")]);
    let again = build(root(), root(), &folder.path().join("c"), "2", &[("SOURCE_DATE_EPOCH", "86400")]);
    assert_eq!(differing(&dated, &again), [""; 0]);
    let changed = differing(&PLAIN, &dated);
    let documents = ["html/", "markdown/", "pdf/"];
    for path in &changed {
        let document = documents.iter().any(|folder| path.starts_with(folder));
        assert!(
            document || ["SHA256SUMS", "card.json", "manifest.json"].contains(&path.as_str()),
            "{path} depends on the date"
        );
    }
    let pdfs = changed.iter().filter(|path| path.ends_with(".pdf")).count();
    assert_eq!(pdfs, 3, "a PDF carries its date");
    for (path, bytes) in dated.iter().filter(|(path, _)| path.ends_with(".pdf")) {
        let file = lopdf::Document::load_mem(bytes).unwrap();
        let info = file.trailer.get(b"Info").and_then(|info| file.dereference(info)).unwrap().1.as_dict().unwrap();
        let date = info.get(b"CreationDate").unwrap().as_str().unwrap();
        assert!(date.starts_with(b"D:19700102"), "{path}: {}", String::from_utf8_lossy(date));
    }
}

#[test]
fn a_written_report_is_verified_and_a_flipped_byte_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report");
    written(&out);
    let verify = || {
        let mut command = binary();
        command.args(["verify", CAMPAIGN, "--root"]).arg(root()).arg("--out").arg(&out);
        command.output().unwrap()
    };
    let output = verify();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for path in [
        "html/d1.html",
        "pdf/hcloud-rebench-20261014-d1-",
        "results.json",
        "manifest.json",
        "inputs/frozen/D1/metrics.csv",
    ] {
        let path = PLAIN.keys().find(|known| known.starts_with(path)).unwrap_or_else(|| panic!("no {path}"));
        let mut bytes = PLAIN[path].clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(out.join(path), bytes).unwrap();
        let output = verify();
        let message = String::from_utf8_lossy(&output.stderr).replace(['\n', '│', ' '], "");
        assert_eq!(output.status.code(), Some(3));
        assert!(message.contains(&format!("{path}:waschangedafteritwaswritten")), "{message}");
        fs::write(out.join(path), &PLAIN[path]).unwrap();
    }
    fs::write(out.join("html/more.html"), "mine").unwrap();
    fs::remove_file(out.join("results.json")).unwrap();
    let output = verify();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3));
    assert!(message.contains("html/more.html") && message.contains("results.json"), "{message}");
}

#[test]
#[cfg(unix)]
fn the_list_of_hashes_is_taken_by_sha256sum() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report");
    written(&out);
    for below in [out.clone(), out.join("inputs")] {
        let checked = std::process::Command::new("sha256sum")
            .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
            .current_dir(below)
            .output();
        match checked {
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
            // Their form is tested with the shipped campaign as well.
            Err(error) => eprintln!("not asked of sha256sum itself: {error}"),
        }
    }
}
