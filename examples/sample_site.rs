//! Writes the sample site of the tests, to be looked at: `cargo run --example sample_site FOLDER`.

use std::path::Path;

use rebench_report::render::html::{Around, Site, render};
use rebench_report::templates::Templates;

#[allow(dead_code)]
#[path = "../tests/html/sample.rs"]
mod sample;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder to write to")?;
    let documents = sample::documents();
    let site = Site {
        documents: &documents,
        title: "hcloud-rebench-20261014".into(),
        brand: "rebench-report".into(),
        around: Around::report(),
    };
    let templates =
        Templates::carried().with_overrides(Path::new("templates")).map_err(|problems| problems[0].to_string())?;
    let files = render(&site, &templates).map_err(|problems| problems[0].to_string())?;
    for file in &files {
        let path = Path::new(&folder).join("html").join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        std::fs::write(&path, &file.bytes)?;
    }
    let inputs = Path::new(&folder).join("inputs");
    std::fs::create_dir_all(&inputs)?;
    std::fs::write(inputs.join("a.txt"), "a\n")?;
    std::fs::write(inputs.join("b.txt"), "c\n")?;
    Ok(())
}
