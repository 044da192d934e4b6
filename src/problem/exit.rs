//! The exit-code contract.

/// What kind a problem is. A command that meets several exits with the code of the gravest: bytes that are not the
/// pinned ones (3) before input that can't be read (4), before output that can't be written (5), before a claim that
/// does not hold (1); a call that can't be understood (2) comes before all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A claim or an agreement does not hold: exit code 1.
    Claim,
    /// The output could not be written: 5.
    Output,
    /// An input is unreadable or contradicts another: 4.
    Input,
    /// Bytes are not the pinned ones: 3.
    Integrity,
    /// The call itself is off: 2.
    Usage,
}

impl Kind {
    /// Exit code of the command line; 0 is success.
    pub fn exit_code(self) -> u8 {
        match self {
            Kind::Claim => 1,
            Kind::Usage => 2,
            Kind::Integrity => 3,
            Kind::Input => 4,
            Kind::Output => 5,
        }
    }

    /// Order in which kinds decide the exit code of a command that meets several.
    pub fn gravity(self) -> u8 {
        match self {
            Kind::Claim => 0,
            Kind::Output => 1,
            Kind::Input => 2,
            Kind::Integrity => 3,
            Kind::Usage => 4,
        }
    }

    /// The word for machines.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Claim => "claim",
            Kind::Usage => "usage",
            Kind::Integrity => "integrity",
            Kind::Input => "input",
            Kind::Output => "output",
        }
    }
}
