use super::*;
use std::collections::BTreeMap;
#[test]
fn dump() {
    let declared = BTreeMap::new();
    let mut files: Vec<_> =
        std::fs::read_dir("tests/fixtures/formats/gotest").unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for f in files {
        let s = Source::decode(f.file_name().unwrap().to_str().unwrap(), &std::fs::read(&f).unwrap()).unwrap();
        let claimed = Format::of("", &s);
        println!("##### {} {claimed:?}", s.file);
        let Some(c) = claimed else { continue };
        match (c.read)(&Input { source: &s, declared: &declared, beside: &|_| Ok(None) }) {
            Ok(r) => {
                println!("{} observations", r.observations.len());
                for o in r.observations.iter().filter(|_| !s.file.starts_with("plain")) {
                    println!("  {} {:?} {} {:?}", o.line, o.whose.case, o.metric, o.value.as_ref().map(|v| &v.text));
                }
                for x in &r.said {
                    println!("  SAID {} {:?} {:?} {}", x.line, x.kind, x.case, x.text);
                }
            }
            Err(p) => {
                for p in p {
                    println!("  {p}")
                }
            }
        }
    }
}
