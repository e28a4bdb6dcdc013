//! The numbers of the search that are tuned by matches, each declared once: its name, meaning,
//! value, range, and the step that tuning begins with.

/// What is known of a parameter apart from its value in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, as an option of the protocol.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The value that games are played with.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// A difference that should just show in the strength: tuning begins with it.
    pub step: i32,
}

macro_rules! parameters {
    ($($name:ident = $default:literal in $min:literal..=$max:literal by $step:literal, $meaning:literal;)*) => {
        /// The parameters of a search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $(#[doc = $meaning] pub $name: i32,)*
        }

        /// All parameters, in the order of their declaration.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            meaning: $meaning,
            default: $default,
            min: $min,
            max: $max,
            step: $step,
        }),*];

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $default),* }
            }
        }

        impl Parameters {
            /// The place of a parameter's value, whatever upper and lower case its name is in.
            fn value_mut(&mut self, name: &str) -> Option<&mut i32> {
                $(if name.eq_ignore_ascii_case(stringify!($name)) {
                    return Some(&mut self.$name);
                })*
                None
            }
        }
    };
}

parameters! {
    aspiration = 40 in 5..=300 by 10,
        "Half the first window around the score of the last iteration, in hundredths of a pawn.";
    delta_margin = 150 in 0..=600 by 40,
        "A capture in quiescence must be able to bring the score to within this of the window, in \
         hundredths of a pawn.";
    evasion_plies = 2 in 0..=8 by 1,
        "Plies of quiescence in which a check is answered with every move.";
    recaptures_from = 3 in 1..=12 by 1,
        "The ply of quiescence from which only the piece that captured last may be captured.";
    history_bonus = 4 in 1..=32 by 2,
        "The gain of a quiet move in the history is this times the square of the depth.";
    expected_moves = 30 in 10..=80 by 4,
        "Moves that a game is expected to last when its clock does not say.";
    soft_share = 60 in 20..=150 by 8,
        "The share of the time for a move after which no new iteration begins, in percent.";
    hard_share = 300 in 100..=800 by 40,
        "The share of the time for a move after which a search is cut off, in percent.";
}

/// The declaration of a parameter by its name, whatever upper and lower case it is in.
#[must_use]
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|p| p.name.eq_ignore_ascii_case(name))
}

impl Parameters {
    /// Sets a parameter by its name.
    ///
    /// # Errors
    /// If there is no such parameter, or the value is not in its range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
        let parameter = parameter(name).ok_or("there is no such parameter")?;
        let Parameter { min, max, .. } = *parameter;
        if !(min..=max).contains(&value) {
            return Err(format!("this is no number from {min} to {max}"));
        }
        if let Some(slot) = self.value_mut(name) {
            *slot = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_within_its_range() {
        let mut parameters = Parameters::default();
        for p in PARAMETERS {
            assert!((p.min..=p.max).contains(&p.default), "{}", p.name);
            assert!(p.step > 0 && p.step <= p.max - p.min, "{}", p.name);
            assert_eq!(parameters.set(p.name, p.max), Ok(()));
            assert!(parameters.set(p.name, p.max + 1).is_err());
            assert_ne!(parameters, Parameters::default());
            assert_eq!(parameters.set(&p.name.to_uppercase(), p.default), Ok(()));
            assert_eq!(parameters, Parameters::default());
        }
        assert!(parameters.set("joho", 1).is_err());
    }
}
