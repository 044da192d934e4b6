//! What stands on which page: keeping, widows, notes, figures, repeated heads.

use std::rc::Rc;

use super::super::Paper;
use super::super::flow::{Head, Item, Marginal, Note};
use super::super::ink::{Op, line, pen};
use super::super::paginate::{Page, Source, paginate};
use super::super::style::{INK, Sheet};

fn sheet() -> Sheet {
    Sheet::upright(Paper::A4)
}

fn item(height: f32) -> Item {
    Item { height, ops: vec![mark()], ..Item::default() }
}

fn mark() -> Op {
    line(0.0, 0.0, 1.0, 0.0, pen(1.0, INK))
}

fn kept(height: f32) -> Item {
    Item { keep: true, ..item(height) }
}

/// Numbers of the items on each page.
fn placed(items: &[Item]) -> Vec<Vec<usize>> {
    paginate(items, &[], 0, sheet()).pages.iter().map(numbers).collect()
}

fn numbers(page: &Page) -> Vec<usize> {
    page.placed
        .iter()
        .filter_map(|placed| if let Source::Item(index) = placed.source { Some(index) } else { None })
        .collect()
}

#[test]
fn a_heading_goes_with_what_follows() {
    let depth = sheet().depth();
    let items = [item(depth - 40.0), kept(20.0), item(30.0)];
    assert_eq!(placed(&items), vec![vec![0], vec![1, 2]]);
    let items = [item(depth - 60.0), kept(20.0), item(30.0)];
    assert_eq!(placed(&items), vec![vec![0, 1, 2]]);
}

#[test]
fn what_keeps_together_but_fits_on_no_page_is_set_all_the_same() {
    let items: Vec<Item> = (0..200).map(|_| kept(14.0)).collect();
    let pages = placed(&items);
    assert_eq!(pages.concat(), (0..200).collect::<Vec<_>>());
    assert_eq!(pages.len(), 4);
    let tall = [item(20.0), item(sheet().depth() * 2.0), item(20.0)];
    assert_eq!(placed(&tall).concat(), vec![0, 1, 2]);
}

#[test]
fn white_is_not_added_up_and_not_set_at_the_top() {
    let items = [item(10.0), Item::space(30.0), Item { before: 20.0, ..item(10.0) }];
    let pages = paginate(&items, &[], 0, sheet());
    let tops: Vec<f32> = pages.pages[0].placed.iter().map(|placed| placed.y - sheet().top).collect();
    assert_eq!(tops, vec![0.0, 40.0]);
    let items = [item(sheet().depth() - 5.0), Item::space(30.0), Item { before: 20.0, ..item(10.0) }];
    let pages = paginate(&items, &[], 0, sheet());
    assert_eq!(pages.pages[1].placed[0].y, sheet().top);
}

#[test]
fn a_figure_that_does_not_fit_lets_text_pass_and_heads_the_next_page() {
    let depth = sheet().depth();
    let mut items = vec![item(depth - 150.0), Item { floats: true, ..kept(20.0) }, item(200.0)];
    items.extend((0..20).map(|_| item(14.0)));
    let pages = placed(&items);
    assert_eq!(pages[0], [vec![0], (3..13).collect()].concat(), "text fills the white");
    assert_eq!(pages[1][..2], [1, 2], "the figure and its caption come first");
    assert_eq!(pages[1][2..], (13..23).collect::<Vec<_>>());
}

#[test]
fn two_figures_keep_their_order() {
    let depth = sheet().depth();
    let figure = || Item { floats: true, ..item(300.0) };
    let small = || Item { floats: true, ..item(20.0) };
    let items = [item(depth - 150.0), figure(), small(), item(14.0)];
    assert_eq!(placed(&items), vec![vec![0, 3], vec![1, 2]]);
}

#[test]
fn a_part_begins_a_page_and_waiting_figures_come_before_it() {
    let items = [item(600.0), Item { floats: true, ..item(300.0) }, Item { fresh: true, ..item(14.0) }];
    assert_eq!(placed(&items), vec![vec![0], vec![1], vec![2]]);
    let first = [Item { fresh: true, ..item(14.0) }];
    assert_eq!(placed(&first), vec![vec![0]], "no empty page before the first part");
}

#[test]
fn the_head_of_a_table_is_repeated_where_a_row_begins_a_page_and_only_there() {
    let head = Rc::new(Head { height: 30.0, ops: vec![mark()], foot: vec![mark()] });
    let mut items = vec![kept(20.0), kept(20.0)];
    items.extend((0..100).map(|_| Item { head: Some(head.clone()), ..item(20.0) }));
    let pages = paginate(&items, &[], 0, sheet());
    for (index, page) in pages.pages.iter().enumerate() {
        let heads = |high: bool| {
            let all = page.placed.iter().filter_map(|placed| match &placed.source {
                Source::Head(head) => Some((head.height > 0.0) == high),
                _ => None,
            });
            all.filter(|one| *one).count()
        };
        assert_eq!(heads(true), usize::from(index > 0), "page {index}");
        assert_eq!(heads(false), usize::from(index + 1 < pages.pages.len()), "page {index} closes with a light rule");
        let last = page.placed.iter().filter(|placed| matches!(placed.source, Source::Item(_)));
        let last = last.map(|placed| placed.y).fold(0.0, f32::max);
        assert!(last + 20.0 <= sheet().bottom + 0.1, "page {index} ends at {last}");
    }
    assert_eq!(pages.pages.iter().flat_map(numbers).collect::<Vec<_>>(), (0..102).collect::<Vec<_>>());
}

#[test]
fn a_head_is_repeated_below_a_figure_that_heads_the_page() {
    let head = Rc::new(Head { height: 30.0, ops: vec![mark()], foot: vec![mark()] });
    let depth = sheet().depth();
    let mut items = vec![item(depth - 200.0), Item { floats: true, ..item(300.0) }, kept(20.0), kept(20.0)];
    items.extend((0..20).map(|_| Item { head: Some(head.clone()), ..item(20.0) }));
    let pages = paginate(&items, &[], 0, sheet()).pages;
    let kinds: Vec<&Source> = pages[1].placed.iter().map(|placed| &placed.source).collect();
    assert!(matches!(kinds[..3], [Source::Item(1), Source::Head(_), Source::Item(_)]), "{kinds:?}");
}

#[test]
fn figures_that_find_no_room_on_one_page_let_text_pass_again() {
    let depth = sheet().depth();
    let figure = || Item { floats: true, ..item(400.0) };
    let mut items = vec![item(depth - 150.0), figure(), figure()];
    items.extend((0..40).map(|_| item(14.0)));
    let pages = placed(&items);
    assert_eq!(pages[1][0], 1);
    assert!(pages[1].len() > 15, "the white below the first figure stays: {pages:?}");
    assert_eq!(pages[2][0], 2);
    assert_eq!(pages.concat().len(), items.len());
}

#[test]
fn a_note_stands_on_the_page_of_its_mark() {
    let note = |lines: usize| Note { lines: (0..lines).map(|_| (10.0, vec![mark()])).collect(), ..Note::default() };
    let mut items: Vec<Item> = (0..60).map(|_| item(14.0)).collect();
    items[45].notes = vec![0];
    let pages = paginate(&items, &[note(6)], 0, sheet()).pages;
    let page = pages.iter().position(|page| numbers(page).contains(&45)).expect("placed");
    let lines = pages[page].placed.iter().filter(|placed| matches!(placed.source, Source::Note(0, _))).count();
    assert_eq!(lines, 6);
    let foot = pages[page].placed.iter().find(|placed| matches!(placed.source, Source::NoteRule)).expect("a rule").y;
    let text = pages[page].placed.iter().filter(|placed| matches!(placed.source, Source::Item(_)));
    assert!(text.map(|placed| placed.y + 14.0).fold(0.0, f32::max) <= foot + 0.1, "text runs into the notes");
}

#[test]
fn a_remark_beside_the_text_pushes_what_needs_the_margin() {
    let mut items = vec![item(14.0), item(14.0), Item { wide: true, ..item(50.0) }];
    items[0].marginal = Some(Box::new(Marginal { height: 90.0, ops: vec![mark()] }));
    let pages = paginate(&items, &[], 0, sheet()).pages;
    let wide = pages[0].placed.iter().find(|placed| matches!(placed.source, Source::Item(2))).expect("placed");
    assert!(wide.y >= sheet().top + 90.0);
    let text = pages[0].placed.iter().find(|placed| matches!(placed.source, Source::Item(1))).expect("placed");
    assert_eq!(text.y, sheet().top + 14.0, "text goes on beside it");
}

#[test]
fn text_fills_the_upright_page_before_a_sheet_is_turned() {
    let mut items = vec![item(100.0)];
    items.extend((0..3).map(|_| Item { sideways: true, wide: true, ..item(100.0) }));
    items.push(Item { sideways: true, ..Item::space(10.0) });
    items.extend((0..80).map(|_| item(14.0)));
    let pages = paginate(&items, &[], 0, sheet()).pages;
    let turned: Vec<bool> = pages.iter().map(|page| page.sheet.width > page.sheet.height).collect();
    assert_eq!(turned, vec![false, true, false]);
    assert!(numbers(&pages[0]).len() > 30);
    assert_eq!(numbers(&pages[1]), vec![1, 2, 3]);
}
