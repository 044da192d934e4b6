//! `logs/JJJ.receipts.jsonl`: the audit of each benchmark invocation, one JSON object a line.

use super::{Receipt, lines};
use crate::problem::{Outcome, Problems};
use crate::source::{Fields, Source};

const KNOWN: [&str; 6] = ["invocation", "n", "calibration", "prefix_bytes", "rows_checked", "ok"];

/// Reads the receipts in file order. Keys that are not known are kept in [`Receipt::extra`].
///
/// # Errors
/// Everything that is not JSON, missing, of the wrong type or out of range.
pub fn read(source: &Source) -> Outcome<Vec<Receipt>> {
    lines::each(source, "the receipt", receipt)
}

fn receipt(line: u32, fields: &Fields<'_>, problems: &mut Problems) -> Option<Receipt> {
    let (invocation, n) = (fields.whole("invocation", 0, problems), fields.whole("n", 1, problems));
    let (calibration, ok) = (fields.truth("calibration", problems), fields.truth("ok", problems));
    let prefix_bytes = fields.optional_whole("prefix_bytes", problems);
    let rows_checked = fields.optional_whole("rows_checked", problems);
    let extra = lines::extra(fields.entries(), &KNOWN);
    Some(Receipt {
        line,
        invocation: invocation?,
        n: n?,
        calibration: calibration?,
        prefix_bytes,
        rows_checked,
        ok: ok?,
        extra,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receipts_are_read_and_faults_placed() {
        let good =
            "{\"invocation\":2,\"n\":1062,\"calibration\":false,\"rows_checked\":null,\"ok\":true,\"checksum\":7}\n";
        let receipts = read(&Source::new("a", good.to_owned())).unwrap();
        assert_eq!((receipts[0].n, receipts[0].rows_checked, receipts[0].prefix_bytes), (1062, None, None));
        assert_eq!(receipts[0].extra.get("checksum"), Some(&serde_json::json!(7)));
        let bad = "{\"invocation\":0,\"n\":0,\"calibration\":\"no\",\"prefix_bytes\":-1}";
        let messages: Vec<String> = read(&Source::new("logs/000.receipts.jsonl", format!("{good}{bad}")))
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect();
        let at = "logs/000.receipts.jsonl:2";
        let range = "to 18446744073709551615 is expected (write a number of that range)";
        assert_eq!(
            messages,
            [
                format!("{at}:21: `n` of the receipt is `0`, but a whole number from 1 {range}"),
                format!(
                    "{at}:37: `calibration` of the receipt is text, but true or false is expected (write true or false there)"
                ),
                format!("{at}:1: the receipt has no `ok` (add `ok` as the campaign's format has it)"),
                format!("{at}:57: `prefix_bytes` of the receipt is `-1`, but a whole number from 0 {range}"),
            ]
        );
    }
}
