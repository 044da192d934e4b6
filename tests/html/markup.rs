//! Just enough of HTML to check what the renderer wrote: tags with their attributes, in order, and the text between.

/// A tag as it stands in the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// Name, with `/` before that of an end tag.
    pub name: String,
    /// Names and unescaped values.
    pub attributes: Vec<(String, String)>,
    /// Text up to the next tag, unescaped.
    pub text: String,
}

impl Tag {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Name and names of attributes: what no text of a document may change. (Values for the CSV copy are there only
    /// where they are not the text.)
    pub fn shape(&self) -> String {
        let names = self.attributes.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "data-v");
        let names: Vec<&str> = names.collect();
        format!("{} {}", self.name, names.join(" "))
    }
}

pub fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&#13;", "\r")
        .replace("&amp;", "&")
}

/// Tags and text of a page.
///
/// Panics where the page is not written as the renderer writes it: a stray `<`, an unquoted value.
pub fn read(page: &str) -> (Vec<Tag>, String) {
    let mut tags: Vec<Tag> = Vec::new();
    let mut text = String::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let between = unescape(&rest[..start]);
        text.push_str(&between);
        if let Some(last) = tags.last_mut() {
            last.text.push_str(&between);
        }
        let end = tag_end(&rest[start..]);
        let tag = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if !tag.starts_with('!') {
            tags.push(read_tag(tag.trim_end_matches('/')));
        }
    }
    text.push_str(&unescape(rest));
    (tags, text)
}

fn tag_end(tag: &str) -> usize {
    let mut quoted = false;
    for (at, byte) in tag.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'>' if !quoted => return at,
            b'<' if !quoted && at > 0 => panic!("a stray < in {tag:.80}"),
            _ => {}
        }
    }
    panic!("a tag without end: {tag:.80}")
}

fn read_tag(tag: &str) -> Tag {
    let (name, mut rest) = tag.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((tag, ""));
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-:/!".contains(&byte))
    };
    assert!(is_name(name), "not a tag: {tag:.80}");
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
        let end = rest.find(|c: char| c == '=' || c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (attribute, after) = rest.split_at(end);
        assert!(is_name(attribute), "not an attribute: {attribute:?} in {tag:.80}");
        rest = after;
        let mut value = "";
        if let Some(after) = after.strip_prefix("=\"") {
            let end = after.find('"').expect("a value ends");
            value = &after[..end];
            rest = &after[end + 1..];
        }
        assert!(!value.contains('<'), "{attribute} holds <: {value}");
        attributes.push((attribute.to_string(), unescape(value)));
    }
    Tag { name: name.to_string(), attributes, text: String::new() }
}

/// Elements that have no end tag.
const VOID: [&str; 5] = ["meta", "link", "br", "hr", "wbr"];
/// Elements of drawings that are written with `/>`.
const DRAWN: [&str; 7] = ["line", "circle", "path", "rect", "use", "polyline", "polygon"];

/// Panics unless every start tag has its end tag, in order.
pub fn assert_balanced(page: &str, tags: &[Tag]) {
    let mut open: Vec<&str> = Vec::new();
    for tag in tags {
        match tag.name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "in {page}"),
            None if VOID.contains(&&*tag.name) || DRAWN.contains(&&*tag.name) => {}
            None => open.push(&tag.name),
        }
    }
    assert!(open.is_empty(), "{page} leaves open: {open:?}");
}
