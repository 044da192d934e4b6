//! From the SVG that plotters writes to the SVG of a [`Picture`](crate::document::Picture).
//!
//! plotters writes one element a line, coordinates in whole numbers and a colour in every element. Here colours become
//! the classes they stand for, coordinates are scaled back, and what a style sheet decides is left out.

use super::lettering::FAMILY;
use super::sheet::{CLASSES, DASHES, FINE};

/// Turns stand-in colours into classes and scales everything back to CSS pixels.
///
/// # Errors
/// An element or a colour that this module does not know, by name: a new version of plotters, or a mark of a new kind.
pub fn with_classes(drawn: &str, width: u32, height: u32) -> Result<String, String> {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"{FAMILY}\">"
    );
    for line in drawn.lines() {
        let Some(tag) = line.strip_prefix('<') else {
            // The words of a text; plotters has escaped them.
            out.push_str(line);
            continue;
        };
        if tag.starts_with("svg ") {
            continue;
        }
        if tag.starts_with('/') {
            out.push_str(line);
            continue;
        }
        element(tag, &mut out)?;
    }
    Ok(out)
}

fn element(tag: &str, out: &mut String) -> Result<(), String> {
    let (name, rest) = tag.split_once(' ').ok_or_else(|| format!("the element <{tag} has no attributes"))?;
    let closed = rest.ends_with("/>");
    let attributes: Vec<(&str, &str)> = attributes(rest.trim_end_matches('>').trim_end_matches('/'));
    let value = |wanted: &str| attributes.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    let colour = [value("fill"), value("stroke")].into_iter().flatten().find(|colour| *colour != "none");
    let (class, dash) = class_of(colour.unwrap_or_default())?;
    let kept: &[&str] = match name {
        "line" => &["x1", "y1", "x2", "y2"],
        "circle" => &["cx", "cy", "r"],
        "rect" => &["x", "y", "width", "height"],
        "polygon" | "polyline" => &["points"],
        "text" => &["x", "y", "font-size", "text-anchor"],
        other => return Err(format!("the element <{other}> is not one that plots are made of")),
    };
    out.push_str(&format!("<{name} class=\"{class}\""));
    for wanted in kept {
        let found = value(wanted).ok_or_else(|| format!("<{name}> has no {wanted}"))?;
        match *wanted {
            "text-anchor" if found == "start" => {}
            "text-anchor" => out.push_str(&format!(" text-anchor=\"{found}\"")),
            "points" => {
                let points: Result<Vec<String>, String> = found
                    .split_whitespace()
                    .map(|pair| pair.split(',').map(scaled).collect::<Result<Vec<_>, _>>().map(|both| both.join(",")))
                    .collect();
                out.push_str(&format!(" points=\"{}\"", points?.join(" ")));
            }
            _ => out.push_str(&format!(" {wanted}=\"{}\"", scaled(found)?)),
        }
    }
    // Fills have no outline; plotters writes none for rectangles, which is 1.25 for the open squares of plots.
    if class.starts_with("pr-") {
        let thick = value("stroke-width").map_or(Ok("1.25".to_owned()), scaled)?;
        out.push_str(&format!(" stroke-width=\"{thick}\""));
    } else if name == "line" || name == "polyline" {
        out.push_str(&format!(" stroke-width=\"{}\"", scaled(value("stroke-width").unwrap_or("4"))?));
    }
    if !dash.is_empty() {
        out.push_str(&format!(" stroke-dasharray=\"{dash}\""));
    }
    out.push_str(if closed { "/>" } else { ">" });
    Ok(())
}

/// `name="value"` pairs; plotters escapes quotation marks within values.
fn attributes(text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = text;
    while let Some((name, after)) = rest.split_once("=\"") {
        let Some((value, after)) = after.split_once('"') else { break };
        pairs.push((name.trim(), value));
        rest = after;
    }
    pairs
}

/// The class that a stand-in colour `#00DDNN` names by its last two digits, and the dashes that the two before them name.
fn class_of(colour: &str) -> Result<(&'static str, &'static str), String> {
    let places = colour.strip_prefix("#00").and_then(|places| u16::from_str_radix(places, 16).ok());
    let [dash, class] = places.unwrap_or(u16::MAX).to_be_bytes();
    CLASSES
        .get(usize::from(class))
        .zip(DASHES.get(usize::from(dash)))
        .map(|((_, class), (_, dash))| (*class, *dash))
        .ok_or_else(|| format!("the colour \u{201c}{colour}\u{201d} stands for no class"))
}

/// A number of plotters in CSS pixels, with two decimals at most.
fn scaled(number: &str) -> Result<String, String> {
    let value: f64 = number.parse().map_err(|_| format!("\u{201c}{number}\u{201d} is no number"))?;
    let hundredths = (value / FINE * 100.0).round() / 100.0;
    // `+ 0.0` turns a negative zero into zero.
    Ok(format!("{}", hundredths + 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_classes_and_coordinates_css_pixels() {
        let drawn = "<svg width=\"40\" height=\"40\" viewBox=\"0 0 40 40\">\n\
            <line opacity=\"1\" stroke=\"#000003\" stroke-width=\"4\" x1=\"2\" y1=\"0\" x2=\"2\" y2=\"41\"/>\n\
            <text x=\"-1\" y=\"3\" dy=\"-0.5ex\" text-anchor=\"end\" font-family=\"F\" font-size=\"48.00001\" opacity=\"1\" fill=\"#000002\">\n\
            a &lt;b&gt;\n</text>\n</svg>\n";
        assert_eq!(
            with_classes(drawn, 10, 10).unwrap(),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\" width=\"10\" height=\"10\" \
             font-family=\"Source Sans 3\"><line class=\"pg\" x1=\"0.5\" y1=\"0\" x2=\"0.5\" y2=\"10.25\" \
             stroke-width=\"1\"/><text class=\"ptb\" x=\"-0.25\" y=\"0.75\" font-size=\"12\" text-anchor=\"end\">\
             a &lt;b&gt;</text></svg>"
        );
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let colour = "<line opacity=\"1\" stroke=\"#FF0000\" x1=\"2\" y1=\"0\" x2=\"2\" y2=\"4\"/>";
        assert!(with_classes(colour, 1, 1).unwrap_err().contains("#FF0000"));
        let element = "<image opacity=\"1\" fill=\"#000001\"/>";
        assert!(with_classes(element, 1, 1).unwrap_err().contains("image"));
    }
}
