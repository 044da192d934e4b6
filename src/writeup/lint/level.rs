//! The rules and their levels.

/// A rule of the lint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A number in the words about results that no binding made.
    UnboundNumber,
    /// A date or a commit that was typed.
    UnboundSource,
    /// Printed digits whose arithmetic does not close.
    Arithmetic,
    /// Figures of one statement from several phases, one of them not named.
    MixedSources,
    /// A hypothesis that states an effect as a fact and quotes no measured figure.
    EffectWithoutFigure,
    /// A measured statement that prints no figure.
    StatementWithoutFigure,
    /// A declared name that the text does not use.
    UnusedName,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 7] = [
        Rule::UnboundNumber,
        Rule::UnboundSource,
        Rule::Arithmetic,
        Rule::MixedSources,
        Rule::EffectWithoutFigure,
        Rule::StatementWithoutFigure,
        Rule::UnusedName,
    ];

    /// Its name in book.toml.
    pub fn name(self) -> &'static str {
        self.code().trim_start_matches("lint::")
    }

    /// Code of its problems.
    pub fn code(self) -> &'static str {
        match self {
            Rule::UnboundNumber => "lint::unbound-number",
            Rule::UnboundSource => "lint::unbound-source",
            Rule::Arithmetic => "lint::arithmetic",
            Rule::MixedSources => "lint::mixed-sources",
            Rule::EffectWithoutFigure => "lint::effect-without-figure",
            Rule::StatementWithoutFigure => "lint::statement-without-figure",
            Rule::UnusedName => "lint::unused-name",
        }
    }

    /// What it looks for, in a sentence.
    pub fn says(self) -> &'static str {
        match self {
            Rule::UnboundNumber => "Numbers in lede, Results and Measured are bound to the ledger.",
            Rule::UnboundSource => "Dates and commits are bound to the data.",
            Rule::Arithmetic => {
                "Arithmetic that a reader would redo closes with the printed digits, or the text says why not."
            }
            Rule::MixedSources => "The figures of one statement come from one phase, or the others are named in it.",
            Rule::EffectWithoutFigure => "A hypothesis states an effect as a fact only beside a measured figure.",
            Rule::StatementWithoutFigure => "A measured statement prints at least one figure.",
            Rule::UnusedName => "A name that is declared in the front matter stands in the text.",
        }
    }

    /// Its level where book.toml says nothing.
    pub fn usual(self) -> Level {
        match self {
            Rule::Arithmetic | Rule::UnusedName => Level::Warn,
            _ => Level::Deny,
        }
    }
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not looked for.
    Allow,
    /// Told, and nothing more.
    Warn,
    /// Stops the build.
    Deny,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 3] = [Level::Allow, Level::Warn, Level::Deny];

    /// Its word in book.toml.
    pub fn word(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}

/// The level of each rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels(std::collections::BTreeMap<Rule, Level>);

impl Default for Levels {
    fn default() -> Self {
        Levels(Rule::ALL.into_iter().map(|rule| (rule, rule.usual())).collect())
    }
}

impl Levels {
    /// The level of a rule.
    pub fn of(&self, rule: Rule) -> Level {
        self.0.get(&rule).copied().unwrap_or_else(|| rule.usual())
    }

    /// Sets the level of a rule.
    pub fn set(&mut self, rule: Rule, level: Level) {
        self.0.insert(rule, level);
    }
}
