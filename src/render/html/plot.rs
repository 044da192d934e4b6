//! Plots: every drawing of a plot goes into the page, and the style sheet shows the one that fits.

use super::body::Body;
use super::drawing;
use crate::document::{Picture, Plot};

/// Widths of the container from which each class of drawings is shown, in CSS pixels, as the style sheet has them:
/// text and margin together, text alone, a phone.
const RANGES: [(&str, u32); 3] = [("on-wide", 908), ("on-mid", 680), ("on-narrow", 0)];

impl<'a> Body<'a> {
    pub(super) fn plot(&mut self, plot: &'a Plot) {
        self.out.raw("<figure class=\"plot wide\"").attribute("id", &plot.id).raw(">\n<figcaption><span>");
        if plot.number > 0 {
            self.out.raw("<b>Figure ").number(u64::from(plot.number)).raw(".</b> ");
        }
        self.inlines(&plot.caption);
        self.out.raw("</span></figcaption>\n");
        // One image to those who listen, whichever drawing is shown to those who look.
        self.out.raw("<div class=\"pictures\" role=\"img\"").attribute("aria-label", &plot.alt).raw(">\n");
        for (index, (picture, class)) in plot.pictures.iter().zip(classes(&plot.pictures)).enumerate() {
            if !class.is_empty() {
                drawing::copy(&mut self.out, &picture.svg, &format!("_{}-{index}-", plot.id), &class);
                self.out.raw("\n");
            }
        }
        self.out.raw("</div>\n");
        if let Some(data) = &plot.data {
            self.out.raw("<details class=\"data\"><summary>Data of this figure</summary>\n");
            self.table(data);
            self.out.raw("</details>\n");
        }
        self.out.raw("</figure>\n");
    }
}

/// The classes of each drawing: in each range the widest that fits, or the narrowest of all. Every range shows exactly
/// one; a drawing that none shows has no class.
fn classes(pictures: &[Picture]) -> Vec<String> {
    let mut classes = vec![String::new(); pictures.len()];
    for (name, from) in RANGES {
        let fitting = pictures.iter().enumerate().filter(|(_, picture)| picture.width <= from);
        let shown = fitting
            .max_by_key(|(_, picture)| picture.width)
            .or_else(|| pictures.iter().enumerate().min_by_key(|(_, picture)| picture.width));
        if let Some(class) = shown.and_then(|(index, _)| classes.get_mut(index)) {
            class.push_str(if class.is_empty() { "" } else { " " });
            class.push_str(name);
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32) -> Picture {
        Picture { width, height: 10, svg: String::new() }
    }

    #[test]
    fn every_range_shows_one_drawing() {
        let of = |widths: &[u32]| classes(&widths.iter().copied().map(picture).collect::<Vec<_>>());
        assert_eq!(of(&[908, 680, 288]), ["on-wide", "on-mid", "on-narrow"]);
        assert_eq!(of(&[680, 288]), ["on-wide on-mid", "on-narrow"]);
        assert_eq!(of(&[500]), ["on-wide on-mid on-narrow"]);
        assert_eq!(of(&[908, 800, 680, 288]), ["on-wide", "", "on-mid", "on-narrow"]);
        assert!(of(&[]).is_empty());
    }
}
