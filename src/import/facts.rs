//! Date and host, where the files tell them.
//!
//! A fact is taken where all files that tell it say the same. Nothing is asked of the machine on which the import runs:
//! it need not be the one that measured.

use super::recognise::Recognised;
use crate::ingest::reading::SaidKind;

/// What the files tell of when and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The day, `2026-11-30`.
    pub date: Option<String>,
    /// Key and value of each fact about the host.
    pub host: Vec<(&'static str, String)>,
}

/// Names under which the tools tell a fact, by its key in `campaign.yaml`.
const HOST: [(&str, &[&str]); 5] = [
    ("os", &["goos", "machine_info.system", "params.os", "platform"]),
    ("kernel", &["machine_info.release"]),
    ("machine", &["goarch", "machine_info.machine", "params.arch"]),
    ("cpu", &["cpu", "machine_info.cpu.brand_raw", "cpu_model_name", "params.cpu"]),
    ("cores", &["num_cpus", "machine_info.cpu.count", "cpu_count", "params.num_cpu"]),
];

/// Names under which the tools tell when they measured. What asv calls a date is the commit's.
const DATES: [&str; 3] = ["date", "datetime", "started on"];

/// Gathers what the files tell.
pub fn gather(recognised: &Recognised) -> Facts {
    let told = |names: &[&str]| {
        let mut values: Vec<String> = Vec::new();
        for file in &recognised.files {
            let Some((format, reading)) = &file.output else { continue };
            for said in reading.said.iter().filter(|said| said.kind == SaidKind::Setting && said.case.is_none()) {
                let Some((name, value)) = said.text.split_once(": ") else { continue };
                if names.contains(&name) && !(format.name == "asv" && name == "date") {
                    values.push(value.trim().to_owned());
                }
            }
        }
        values
    };
    let one = |mut values: Vec<String>| {
        values.sort();
        values.dedup();
        match values.as_slice() {
            [only] if !only.is_empty() => Some(only.clone()),
            _ => None,
        }
    };
    let days: Option<Vec<String>> = told(&DATES).iter().map(|stamp| day(stamp)).collect();
    Facts {
        date: days.and_then(one),
        host: HOST.iter().filter_map(|(key, names)| Some((*key, one(told(names))?))).collect(),
    }
}

/// The day of a time stamp: `2026-11-30T19:00:13+00:00` or, as `ctime` prints it, `Mon Nov 30 18:55:06 2026`.
fn day(stamp: &str) -> Option<String> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = stamp.split_whitespace().collect();
    if let [_, month, day, _, year] = parts.as_slice()
        && let Some(month) = MONTHS.iter().position(|name| name == month)
        && digits(year, 4)
        && day.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))
    {
        return Some(format!("{year}-{:02}-{day:0>2}", month + 1));
    }
    let day = stamp.get(..10)?;
    let shaped = match day.split('-').collect::<Vec<_>>().as_slice() {
        [year, month, day] => digits(year, 4) && digits(month, 2) && digits(day, 2),
        _ => false,
    };
    shaped.then(|| day.to_owned())
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_are_read_as_tools_print_them() {
        assert_eq!(day("2026-11-30T19:00:13+00:00").as_deref(), Some("2026-11-30"));
        assert_eq!(day("Tue Dec  1 08:55:06 2026").as_deref(), Some("2026-12-01"));
        assert_eq!(day("1796065383000"), None);
        assert_eq!(day("Mon Foo 30 18:55:06 2026"), None);
    }
}
