//! `runner.jsonl`: the runner's event log, one JSON object a line.

use super::{Event, EventKind, Remark, lines, time};
use crate::problem::{Outcome, Place, Problems};
use crate::source::{Fields, Source, quote};

const KNOWN: [&str; 8] = ["t", "event", "job", "status", "exit_code", "duration_s", "error", "pins_ok"];

/// Reads the events in file order. A name of an event that is not known is kept and remarked; keys that are not known are
/// kept in [`Event::extra`].
///
/// # Errors
/// Everything that is not JSON, missing, of the wrong type, or a time stamp that is not RFC 3339.
pub fn read(source: &Source) -> Outcome<(Vec<Event>, Vec<Remark>)> {
    let events = lines::each(source, "the event", event)?;
    let remarks = events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Unknown(name) => Some(Remark {
                place: Place::line(source.file.clone(), event.line),
                text: format!("The event {} is not known; it is kept and counts for nothing.", quote(name)),
            }),
            _ => None,
        })
        .collect();
    Ok((events, remarks))
}

fn event(line: u32, fields: &Fields<'_>, problems: &mut Problems) -> Option<Event> {
    let time = fields.text("t", problems);
    let millis = time.as_deref().and_then(|time| {
        let millis = time::millis(time);
        if millis.is_none() {
            problems.push(fields.problem(
                "t",
                "events::time",
                format!("{} is not a time stamp of RFC 3339", quote(time)),
                "write it like 2026-10-14T14:02:55.041Z",
            ));
        }
        millis
    });
    let kind = fields.text("event", problems).map(|name| match name.as_str() {
        "phase_start" => EventKind::PhaseStart,
        "job_start" => EventKind::JobStart,
        "job_end" => EventKind::JobEnd,
        "omit" => EventKind::Omit,
        "phase_abort" => EventKind::PhaseAbort,
        "phase_end" => EventKind::PhaseEnd,
        _ => EventKind::Unknown(name),
    });
    // A key whose value is null is a key that says nothing.
    let job = fields.optional("job").and_then(|_| fields.small("job", 0, problems));
    let exit_code = fields.optional_integer("exit_code", problems);
    let about_a_job = matches!(kind, Some(EventKind::JobStart | EventKind::JobEnd | EventKind::Omit));
    if about_a_job && fields.optional("job").is_none() {
        let _ = fields.required("job", problems).map(|_| fields.small("job", 0, problems));
    }
    Some(Event {
        line,
        status: fields.optional_text("status", problems),
        exit_code,
        duration_s: fields.optional_number("duration_s", problems),
        error: fields.optional_text("error", problems),
        pins_ok: fields.optional_truth("pins_ok", problems),
        extra: lines::extra(fields.entries(), &KNOWN),
        time: time?,
        millis: millis?,
        kind: kind?,
        job,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let problems = read(&Source::new("r.jsonl", text.to_owned())).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn events_keep_what_they_say_and_an_unknown_one_is_remarked() {
        let text = "{\"t\": \"2026-10-14T14:02:55.041Z\", \"event\": \"job_end\", \"job\": 3, \"status\": \"crash\", \
                    \"exit_code\": -9, \"duration_s\": 1.5, \"error\": null, \"note\": \"x\"}\r\n\n\
                    {\"t\": \"2026-10-14T14:02:56Z\", \"event\": \"cooled\", \"pins_ok\": true}";
        let (events, remarks) = read(&Source::new("r.jsonl", text.to_owned())).unwrap();
        assert_eq!(events[0].millis, 1_791_986_575_041);
        assert_eq!((events[0].job, events[0].exit_code, events[0].error.as_deref()), (Some(3), Some(-9), None));
        assert_eq!(events[0].extra.get("note"), Some(&serde_json::json!("x")));
        assert_eq!((events[1].line, &events[1].kind), (3, &EventKind::Unknown("cooled".to_owned())));
        assert_eq!(remarks[0].place.to_string(), "r.jsonl:3");
        assert_eq!(remarks[0].text, "The event `cooled` is not known; it is kept and counts for nothing.");
    }

    #[test]
    fn every_broken_line_is_told() {
        assert_eq!(
            messages(
                "{\"t\": \"yesterday\", \"event\": \"phase_start\", \"pins_ok\": 1}\n[]\n{\"event\": \"job_start\"}\n\
                 {\"t\": \"2026-10-14T14:02:56Z\", \"event\": \"job_end\", \"job\": -1, \"exit_code\": 1.5}\n{\"t\": 1, \"t\": 2}\n{\"t\": "
            ),
            [
                "r.jsonl:1:7: `yesterday` is not a time stamp of RFC 3339 (write it like 2026-10-14T14:02:55.041Z)",
                "r.jsonl:1:55: `pins_ok` of the event is a number, but true or false is expected (write true or false there)",
                "r.jsonl:2:1: the event is a list, but a map of keys and values is expected (write it as the campaign's format has it)",
                "r.jsonl:3:1: the event has no `t` (add `t` as the campaign's format has it)",
                "r.jsonl:3:1: the event has no `job` (add `job` as the campaign's format has it)",
                "r.jsonl:4:58: `job` of the event is `-1`, but a whole number from 0 to 4294967295 is expected (write a number of that range)",
                "r.jsonl:4:75: `exit_code` of the event is a number, but a whole number is expected (write a whole number there)",
                "r.jsonl:5:10: the key `t` stands twice in the same object (keep the one that is meant; readers differ in which of the two they take)",
                "r.jsonl:6:6: this is not JSON: EOF while parsing a value (the file ends too early: restore it whole from where the campaign was frozen)",
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "([{}\":,a-z0-9\r\n]|\"t\"|\"event\"|\"job\"){0,80}") {
            let _ = read(&Source::new("r", text));
        }
    }
}
