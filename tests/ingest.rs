//! Reading the pinned campaign, and what reading finds in campaigns whose files contradict each other.

use std::fs;
use std::path::Path;

use rebench_report::ingest::{self, Campaign};
use rebench_report::integrity::{hash_reader, verify};
use rebench_report::problem::{Kind, Problem};

const CAMPAIGN: &str = "content/hcloud-rebench-20261014";

fn read(folder: &Path) -> Result<Campaign, Vec<Problem>> {
    ingest::read(&verify(folder)?)
}

#[test]
fn the_campaign_is_read_whole() {
    let campaign = read(Path::new(CAMPAIGN)).unwrap();
    assert_eq!(campaign.remarks, []);
    let phases = &campaign.phases;
    let counts: Vec<_> = phases
        .iter()
        .map(|phase| {
            let results: usize = phase.logs.values().map(|log| log.results.len()).sum();
            let measured = phase.receipts.values().flatten().filter(|receipt| !receipt.calibration).count();
            (phase.plan.jobs.len(), phase.metrics.rows.len(), phase.logs.len(), results, measured)
        })
        .collect();
    assert_eq!(counts, [(48, 144, 48, 144, 144), (54, 57, 21, 63, 63)]);
    let lines = |file: &str| fs::read_to_string(format!("{CAMPAIGN}/frozen/{file}")).unwrap().lines().count();
    assert_eq!(phases[0].events.len(), lines("C2/runner.jsonl"));
    assert_eq!(phases[1].events.len(), lines("D1/runner.jsonl"));
    let figures: usize = phases.iter().filter_map(|p| p.published.as_ref()).map(|p| p.figures.len()).sum();
    assert_eq!(figures, 154);
    for phase in phases {
        assert!(phase.logs.values().all(|log| log.damaged.is_empty() && log.verdict.is_some_and(|(_, ok)| ok)));
        assert_eq!(phase.pins.iter().map(|pins| pins.when.as_str()).collect::<Vec<_>>(), ["before", "after", "end"]);
        assert!(phase.reference.is_some());
        // The rows as they were read are the file as it was written.
        let mut text = format!("{}\n", phase.metrics.header.join(","));
        for row in &phase.metrics.rows {
            text += &format!("{}\n", row.fields.join(","));
        }
        assert_eq!(text, fs::read_to_string(format!("{CAMPAIGN}/{}/metrics.csv", phase.declared.dir)).unwrap());
    }
    assert_eq!(campaign.manifest.cited[1].low, Some(0.321));
    assert_eq!(campaign.manifest.cited[2].line, 36);
    let host = campaign.manifest.host.as_ref().unwrap();
    assert_eq!(host["fdbserver"]["version"], "7.3.77");
    assert_eq!(phases[1].spec.lines["bootstrap"], 6);
    assert_eq!(phases[1].plan.result_name(&phases[1].plan.jobs[0]), "BenchmarkPlanCacheHit-8");
}

#[test]
fn any_number_of_threads_reads_the_same() {
    let verified = verify(Path::new(CAMPAIGN)).unwrap();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| ingest::read(&verified)).unwrap()
    };
    assert_eq!(with(1), with(7));
}
