//! What verification finds in folders that are not as they were pinned.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rebench_report::integrity::{hash_reader, verify};
use rebench_report::problem::Kind;

const CAMPAIGN: &str = "content/hcloud-rebench-20261014";
const AGAIN: &str = "(restore it from where the campaign was frozen)";

/// A small folder: a manifest, two frozen files, the analyzer, all pinned, and an author's files beside them.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in [
        ("campaign.yaml", "campaign: x\n"),
        ("frozen/A/plan.json", "{}"),
        ("frozen/A/logs/000.log", "PASS\n"),
        ("frozen/Ä/plan.json", "{}"),
        ("frozen/a/Plan.json", "{}"),
        ("analyzer/analyze.py", "pass\n"),
    ] {
        write(folder.path(), path, bytes);
    }
    pin(folder.path());
    write(folder.path(), "phases/a.md", "# A");
    write(folder.path(), "write-up.yaml", "title: A");
    folder
}

fn write(folder: &Path, path: &str, bytes: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn pin(folder: &Path) {
    let mut sums = String::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.unwrap();
        if entry.file_type().is_file() && entry.file_name() != "SHA256SUMS" {
            let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            writeln!(sums, "{}  {path}", hash(&fs::read(entry.path()).unwrap())).unwrap();
        }
    }
    fs::write(folder.join("SHA256SUMS"), sums).unwrap();
}

fn hash(bytes: &[u8]) -> String {
    hash_reader(bytes).unwrap().0
}

fn messages(folder: &Path) -> Vec<String> {
    let problems = verify(folder).unwrap_err();
    assert!(problems.iter().all(|problem| problem.kind == Kind::Integrity));
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_campaign_is_as_it_was_pinned() {
    let verified = verify(Path::new(CAMPAIGN)).unwrap();
    let sums = fs::read_to_string(format!("{CAMPAIGN}/SHA256SUMS")).unwrap();
    let read: String = verified.files().map(|file| format!("{}  {}\n", file.sha256, file.path)).collect();
    assert_eq!(read, sums);
    assert_eq!(verified.sums_sha256(), hash(sums.as_bytes()));
    let manifest = verified.files().find(|file| file.path == "campaign.yaml").unwrap();
    assert_eq!(verified.read("campaign.yaml").unwrap().len() as u64, manifest.size);
}

#[test]
fn what_authors_add_beside_the_pinned_files_is_theirs() {
    let folder = folder();
    let verified = verify(folder.path()).unwrap();
    assert_eq!(
        verified.paths().collect::<Vec<_>>(),
        [
            "analyzer/analyze.py",
            "campaign.yaml",
            "frozen/A/logs/000.log",
            "frozen/A/plan.json",
            "frozen/a/Plan.json",
            "frozen/Ä/plan.json"
        ]
    );
    assert!(!verified.contains("phases/a.md"));
    assert_eq!(
        verified.read("phases/a.md").unwrap_err()[0].to_string(),
        "phases/a.md: it is not pinned in SHA256SUMS (pin it, or correct the path that names it)"
    );
}

#[test]
fn an_authors_file_that_is_pinned_is_held_to_its_hash() {
    let folder = folder();
    pin(folder.path());
    assert!(verify(folder.path()).unwrap().contains("phases/a.md"));
    fs::remove_file(folder.path().join("phases/a.md")).unwrap();
    assert_eq!(
        messages(folder.path()),
        [format!("phases/a.md: it is pinned in SHA256SUMS (line 7) and is not there {AGAIN}")]
    );
}

#[test]
fn missing_extra_and_changed_are_told_at_once_in_the_order_of_their_paths() {
    let folder = folder();
    fs::remove_file(folder.path().join("frozen/A/plan.json")).unwrap();
    write(folder.path(), "frozen/A/logs/001.log", "");
    write(folder.path(), "analyzer/numbers.py", "");
    write(folder.path(), "campaign.yaml", "campaign: y\n");
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let extra = "it lies among the pinned files and SHA256SUMS does not name it (take it away, or pin the campaign again if it belongs to it)";
    assert_eq!(
        messages(folder.path()),
        [
            format!("analyzer/numbers.py: {extra}"),
            format!(
                "campaign.yaml: its bytes are not the pinned ones: expected SHA-256 {}, found {} (restore it; or, if it was \
                 corrected on purpose, pin the campaign anew: rebench-report freeze {name} --again)",
                hash(b"campaign: x\n"),
                hash(b"campaign: y\n")
            ),
            format!("frozen/A/logs/001.log: {extra}"),
            format!("frozen/A/plan.json: it is pinned in SHA256SUMS (line 4) and is not there {AGAIN}"),
        ]
    );
}

#[test]
fn one_flipped_bit_in_any_pinned_file_is_found() {
    let folder = folder();
    let paths: Vec<String> = verify(folder.path()).unwrap().paths().map(str::to_owned).collect();
    for path in paths {
        let file = folder.path().join(&path);
        let bytes = fs::read(&file).unwrap();
        let mut flipped = bytes.clone();
        flipped[0] ^= 1;
        fs::write(&file, flipped).unwrap();
        let problems = verify(folder.path()).unwrap_err();
        assert_eq!(
            problems.iter().map(|p| (p.code, p.place.file.as_str())).collect::<Vec<_>>(),
            [("integrity::changed", path.as_str())]
        );
        fs::write(&file, bytes).unwrap();
    }
    verify(folder.path()).unwrap();
}

#[cfg(unix)]
#[test]
fn links_are_refused_wherever_they_point() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let at = folder.path();
    fs::rename(at.join("frozen/A/plan.json"), at.join("frozen/A/real.json")).unwrap();
    symlink("real.json", at.join("frozen/A/plan.json")).unwrap();
    fs::remove_dir_all(at.join("frozen/a")).unwrap();
    symlink("A", at.join("frozen/a")).unwrap();
    symlink("/nowhere", at.join("frozen/dangling")).unwrap();
    fs::remove_dir_all(at.join("analyzer")).unwrap();
    symlink("/tmp", at.join("analyzer")).unwrap();
    let link =
        "this is a symbolic link; a pinned file must be the file itself (put a copy of what it points to in its place)";
    assert_eq!(
        messages(at),
        [
            format!("analyzer: {link}"),
            format!("frozen/A/plan.json: {link}"),
            "frozen/A/real.json: it lies among the pinned files and SHA256SUMS does not name it (take it away, or pin the \
             campaign again if it belongs to it)"
                .to_owned(),
            format!("frozen/a: {link}"),
            format!("frozen/dangling: {link}"),
        ]
    );
}

#[cfg(unix)]
#[test]
fn a_linked_file_or_folder_outside_the_pinned_folders_is_refused_too() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let at = folder.path();
    pin(at);
    fs::rename(at.join("phases"), at.join("elsewhere")).unwrap();
    symlink("elsewhere", at.join("phases")).unwrap();
    fs::rename(at.join("campaign.yaml"), at.join("real.yaml")).unwrap();
    symlink("real.yaml", at.join("campaign.yaml")).unwrap();
    let link =
        "this is a symbolic link; a pinned file must be the file itself (put a copy of what it points to in its place)";
    assert_eq!(messages(at), [format!("campaign.yaml: {link}"), format!("phases: {link}")]);
}

#[cfg(unix)]
#[test]
fn pipes_folders_and_unreadable_names_are_refused_without_waiting() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder();
    let at = folder.path();
    fs::remove_file(at.join("frozen/A/plan.json")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(at.join("frozen/A/plan.json")).status().unwrap();
    assert!(made.success());
    fs::remove_file(at.join("campaign.yaml")).unwrap();
    fs::create_dir(at.join("campaign.yaml")).unwrap();
    fs::write(at.join("frozen").join(std::ffi::OsStr::from_bytes(b"n\xFF")), "").unwrap();
    let next = "(take it away, or restore the file from where the campaign was frozen)";
    assert_eq!(
        messages(at),
        [
            format!("campaign.yaml: this is a folder, not a regular file {next}"),
            format!("frozen/A/plan.json: this is a pipe, socket or device, not a regular file {next}"),
            "frozen/n�: the file's name is not UTF-8 (what can't be shown stands as �) (rename it and pin the campaign again)"
                .to_owned(),
        ]
    );
}

#[test]
fn without_list_or_manifest_nothing_is_verified() {
    let folder = folder();
    let at = folder.path();
    fs::remove_file(at.join("campaign.yaml")).unwrap();
    let sums = fs::read_to_string(at.join("SHA256SUMS")).unwrap();
    let without: String =
        sums.lines().filter(|line| !line.ends_with("campaign.yaml")).map(|l| format!("{l}\n")).collect();
    fs::write(at.join("SHA256SUMS"), &without).unwrap();
    assert_eq!(messages(at), [format!("campaign.yaml: the manifest is not there {AGAIN}")]);
    write(at, "campaign.yaml", "campaign: x\n");
    assert_eq!(
        messages(at),
        ["campaign.yaml: SHA256SUMS does not name it (pin the campaign again, its manifest included)"]
    );
    fs::remove_file(at.join("SHA256SUMS")).unwrap();
    assert_eq!(
        messages(at),
        [format!(
            "SHA256SUMS: the list of hashes is not there (pin the campaign: rebench-report freeze {}; or, if it was frozen \
             before, restore the list from there)",
            at.file_name().unwrap().to_str().unwrap()
        )]
    );
    assert_eq!(
        messages(&at.join("nowhere")),
        ["SHA256SUMS: the list of hashes is not there (the campaign's folder itself is not there: correct its name)"]
    );
}

#[test]
fn a_broken_line_does_not_hide_what_else_is_wrong() {
    let folder = folder();
    let at = folder.path();
    let mut sums = fs::read_to_string(at.join("SHA256SUMS")).unwrap();
    writeln!(sums, "{}  ../outside", hash(b"")).unwrap();
    writeln!(sums, "{}  SHA256SUMS", hash(b"")).unwrap();
    fs::write(at.join("SHA256SUMS"), sums).unwrap();
    write(at, "frozen/A/plan.json", "[]");
    let problems = verify(at).unwrap_err();
    assert_eq!(
        problems.iter().map(|p| (p.code, p.place.to_string())).collect::<Vec<_>>(),
        [
            ("integrity::sums-leaves", "SHA256SUMS:7:67".to_owned()),
            ("integrity::sums-itself", "SHA256SUMS:8".to_owned()),
            ("integrity::changed", "frozen/A/plan.json".to_owned()),
        ]
    );
}

#[test]
fn bytes_that_change_after_they_were_verified_are_not_handed_out() {
    let folder = folder();
    let verified = verify(folder.path()).unwrap();
    assert_eq!(verified.read("frozen/A/plan.json").unwrap(), b"{}");
    for bytes in ["[]", "{} ", "{"] {
        write(folder.path(), "frozen/A/plan.json", bytes);
        assert_eq!(
            verified.read("frozen/A/plan.json").unwrap_err()[0].to_string(),
            format!(
                "frozen/A/plan.json: it changed after it was verified: expected SHA-256 {}, found another (let nothing \
                 write to the campaign while it is being read, and start again)",
                hash(b"{}")
            )
        );
    }
    fs::remove_file(folder.path().join("frozen/A/plan.json")).unwrap();
    assert_eq!(verified.read("frozen/A/plan.json").unwrap_err()[0].code, "integrity::unreadable");
}

#[test]
fn hashing_streams() {
    let bytes = vec![7u8; 600_000];
    let (hash, size) = hash_reader(bytes.as_slice()).unwrap();
    assert_eq!(size, 600_000);
    assert_eq!(hash_reader(&b"abc"[..]).unwrap().0, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_ne!(hash, hash_reader(&bytes[1..]).unwrap().0);
}
