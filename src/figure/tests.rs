//! What holds for every plot, whatever goes in.

use proptest::prelude::*;

use super::sheet::CLASSES;
use super::*;
use crate::document::Tone;
use crate::templates::Templates;
use usvg::roxmltree;

fn letters() -> Lettering {
    Lettering::new(&Templates::carried())
}

fn row(label: &str, values: [f64; 3], blocks: &[f64], shape: Shape) -> ForestRow {
    let [low, value, high] = values;
    ForestRow {
        group: None,
        label: label.to_owned(),
        low,
        value,
        high,
        printed: format!("{value:.3} [{low:.3}, {high:.3}]"),
        blocks: blocks.to_vec(),
        shape,
        tone: Tone::Better,
    }
}

fn forest(rows: Vec<ForestRow>) -> ForestPlot {
    ForestPlot { title: "Ratios".into(), rows, below: "faster".into(), above: "slower".into() }
}

fn order(blocks: &[f64], label: &str) -> OrderPlot {
    let group = |mark| OrderGroup {
        label: format!("{label} first"),
        mean: blocks.first().copied(),
        printed: "1.004".into(),
        mark,
        blocks: blocks.iter().enumerate().map(|(number, ratio)| (number.to_string(), *ratio)).collect(),
    };
    let overall = blocks.first().map(|value| OrderOverall {
        label: "all".into(),
        blocks: "0–5".into(),
        low: *value,
        value: *value,
        high: *value,
        printed: "1.002".into(),
        shape: Shape::Ring,
        tone: Tone::Neutral,
    });
    let panel =
        OrderPanel { title: label.to_owned(), groups: vec![group(OrderMark::Square), group(OrderMark::Disc)], overall };
    OrderPlot { title: "Order".into(), panels: vec![panel.clone(), panel] }
}

fn absolute(values: &[f64], label: &str) -> AbsolutePlot {
    let row = AbsoluteRow {
        label: label.to_owned(),
        values: values.to_vec(),
        median: values.first().copied().unwrap_or(0.0),
        printed: "25.350".into(),
    };
    let panel = AbsolutePanel { title: label.to_owned(), unit: "ms".into(), rows: vec![row.clone(), row] };
    AbsolutePlot { title: "Values".into(), panels: vec![panel] }
}

fn dots(values: &[f64], label: &str) -> DotPlot {
    let first = values.first().copied().unwrap_or(0.0);
    let row = DotRow {
        label: label.to_owned(),
        values: values.to_vec(),
        median: first,
        printed: "25.350".into(),
        quantile: values.last().map(|last| (*last, "26.1".to_owned())),
    };
    let panel = DotPanel { title: label.to_owned(), unit: "ms".into(), rows: vec![row.clone(), row] };
    DotPlot { title: "Runs".into(), quantile: "p95".into(), panels: vec![panel.clone(), panel] }
}

fn bin(low: f64, high: f64, count: u64) -> LatencyBin {
    LatencyBin { low, high, count }
}

fn latency(bins: &[LatencyBin], marks: &[f64], label: &str) -> LatencyHistogram {
    let mark = |value: &f64| LatencyMark { name: "p50".into(), value: *value, printed: "25.35 ms".into() };
    let panel = LatencyPanel { title: label.to_owned(), bins: bins.to_vec(), marks: marks.iter().map(mark).collect() };
    LatencyHistogram {
        title: "Latencies".into(),
        counted: "transactions".into(),
        unit: "ms".into(),
        panels: vec![panel.clone(), panel],
    }
}

fn over_time(lines: &[&[f64]], label: &str) -> OverTime {
    let line =
        |values: &&[f64]| OverTimeLine { label: label.to_owned(), values: values.to_vec(), printed: "5,000".into() };
    let panel = OverTimePanel {
        title: label.to_owned(),
        unit: "transactions per second".into(),
        lines: lines.iter().map(line).collect(),
    };
    OverTime { title: "Rates".into(), panels: vec![panel.clone(), panel] }
}

/// Left, right and baseline of every text, with the text itself.
fn texts(picture: &Picture, letters: &mut Lettering) -> Vec<(f64, f64, f64, String)> {
    let xml = roxmltree::Document::parse(&picture.svg).unwrap();
    let number = |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
    xml.descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        .map(|node| {
            let text = node.text().unwrap_or_default().to_owned();
            let weight = if node.attribute("class") == Some("ptb") {
                lettering::Weight::Semibold
            } else {
                lettering::Weight::Regular
            };
            let width = letters.width(&text, weight, number(node, "font-size"));
            let x = number(node, "x");
            let left = match node.attribute("text-anchor") {
                None => x,
                Some("middle") => x - width / 2.0,
                Some("end") => x - width,
                Some(other) => panic!("{other}"),
            };
            (left, left + width, number(node, "y"), text)
        })
        .collect()
}

/// Only classes give colour; every coordinate is a short number on the sheet; no two texts meet.
fn assert_sound(pictures: &[Picture], letters: &mut Lettering) {
    assert_eq!(pictures.iter().map(|picture| picture.width).collect::<Vec<_>>(), WIDTHS);
    for picture in pictures {
        let xml = roxmltree::Document::parse(&picture.svg).unwrap();
        let root = xml.root_element();
        assert_eq!(root.attribute("width"), Some(picture.width.to_string().as_str()));
        assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {} {}", picture.width, picture.height).as_str()));
        assert_eq!(root.attribute("font-family"), Some("Source Sans 3"));
        for node in root.children().filter(roxmltree::Node::is_element) {
            let class = node.attribute("class").unwrap();
            assert!(CLASSES.iter().any(|(_, name)| *name == class), "{class}");
            for attribute in node.attributes() {
                let (name, value) = (attribute.name(), attribute.value());
                assert!(!matches!(name, "style" | "fill" | "stroke" | "opacity" | "font-family" | "dy"), "{name}");
                if matches!(name, "class" | "text-anchor" | "stroke-dasharray") {
                    continue;
                }
                for part in value.split([' ', ',']) {
                    let number: f64 = part.parse().unwrap_or_else(|_| panic!("{name}={value}"));
                    assert!(part.len() - part.find('.').unwrap_or(part.len() - 1) <= 3, "{name}={value}");
                    let most =
                        f64::from(if name.starts_with('y') || name == "cy" { picture.height } else { picture.width });
                    let within = number <= most || name == "points";
                    assert!(number >= 0.0 && within, "{name}={value} on {most}");
                }
            }
        }
        let texts = texts(picture, letters);
        for (at, a) in texts.iter().enumerate() {
            assert!(a.0 >= -0.5 && a.1 <= f64::from(picture.width) + 0.5, "{a:?} leaves {}", picture.width);
            for b in texts.iter().skip(at + 1) {
                let apart = a.1 <= b.0 + 0.5 || b.1 <= a.0 + 0.5 || (a.2 - b.2).abs() >= 12.0;
                assert!(apart, "{a:?} meets {b:?} at {}", picture.width);
            }
        }
    }
}

const HOSTILE: &str = "</text><script>alert(1)</script>&amp;\"'\u{0}\n\u{202e}]]><!--";

#[test]
fn plots_of_ordinary_values_are_sound() {
    let letters = &mut letters();
    let mut rows = vec![
        row("ns/op", [0.984, 1.002, 1.021], &[0.97, 0.975, 1.005, 1.037], Shape::Ring),
        row("allocs/op", [0.949, 0.949, 0.949], &[0.949; 6], Shape::Disc),
        row("B/op", [1.13, 1.146, 1.161], &[1.12, 1.17], Shape::Diamond),
    ];
    for row in &mut rows {
        row.group = Some("final/before".into());
    }
    let plot = forest(rows);
    let pictures = plot.draw(letters).unwrap();
    assert_sound(&pictures, letters);
    for picture in &pictures {
        assert_eq!(picture.svg.matches("class=\"po\"").count().min(1), 1, "a line at 1");
        assert_eq!(picture.svg.matches(">final/before<").count(), 1, "one head for three rows");
        assert_eq!(picture.svg.matches("class=\"ps-better\"").count(), 2, "no line for an interval without width");
        assert_eq!(picture.svg.matches("class=\"pr-neutral\"").count(), 4 + 1 + 2, "equal blocks share one ring");
        assert_eq!(picture.svg.matches("<polygon class=\"pf-better\"").count(), 1);
        assert!(picture.svg.contains("1.002 [0.984, 1.021]"));
    }
    assert_sound(&order(&[1.037, 0.97, 1.006], "before").draw(letters).unwrap(), letters);
    assert_sound(&absolute(&[25.1, 25.3, 26.0], "before").draw(letters).unwrap(), letters);
}

#[test]
fn positions_follow_the_logarithm() {
    let plot = forest(vec![row("a", [0.5, 1.0, 2.0], &[], Shape::Ring)]);
    let picture = plot.draw(&mut letters()).unwrap().remove(0);
    let xml = roxmltree::Document::parse(&picture.svg).unwrap();
    let find = |class: &str| xml.descendants().find(|node| node.attribute("class") == Some(class)).unwrap();
    let number = |class: &str, name: &str| find(class).attribute(name).unwrap().parse::<f64>().unwrap();
    let (low, high, value) = (number("ps-better", "x1"), number("ps-better", "x2"), number("pr-better", "cx"));
    assert!((value - (low + high) / 2.0).abs() <= 0.25, "1 lies halfway between 1/2 and 2: {low} {value} {high}");
    assert!((number("po", "x1") - value).abs() <= 0.5);
}

#[test]
fn degenerate_values_are_drawn() {
    let letters = &mut letters();
    let triples = [
        [1.0; 3],
        [1e-6; 3],
        [1e6; 3],
        [1e-6, 1.0, 1e6],
        [1e-300, 1.0, 1e300],
        [0.9999999, 1.0, 1.0000001],
        [1.5, 1.6, 1.7],
    ];
    for values in triples {
        assert_sound(&forest(vec![row("x", values, &values, Shape::Ring)]).draw(letters).unwrap(), letters);
        assert_sound(&order(&values, "x").draw(letters).unwrap(), letters);
        assert_sound(&absolute(&values, "x").draw(letters).unwrap(), letters);
    }
    assert_sound(&absolute(&[0.0; 6], "B/op").draw(letters).unwrap(), letters);
    assert_sound(&absolute(&[f64::MAX, f64::MIN, 0.0], "x").draw(letters).unwrap(), letters);
    let many: Vec<f64> = (1..400).map(|n| 1.0 + f64::from(n) / 4000.0).collect();
    assert_sound(&order(&many, "many").draw(letters).unwrap(), letters);
}

#[test]
fn labels_cannot_become_markup_and_long_ones_are_shortened() {
    let letters = &mut letters();
    let long = format!("{HOSTILE}{}", "long-name-".repeat(60));
    let mut hostile = row(&long, [0.9, 1.0, 1.1], &[1.0], Shape::Ring);
    hostile.group = Some(long.clone());
    let plot = ForestPlot { below: long.clone(), above: long.clone(), ..forest(vec![hostile]) };
    let pictures = plot.draw(letters).unwrap();
    assert_sound(&pictures, letters);
    assert!(pictures.iter().all(|picture| picture.svg.contains('…') && !picture.svg.contains("<script")));
    assert!(plot.alt().contains(&long), "the full name is in the alternative text");
    assert_sound(&order(&[1.0, 1.1], &long).draw(letters).unwrap(), letters);
    assert_sound(&absolute(&[1.0, 1.1], &long).draw(letters).unwrap(), letters);
    let short = forest(vec![row("a<b>&c", [0.9, 1.0, 1.1], &[1.0], Shape::Ring)]).draw(letters).unwrap();
    assert!(short.iter().all(|picture| texts(picture, letters).iter().any(|text| text.3 == "a<b>&c")));
}

#[test]
fn what_has_no_place_on_the_axis_is_refused_all_at_once() {
    let letters = &mut letters();
    let bad = forest(vec![
        row("a", [f64::NAN, 1.0, 1.0], &[], Shape::Ring),
        row("b", [0.5, 1.0, f64::INFINITY], &[0.0, -1.0], Shape::Ring),
    ]);
    let problems = bad.draw(letters).unwrap_err();
    assert_eq!(problems.len(), 4);
    assert!(problems.iter().all(|problem| problem.code == "figure::value" && problem.kind == Kind::Output));
    assert_eq!(forest(vec![]).draw(letters).unwrap_err()[0].code, "figure::empty");
    assert_eq!(order(&[], "x").draw(letters).unwrap_err()[0].code, "figure::empty");
    assert_eq!(order(&[0.0], "x").draw(letters).unwrap_err()[0].code, "figure::value");
    assert_eq!(absolute(&[f64::NAN], "x").draw(letters).unwrap_err()[0].code, "figure::value");
    let nothing = AbsolutePlot { title: String::new(), panels: vec![] };
    assert_eq!(nothing.draw(letters).unwrap_err()[0].code, "figure::empty");
}

#[test]
fn a_ratio_far_from_1_keeps_its_differences_visible() {
    let picture = order(&[0.33, 0.34, 0.345], "x").draw(&mut letters()).unwrap().remove(0);
    assert!(picture.svg.contains("1 lies above"));
    // The only lines of the reference class are the means of two groups in two panels.
    assert_eq!(picture.svg.matches("class=\"po\"").count(), 4);
}

#[test]
fn alternative_texts_carry_the_printed_numbers() {
    let alt = forest(vec![row("ns/op", [0.984, 1.002, 1.021], &[], Shape::Ring)]).alt();
    assert!(alt.contains("ns/op: 1.002 [0.984, 1.021], includes 1"), "{alt}");
    assert!(order(&[1.0, 1.1], "before").alt().contains("before first (blocks 0, 1): mean 1.004"));
    assert!(absolute(&[1.0], "before").alt().contains("before, ms: before: median 25.350"));
}

#[test]
fn without_fonts_text_is_taken_to_be_wider() {
    let empty = tempfile::tempdir().unwrap();
    std::fs::create_dir(empty.path().join("fonts")).unwrap();
    for name in ["SourceSans3-Regular.ttf", "SourceSans3-Semibold.ttf"] {
        std::fs::write(empty.path().join("fonts").join(name), b"no font").unwrap();
    }
    let broken = Templates::carried().with_overrides(empty.path()).unwrap();
    let text = "executor-skip3-small-1000 0.337 [0.331, 0.343]";
    let wide = Lettering::new(&broken).width(text, lettering::Weight::Regular, 13.0);
    assert!(wide > letters().width(text, lettering::Weight::Regular, 13.0));
}

#[test]
fn every_run_is_a_dot_and_many_are_ticks() {
    let letters = &mut letters();
    let count = |picture: &Picture, what: &str| picture.svg.matches(what).count();
    // Two panels of two rows.
    for picture in dots(&[25.3, 25.3, 25.3, 26.1], "before").draw(letters).unwrap() {
        assert_eq!(count(&picture, "<circle class=\"pr-neutral\""), 4 * 4);
        let xml = roxmltree::Document::parse(&picture.svg).unwrap();
        let circles = xml.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "circle")));
        let places = circles.map(|node| (node.attribute("cx").unwrap(), node.attribute("cy").unwrap()));
        assert_eq!(places.collect::<std::collections::BTreeSet<_>>().len(), 4 * 4, "equal runs lie apart");
        assert_eq!(count(&picture, "<line class=\"ps-better\""), 4, "a median each");
        assert_eq!(count(&picture, "<polyline class=\"ps-better\""), 4, "a quantile each");
    }
    let many: Vec<f64> = (0..31).map(f64::from).collect();
    for picture in dots(&many, "before").draw(letters).unwrap() {
        assert_eq!(count(&picture, "<circle"), 0);
        assert_eq!(count(&picture, "<line class=\"ps-neutral\""), 4 * 31);
    }
}

#[test]
fn bars_are_as_high_as_their_share_and_marks_are_named() {
    let letters = &mut letters();
    let plot = latency(&[bin(1.0, 10.0, 30), bin(10.0, 100.0, 10), bin(1000.0, 10_000.0, 60)], &[12.0, 13.0], "a");
    let pictures = plot.draw(letters).unwrap();
    assert_sound(&pictures, letters);
    for picture in &pictures {
        let xml = roxmltree::Document::parse(&picture.svg).unwrap();
        let numbers = |node: roxmltree::Node<'_, '_>| -> Vec<f64> {
            node.attribute("points").unwrap().split([' ', ',']).map(|part| part.parse().unwrap()).collect()
        };
        let areas = xml.descendants().filter(|node| node.attribute("class") == Some("pf-pale"));
        let areas: Vec<Vec<f64>> = areas.map(numbers).collect();
        assert_eq!(areas.len(), 2 * 2, "what holds nothing parts the bars");
        // Up, along, along at another height, down.
        let (two, one) = (&areas[0], &areas[1]);
        let high = |area: &[f64], at: usize| area[1] - area[at * 2 + 1];
        assert_eq!([high(two, 5), high(one, 3)], [0.0; 2]);
        assert!((high(two, 1) / high(one, 1) - 0.5).abs() < 0.01, "{two:?} {one:?}");
        assert!((high(two, 3) / high(one, 1) - 1.0 / 6.0).abs() < 0.01, "{two:?} {one:?}");
        let decades = [two[4] - two[2], two[8] - two[6], one[0] - two[10], one[4] - one[2]];
        assert!(decades.iter().all(|wide| (wide - decades[0]).abs() <= 0.5), "{decades:?}");
        assert_eq!(picture.svg.matches(">p50 25.35 ms<").count(), 4);
        assert!(picture.svg.contains(">n = 100<"));
    }
}

#[test]
fn ranges_without_a_place_on_the_axis_are_told() {
    let letters = &mut letters();
    let open = latency(
        &[bin(f64::NEG_INFINITY, 0.0, 3), bin(0.0, 1.0, 5), bin(1.0, 2.0, 0), bin(2.0, f64::INFINITY, 2)],
        &[],
        "read",
    );
    assert_sound(&open.draw(letters).unwrap(), letters);
    let alt = open.alt();
    assert!(alt.contains("10 transactions, 50.0 % in the fullest range, 0 to 1 ms, 3 not above 0"), "{alt}");
    assert_sound(&latency(&[bin(0.0, 1.0, 1)], &[], "one").draw(letters).unwrap(), letters);
    assert_sound(&latency(&[bin(1.0, 2.0, 0)], &[], "none").draw(letters).unwrap(), letters);
    assert_sound(&latency(&[bin(0.0, f64::INFINITY, u64::MAX); 2], &[], "all").draw(letters).unwrap(), letters);
}

#[test]
fn lines_over_time_differ_in_dashes_and_begin_at_0() {
    let letters = &mut letters();
    let pictures = over_time(&[&[100.0, 50.0, 75.0], &[90.0, 0.0, 60.0]], "a").draw(letters).unwrap();
    assert_sound(&pictures, letters);
    for picture in &pictures {
        // A line and a piece beside its name, in each of two panels.
        assert_eq!(picture.svg.matches("<polyline class=\"ps-better\"").count(), 4);
        assert_eq!(picture.svg.matches("stroke-dasharray=\"5 3\"").count(), 4);
        assert_eq!(picture.svg.matches(">a: 5,000<").count(), 4);
        assert!(picture.svg.contains(">0<"));
    }
    assert!(over_time(&[&[100.0, 50.0]], "a").alt().contains("a: 2 seconds, median 5,000, least 50, most 100"));
}

#[test]
fn runs_latencies_and_rates_hold_whatever_comes() {
    let letters = &mut letters();
    let long = format!("{HOSTILE}{}", "long-name-".repeat(60));
    for label in ["x", "", "مرحبا بالعالم قياس الأداء", "長".repeat(90).as_str(), long.as_str()]
    {
        for values in [&[0.0][..], &[7.0; 40], &[1e-6, 1e6], &[f64::MAX, 0.0], &[5e-324], &[1.0, 1.0 + 1e-15]] {
            assert_sound(&dots(values, label).draw(letters).unwrap(), letters);
            assert_sound(&over_time(&[values, &[1.0], values], label).draw(letters).unwrap(), letters);
            let positive: Vec<f64> = values.iter().copied().filter(|value| *value > 0.0).collect();
            let bins: Vec<LatencyBin> =
                positive.iter().take(1).map(|value| bin(*value, (value * 2.0).max(value + 1.0), 1)).collect();
            if !bins.is_empty() {
                assert_sound(&latency(&bins, &positive, label).draw(letters).unwrap(), letters);
            }
        }
    }
    let many: Vec<f64> = (0..100_000).map(|n| f64::from(n % 1000)).collect();
    let pictures = over_time(&[&many, &many], "many").draw(letters).unwrap();
    assert!(pictures.iter().all(|picture| picture.svg.len() < 200_000));
    assert_sound(&dots(&many, "many").draw(letters).unwrap(), letters);
    let rows: Vec<&[f64]> = vec![&[1.0, 2.0]; 200];
    assert_sound(&over_time(&rows, "row").draw(letters).unwrap(), letters);
    let mut plot = dots(&[1.0, 2.0], "row");
    plot.panels[0].rows = vec![plot.panels[0].rows[0].clone(); 200];
    assert_sound(&plot.draw(letters).unwrap(), letters);
    // Twelve decades.
    let bins: Vec<LatencyBin> = (-6..6).map(|n| bin(10_f64.powi(n), 10_f64.powi(n + 1), 1)).collect();
    assert_sound(&latency(&bins, &[1e-6, 1.0, 1.0, 1.0, 1e6], "decades").draw(letters).unwrap(), letters);
}

#[test]
fn nothing_and_what_has_no_place_are_refused() {
    let letters = &mut letters();
    let nothing = [
        DotPlot { panels: vec![], ..dots(&[], "") }.draw(letters),
        LatencyHistogram { panels: vec![], ..latency(&[], &[], "") }.draw(letters),
        latency(&[bin(-2.0, 0.0, 3)], &[], "below").draw(letters),
        OverTime { panels: vec![], ..over_time(&[], "") }.draw(letters),
        over_time(&[], "").draw(letters),
        over_time(&[&[]], "").draw(letters),
    ];
    for result in nothing {
        assert_eq!(result.unwrap_err()[0].code, "figure::empty");
    }
    let bad = [
        dots(&[1.0, f64::NAN], "x").draw(letters),
        latency(&[bin(1.0, 2.0, 1)], &[0.0], "x").draw(letters),
        latency(&[bin(2.0, 2.0, 1)], &[], "x").draw(letters),
        over_time(&[&[-1.0]], "x").draw(letters),
    ];
    for result in bad {
        assert_eq!(result.unwrap_err()[0].code, "figure::value");
    }
    // Runs that have all been left out still have their row.
    assert_sound(&dots(&[], "x").draw(letters).unwrap(), letters);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_positive_ratios_and_any_labels_are_drawn_soundly(
        values in proptest::collection::vec(
            prop_oneof![0.9_f64..1.1, 1e-3_f64..1e3, proptest::num::f64::POSITIVE | proptest::num::f64::NORMAL],
            1..9,
        ),
        label in "\\PC{0,40}|[a-z/=-]{0,80}",
    ) {
        let letters = &mut letters();
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = (sorted[0], sorted[sorted.len() - 1]);
        let plot = forest(vec![row(&label, [low, sorted[sorted.len() / 2], high], &values, Shape::Diamond)]);
        // Three decimals of 1e300 fit no plot; the write-up prints what fits.
        let plot = ForestPlot { rows: plot.rows.into_iter().map(|row| ForestRow { printed: "1.0 [1, 2]".into(), ..row }).collect(), ..plot };
        assert_sound(&plot.draw(letters).unwrap(), letters);
        assert_eq!(plot.draw(letters).unwrap(), plot.draw(letters).unwrap());
        assert_sound(&order(&values, &label).draw(letters).unwrap(), letters);
        assert_sound(&absolute(&values, &label).draw(letters).unwrap(), letters);
        assert_sound(&dots(&values, &label).draw(letters).unwrap(), letters);
        assert_sound(&over_time(&[&values, &values], &label).draw(letters).unwrap(), letters);
        sorted.dedup();
        let bins: Vec<LatencyBin> =
            sorted.windows(2).zip(1..).map(|(ends, count)| bin(ends[0], ends[1], count)).collect();
        if !bins.is_empty() {
            assert_sound(&latency(&bins, &values, &label).draw(letters).unwrap(), letters);
        }
    }
}
