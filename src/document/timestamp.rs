//! A moment, and the day and time that a calendar gives it.

/// Seconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

/// A moment in the proleptic Gregorian calendar, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// Year, zero and negative ones as astronomers count them.
    pub year: i64,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// Seconds since midnight, below 86,400.
    pub second: u32,
}

impl Timestamp {
    /// The moment in UTC.
    ///
    /// Source: H. Hinnant, chrono-compatible low-level date algorithms (2021), `civil_from_days`, which counts years
    /// from March on.
    pub fn civil(self) -> Civil {
        let days = self.0.div_euclid(86_400) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Civil {
            year: year_of_era + era * 400 + i64::from(month <= 2),
            month: month as u8,
            day: day as u8,
            second: self.0.rem_euclid(86_400) as u32,
        }
    }
}
