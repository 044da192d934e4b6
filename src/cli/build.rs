//! `build`: verify, reconcile, analyse, write.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use super::arguments::{Arguments, Build, FormatArgument, MessageFormat, PaperArgument};
use super::progress::Progress;
use super::told::Told;
use super::{Ended, Failure, World, root, usage};
use crate::document::Timestamp;
use crate::number::text::count;
use crate::pipeline::{self, Format, Options, Summary};
use crate::render::pdf::Paper;

pub(super) fn run(command: &Build, arguments: &Arguments, world: &World, told: &Told) -> Ended {
    let root = root::find(arguments.root.as_deref(), world)?;
    let date = source_date(world)?;
    let campaigns = if command.campaigns.is_empty() { pipeline::campaigns(&root) } else { unique(&command.campaigns) };
    if campaigns.is_empty() {
        return Err(usage(
            format!("there is no campaign below {}", root.join("content").display()),
            "put a campaign's folder with its campaign.yaml there",
        ));
    }
    let mut formats: Vec<Format> = command
        .format
        .iter()
        .map(|format| match format {
            FormatArgument::Markdown => Format::Markdown,
            FormatArgument::Html => Format::Html,
            FormatArgument::Pdf => Format::Pdf,
        })
        .collect();
    formats.sort();
    formats.dedup();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(command.jobs.map_or(0, usize::from))
        .build()
        .map_err(|error| usage(format!("the threads can't be started: {error}"), "ask for fewer with --jobs"))?;
    let several = campaigns.len() > 1;
    let front = command.out.is_none() || several;
    let (mut failed, mut warnings, mut built_any) = (Vec::new(), Vec::new(), false);
    for campaign in &campaigns {
        let out = place(command, world, &root, campaign, several);
        let options = Options {
            root: root.clone(),
            campaign: campaign.clone(),
            out,
            formats: formats.clone(),
            phases: command.phase.clone(),
            paper: match command.paper {
                PaperArgument::A4 => Paper::A4,
                PaperArgument::Letter => Paper::Letter,
            },
            draft: command.draft,
            date,
            front,
        };
        let silent = told.quiet || told.format == MessageFormat::Json;
        let progress = Progress::new(campaign, world.terminal, silent);
        let begun = Instant::now();
        let built = pool.install(|| pipeline::build(&options, &|stage| progress.stage(stage)));
        progress.end();
        match built {
            Ok(summary) => {
                tell(&summary, begun.elapsed(), told);
                warnings.extend(summary.warnings);
                built_any = true;
            }
            Err(problems) => failed.extend(problems),
        }
    }
    if front && built_any && formats.contains(&Format::Html) {
        let reports = command.out.as_ref().map_or_else(|| root.join("reports"), |out| world.directory.join(out));
        match pool.install(|| crate::front::build(&root, &reports, pipeline::TOOL)) {
            Ok(files) => tell_front(files, &reports, told),
            Err(problems) => failed.extend(problems),
        }
    }
    told.warnings(&warnings, &root::shown(&root, world));
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::below(&root, world, failed))
}

pub(super) fn unique(names: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in names {
        // The folder's path completes in a shell; its name is meant.
        let name = name.strip_prefix("content/").unwrap_or(name).trim_end_matches('/');
        if !out.iter().any(|known| known == name) {
            out.push(name.to_string());
        }
    }
    out
}

fn place(command: &Build, world: &World, root: &std::path::Path, campaign: &str, several: bool) -> PathBuf {
    match &command.out {
        Some(out) if several => world.directory.join(out).join(campaign),
        Some(out) => world.directory.join(out),
        None => root.join("reports").join(campaign),
    }
}

fn source_date(world: &World) -> Result<Option<Timestamp>, Failure> {
    let Some(text) = &world.source_date_epoch else { return Ok(None) };
    // Years 1970 to 9999: what a PDF's date can say.
    match text.parse::<i64>() {
        Ok(seconds) if (0..=253_402_300_799).contains(&seconds) => Ok(Some(Timestamp(seconds))),
        _ => Err(usage(
            format!("SOURCE_DATE_EPOCH is `{}`, which is no number of seconds since 1970", text.escape_debug()),
            "unset it, or give it whole seconds up to the year 9999",
        )),
    }
}

fn tell(summary: &Summary, took: Duration, told: &Told) {
    if told.format == MessageFormat::Json {
        told.say(&value(summary, took).to_string());
        return;
    }
    if told.quiet {
        return;
    }
    told.say(&text(summary, took));
}

fn tell_front(files: usize, reports: &std::path::Path, told: &Told) {
    if told.format == MessageFormat::Json {
        let out = reports.display().to_string();
        told.say(&json!({"type": "front", "out": out, "files": files}).to_string());
    } else if !told.quiet {
        told.say(&format!("front page\n  written     {} files to {}", count(files as u64), reports.display()));
    }
}

fn text(summary: &Summary, took: Duration) -> String {
    let mut lines = vec![match &summary.status {
        Some(status) => format!("{} ({status} data)", summary.campaign),
        None => summary.campaign.clone(),
    }];
    let mut line = |word: &str, text: String| lines.push(format!("  {word:<11} {text}"));
    line(
        "verified",
        format!(
            "{} pinned files, {} bytes, SHA-256 of each",
            count(summary.verified as u64),
            count(summary.verified_bytes)
        ),
    );
    if !summary.phases.is_empty() {
        line(
            "reconciled",
            format!(
                "{} CSV rows with their log lines; labels restored: {} analysed, {} outside",
                count(summary.rows as u64),
                summary.labels.0,
                summary.labels.1
            ),
        );
    }
    for (phase, accounting) in &summary.phases {
        line(
            "",
            format!(
                "{phase}: {} planned, {} executed, {} analysed; {} samples analysed",
                accounting.planned, accounting.executed, accounting.analysed, accounting.samples_analysed
            ),
        );
    }
    for (at, (phase, files, values)) in summary.observed.iter().enumerate() {
        let word = if at == 0 { "put together" } else { "" };
        line(word, format!("{phase}: {} values from {} files", count(*values), count(*files)));
    }
    if summary.false_failures > 0 {
        line("", format!("{} failures that log and receipts do not bear out", summary.false_failures));
    }
    line("computed", format!("{} intervals", summary.intervals));
    if summary.reference_numbers > 0 {
        line(
            "",
            format!("{} numbers agree with the pinned analyzer's own output", count(summary.reference_numbers as u64)),
        );
    }
    if summary.published.1 > 0 {
        line("", format!("published figures: {} of {} reproduced", summary.published.0, summary.published.1));
    }
    let formats: Vec<&str> = summary.formats.iter().map(|format| format.name()).collect();
    let pages = if summary.pages > 0 { format!(", {} PDF pages", summary.pages) } else { String::new() };
    line(
        "written",
        format!("{} files ({}{pages}) to {}", count(summary.files as u64), formats.join(", "), summary.out.display()),
    );
    for remark in &summary.remarks {
        line("remark", remark.clone());
    }
    line("took", format!("{:.2} s", took.as_secs_f64()));
    lines.join("\n")
}

fn value(summary: &Summary, took: Duration) -> serde_json::Value {
    json!({
        "type": "built",
        "campaign": summary.campaign,
        "status": summary.status,
        "out": summary.out.display().to_string(),
        "verified": {"files": summary.verified, "bytes": summary.verified_bytes},
        "reconciled": {
            "rows": summary.rows,
            "labels_restored": {"analysed": summary.labels.0, "outside": summary.labels.1},
            "false_failures": summary.false_failures,
        },
        "phases": summary.phases.iter().map(|(phase, accounting)| json!({
            "phase": phase,
            "planned": accounting.planned,
            "executed": accounting.executed,
            "analysed": accounting.analysed,
            "samples_analysed": accounting.samples_analysed,
        })).collect::<Vec<_>>(),
        "phases_of_datasets": summary.observed.iter().map(|(phase, files, values)| json!({
            "phase": phase,
            "files": files,
            "values": values,
        })).collect::<Vec<_>>(),
        "intervals": summary.intervals,
        "reference_numbers": summary.reference_numbers,
        "published": {"reproduced": summary.published.0, "figures": summary.published.1},
        "written": {
            "formats": summary.formats.iter().map(|format| format.name()).collect::<Vec<_>>(),
            "files": summary.files,
            "pdf_pages": summary.pages,
        },
        "remarks": summary.remarks,
        "warnings": summary.warnings.len(),
        "seconds": took.as_secs_f64(),
    })
}
