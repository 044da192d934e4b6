use super::*;
use proptest::prelude::*;

fn value(name: &str) -> Option<f64> {
    match name {
        "cycles" => Some(2000.0),
        "instructions" => Some(5000.0),
        "branch-misses" => Some(30.0),
        "a" => Some(7.0),
        "b" => Some(2.0),
        "c" => Some(3.0),
        "zero" => Some(0.0),
        "nan" => Some(f64::NAN),
        "huge" => Some(1e308),
        "99% (ms)" => Some(12.5),
        "L1.hits_2" => Some(4.0),
        "größe" => Some(1.5),
        _ => None,
    }
}

fn of(text: &str) -> Result<f64, Fault> {
    Formula::parse(text)?.evaluate(value)
}

#[test]
fn formulas_have_the_value_that_arithmetic_gives() {
    for (text, expected) in [
        ("instructions / cycles", 2.5),
        ("instructions/cycles", 2.5),
        ("1000 * branch-misses / instructions", 6.0),
        ("1000*\"branch-misses\"/instructions", 6.0),
        ("a - b - c", 2.0),
        ("a - (b - c)", 8.0),
        ("a / b / c", 7.0 / 2.0 / 3.0),
        ("a + b * c", 13.0),
        ("(a + b) * c", 27.0),
        ("a * b + c * b - 1", 19.0),
        ("2 * (a - (b + (c)))", 4.0),
        ("\"99% (ms)\" * 2", 25.0),
        ("L1.hits_2 + größe", 5.5),
        ("a -b", 5.0),
        ("a- b", 5.0),
        ("(a)-b", 5.0),
        ("3-1", 2.0),
        (".5 + 0.25 + 1. + 1e2 + 2E-1", 101.95),
        ("\ta\t", 7.0),
    ] {
        assert_eq!(of(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_can_not_be_understood_is_told_with_its_column() {
    for (text, column, cause) in [
        ("", 1, "the formula is empty"),
        ("  ", 3, "the formula is empty"),
        ("()", 2, ") stands where a name, a number or ( is expected"),
        ("a +", 4, "the formula ends too early"),
        ("(a + b", 1, "this ( is not closed"),
        ("a + b)", 6, "this ) closes nothing"),
        ("a b", 3, "\"b\" follows what is complete"),
        ("a (b)", 3, "( follows what is complete"),
        ("a 2", 3, "2 follows what is complete"),
        ("* a", 1, "* stands where a name, a number or ( is expected"),
        ("a + -b", 5, "- stands where a name, a number or ( is expected"),
        ("größe × 2", 7, "'×' has no meaning in a formula"),
        ("a ^ 2", 3, "'^' has no meaning in a formula"),
        ("a\n", 2, "'\\n' has no meaning in a formula"),
        ("\"a", 1, "the quote that opens here is not closed"),
        ("1 + \"\"", 5, "there is no name between these quotes"),
        ("2cycles", 1, "2cycles is neither a number nor a name"),
        ("1.2.3", 1, "1.2.3 is neither a number nor a name"),
        (".", 1, ". is neither a number nor a name"),
        ("1e999", 1, "1e999 is too large for a number"),
        ("0x1F", 1, "0x1F is neither a number nor a name"),
    ] {
        let fault = Formula::parse(text).unwrap_err();
        assert_eq!((fault.column, fault.cause.as_str()), (column, cause), "{text}");
    }
    assert_eq!(Formula::parse("a − b").unwrap_err().next, "write - instead");
}

#[test]
fn what_has_no_value_is_told_with_its_column() {
    for (text, column, cause) in [
        ("a / missing", 5, "nothing is called \"missing\""),
        ("a / zero", 3, "what stands right of this / is zero"),
        ("a / (b - 2)", 3, "what stands right of this / is zero"),
        ("nan + 1", 1, "\"nan\" is not a finite number here"),
        ("1 + huge * 10", 10, "the result is too large for a number"),
        ("a-b", 1, "nothing is called \"a-b\""),
    ] {
        let fault = of(text).unwrap_err();
        assert_eq!((fault.column, fault.cause.as_str()), (column, cause), "{text}");
    }
    let hint = "write a name as it stands in the data, and blanks around a minus that subtracts";
    assert_eq!(of("instructions-cycles").unwrap_err().next, hint);
}

#[test]
fn a_minus_belongs_to_a_name_between_characters_of_names_only() {
    let names = |text: &str| -> Vec<(String, u32)> {
        let formula = Formula::parse(text).unwrap();
        formula.names().into_iter().map(|(name, column)| (name.to_string(), column)).collect()
    };
    assert_eq!(names("L1-dcache-load-misses"), [("L1-dcache-load-misses".into(), 1)]);
    assert_eq!(names("a-1 - a"), [("a-1".into(), 1), ("a".into(), 7)]);
    assert_eq!(names("b/a + \"a\" * b"), [("b".into(), 1), ("a".into(), 3)]);
    assert_eq!(Formula::parse("a--b").unwrap_err().column, 3);
}

#[test]
fn depth_and_length_have_their_limits() {
    let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(of(&nested(MOST_DEPTH)), Ok(7.0));
    assert_eq!(Formula::parse(&nested(MOST_DEPTH + 1)).unwrap_err().column, MOST_DEPTH as u32 + 1);
    assert_eq!(of(&format!("a{}", " + a".repeat(MOST_OPERATORS))), Ok(7.0 * (MOST_OPERATORS as f64 + 1.0)));
    let fault = Formula::parse(&format!("a{}", " + a".repeat(100_000))).unwrap_err();
    assert_eq!(fault.cause, "the formula has more than 200 operators");
    assert!(Formula::parse(&"(".repeat(100_000)).is_err());
}

/// A formula with all its parentheses, its value by Rust's own arithmetic.
fn formulas() -> impl Strategy<Value = (String, f64)> {
    let number = (1u32..50).prop_map(|number| (number.to_string(), f64::from(number)));
    let leaf = prop_oneof![number, Just(("a".to_string(), 7.0)), Just(("branch-misses".to_string(), 30.0))];
    leaf.prop_recursive(4, 24, 2, |part| {
        (part.clone(), 0usize..3, part).prop_map(|((left, l), operator, (right, r))| match operator {
            0 => (format!("({left} + {right})"), l + r),
            1 => (format!("({left} -{right})"), l - r),
            _ => (format!("({left}*{right})"), l * r),
        })
    })
}

proptest! {
    #[test]
    fn nested_formulas_have_the_value_of_their_parts((text, expected) in formulas()) {
        prop_assert_eq!(of(&text), Ok(expected));
    }

    #[test]
    fn no_text_makes_it_panic(text in "[ ab0-9.+*/()\"e_×−-]{0,40}|\\PC{0,40}") {
        let length = text.chars().count() as u32;
        if let Err(fault) = of(&text) {
            prop_assert!((1..=length + 1).contains(&fault.column), "{:?}", fault);
        }
    }
}
