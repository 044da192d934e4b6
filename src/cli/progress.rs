//! Progress: a bar on a terminal, plain lines elsewhere.

use std::io::Write;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::pipeline::Stage;

/// What is told while a build runs.
pub(super) enum Progress {
    /// A bar that goes away at the end.
    Bar(ProgressBar),
    /// A line a stage on standard error.
    Lines(String),
    /// Nothing.
    Silent,
}

impl Progress {
    /// For the build of `campaign`.
    pub fn new(campaign: &str, terminal: bool, silent: bool) -> Self {
        if silent {
            return Progress::Silent;
        }
        if !terminal {
            return Progress::Lines(campaign.to_string());
        }
        let bar = ProgressBar::with_draw_target(Some(Stage::ALL.len() as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:24}] {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(campaign.to_string());
        Progress::Bar(bar)
    }

    /// A stage begins.
    pub fn stage(&self, stage: Stage) {
        let at = Stage::ALL.iter().position(|known| *known == stage).unwrap_or(0);
        match self {
            Progress::Bar(bar) => {
                bar.set_position(at as u64);
                bar.set_message(stage.words());
            }
            Progress::Lines(campaign) => {
                // Progress that can't be told is no reason to stop.
                let _ = writeln!(std::io::stderr(), "{campaign}: {}", stage.words());
            }
            Progress::Silent => {}
        }
    }

    /// The build is over.
    pub fn end(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
