//! `plan.json`.

/// The pinned plan, schema `benchcampaign/plan/1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Campaign.
    pub campaign: String,
    /// Phase.
    pub phase: String,
    /// Commit of the harness, 40 hexadecimal digits.
    pub harness: String,
    /// Seed of the order.
    pub seed: u64,
    /// Blocks a case.
    pub blocks: u32,
    /// Repeats a process.
    pub count: u32,
    /// GOMAXPROCS, the `-N` suffix of benchmark names.
    pub gomaxprocs: u32,
    /// Where the data came from, if the plan says so.
    pub provenance: Option<String>,
    /// The arms in order.
    pub arms: Vec<Arm>,
    /// The cases in order.
    pub cases: Vec<Case>,
    /// The jobs in plan order: job `i` stands at index `i`.
    pub jobs: Vec<Job>,
}

/// An arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Name.
    pub name: String,
    /// Tree, 40 hexadecimal digits.
    pub tree: String,
    /// Path of its binary below the phase's folder.
    pub binary: String,
    /// SHA-256 of it, 64 hexadecimal digits.
    pub sha256: String,
    /// Sub-benchmark that it selects.
    pub select: Option<String>,
}

/// A case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Name.
    pub name: String,
    /// Full benchmark name without selected sub-benchmark and `-N` suffix.
    pub benchmark: String,
    /// `3s` or `1000x`.
    pub benchtime: String,
    /// Binary that wins over the arm's, with its SHA-256.
    pub binary: Option<(String, String)>,
}

/// A job: one fresh process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Number, equal to its index.
    pub job: u32,
    /// Index of the case in [`Plan::cases`].
    pub case: usize,
    /// Block, from 0.
    pub block: u32,
    /// Position within the block, from 0.
    pub position: u32,
    /// Index of the arm in [`Plan::arms`].
    pub arm: usize,
    /// Path of its log below the phase's folder.
    pub log: String,
}

impl Plan {
    /// Name that every result line of `job` must carry: benchmark, selected sub-benchmark, GOMAXPROCS suffix.
    /// Go leaves the suffix out where GOMAXPROCS is 1.
    pub fn result_name(&self, job: &Job) -> String {
        let mut name = self.cases[job.case].benchmark.clone();
        if let Some(select) = &self.arms[job.arm].select {
            name.push('/');
            name.push_str(select);
        }
        if self.gomaxprocs != 1 {
            name.push('-');
            name.push_str(&self.gomaxprocs.to_string());
        }
        name
    }

    /// Binary of `job` and its SHA-256: the case's own if it has one, else the arm's.
    pub fn binary(&self, job: &Job) -> (&str, &str) {
        let arm = &self.arms[job.arm];
        match &self.cases[job.case].binary {
            Some((binary, sha256)) => (binary, sha256),
            None => (&arm.binary, &arm.sha256),
        }
    }
}
