//! The numbers of the search that are tuned by matches, each declared once: its name, meaning,
//! value, range, and the step that tuning begins with. Parts of the search that have numbers of their own
//! can be left out: one of these reaches to where it never applies (`tuning/log/search-two.md` says which).

/// What is known of a parameter apart from its value in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, as an option of the protocol.
    pub name: &'static str,
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
    aspiration = 20 in 5..=1000 by 10,
        "Half the first window around the score of the last iteration, in hundredths of a pawn.";
    many_aspiration = 200 in 5..=1000 by 10,
        "Games for many: the same.";
    delta_margin = 150 in 0..=9999 by 40,
        "A capture in quiescence must be able to bring the score to within this of the window, in \
         hundredths of a pawn.";
    evasion_plies = 2 in 0..=8 by 1,
        "Plies of quiescence in which a check is answered with every move.";
    recaptures_from = 3 in 1..=12 by 1,
        "The ply of quiescence from which only the piece that captured last may be captured.";
    history_bonus = 150 in 20..=400 by 20,
        "What a move that refutes the line gains in the histories per ply of depth.";
    history_offset = 60 in 0..=400 by 25,
        "What it gains less at any depth.";
    history_most = 1500 in 300..=4000 by 150,
        "The most it gains.";
    history_malus = 180 in 50..=400 by 20,
        "Games for two: what the moves tried before it lose, in percent of what it gains.";
    reverse_futility = 90 in 20..=250 by 10,
        "How far ahead per ply of depth a position needs no search, in hundredths of a pawn.";
    reverse_futility_depth = 8 in 0..=14 by 1,
        "The greatest depth for that.";
    razoring = 300 in 80..=800 by 30,
        "How far behind per ply of depth only captures are searched, in hundredths of a pawn.";
    razoring_depth = 3 in 0..=6 by 1,
        "The greatest depth for that.";
    null_from = 3 in 1..=200 by 1,
        "The least depth for a null move: before, it saves little.";
    null_base = 4 in 2..=6 by 1,
        "Plies by which a null move is searched shallower, plus a third of the depth.";
    null_margin = 200 in 60..=500 by 25,
        "For every so many hundredths of a pawn above the window a null move is searched one ply \
         shallower: by three plies at most, in games for many by two.";
    null_slack = 30 in 0..=200 by 15,
        "How far below the window a static value may be for a null move.";
    null_verification = 12 in 6..=200 by 1,
        "From this depth on a null move that refutes the line is verified.";
    probcut_depth = 5 in 3..=200 by 1,
        "The least depth for ProbCut.";
    probcut_margin = 180 in 60..=400 by 20,
        "How far above the window a shallow search must see a capture for ProbCut.";
    internal_depth = 4 in 2..=200 by 1,
        "From this depth on a node without a known move is searched a ply less deep.";
    late_moves = 3 in 1..=1000 by 1,
        "Moves tried at a node, plus the square of the depth, before its other quiet moves are left out; \
         half as many if the position is not improving.";
    futility = 110 in 20..=9999 by 20,
        "How far behind quiet moves are left out, in hundredths of a pawn.";
    futility_depth = 90 in 20..=250 by 12,
        "How much farther per ply of depth.";
    history_pruning = 2500 in 500..=99999 by 300,
        "Quiet moves with a history below minus this per ply of depth are left out.";
    exchange_quiet = 20 in 4..=9999 by 6,
        "Quiet moves that lose this times the square of the depth are left out.";
    exchange_noisy = 90 in 20..=9999 by 12,
        "Captures that lose this per ply of depth are left out.";
    singular_depth = 8 in 5..=200 by 1,
        "The least depth at which a move is looked at for being the only good one.";
    singular_margin = 32 in 8..=96 by 6,
        "How much worse others must be per 16 plies of depth, in hundredths of a pawn.";
    singular_double = 20 in 4..=9999 by 8,
        "How much worse still for two plies more.";
    reduce_from = 2 in 1..=200 by 1,
        "From this depth on late moves are reduced: before, there is nothing between them and quiescence.";
    reduce_base = 800 in 0..=2000 by 100,
        "The reduction of late moves, in 1024ths of a ply.";
    reduce_divisor = 2300 in 1200..=5000 by 150,
        "How slowly it grows with the logarithms of depth and number.";
    reduce_not_improving = 800 in 0..=2048 by 100,
        "More where the position has become worse.";
    reduce_cut = 1100 in 0..=3072 by 120,
        "More where a refutation is expected.";
    reduce_open = 900 in 0..=3072 by 120,
        "Less in open windows.";
    reduce_was_open = 700 in 0..=3072 by 120,
        "Less where a window was open once.";
    prior_bonus = 100 in 0..=300 by 15,
        "What a quiet move gains that no reply refutes, in percent of what a refutation gains.";
    reduce_check = 900 in 0..=3072 by 120,
        "Less for checks.";
    reduce_history = 8000 in 2000..=99999 by 800,
        "One ply less for so much history.";
    escape_bonus = 36 in 0..=100 by 4,
        "What a quiet move gains in the order of moves for each hundredth of a pawn that it saves \
         from a piece worth less.";
    check_bonus = 9000 in 0..=30000 by 1500,
        "What a quiet check gains in the order of moves.";
    replies_free = 1 in 1..=3 by 1,
        "BRS+: opponents that reply freely in a round.";
    replies_narrow = 1 in 0..=8 by 1,
        "BRS+: how many of the best ordered moves the others choose from. With 0 they pass, unless they \
         are in check (BRS).";
    replies_share = 50 in 10..=100 by 10,
        "`auto` in games for three: how much of what a free reply gains over the best ordered move \
         counts, in hundredths.";
    replies_share_four = 100 in 10..=100 by 10,
        "`auto` in games for four: the same.";
    many_reverse_ours = 140 in 20..=600 by 15,
        "Games for many: how far ahead per ply a lone seat needs no search, in hundredths of a pawn.";
    many_reverse_theirs = 100 in 20..=600 by 15,
        "Games for many: the same for one of its opponents.";
    many_reverse_depth = 6 in 0..=14 by 1,
        "The greatest depth for that.";
    many_razoring = 300 in 80..=900 by 40,
        "Games for many: how far behind per ply only captures are searched, in hundredths of a pawn.";
    many_razoring_depth = 2 in 0..=6 by 1,
        "The greatest depth for that.";
    many_null_from = 2 in 1..=200 by 1,
        "Games for many: the least depth for a null move.";
    many_null_base = 3 in 1..=6 by 1,
        "Games for many: plies by which a null move is searched shallower, plus a quarter of the depth.";
    many_late_ours = 5 in 1..=1000 by 2,
        "Games for many: moves tried at a node of the lone seat, plus what `many_late_depth` adds, before \
         its other quiet moves are left out; half as many if the position is not improving.";
    many_late_theirs = 5 in 1..=1000 by 2,
        "Games for many: the same for an opponent.";
    many_late_depth = 1 in 0..=8 by 1,
        "Games for many: how many more of them, times the square of the depth.";
    many_futility = 150 in 20..=9999 by 20,
        "Games for many: how far behind quiet moves are left out, in hundredths of a pawn.";
    many_futility_depth = 110 in 20..=400 by 15,
        "How much farther per ply of depth.";
    many_reduce_base = 700 in 0..=2500 by 100,
        "Games for many: the reduction of late moves, in 1024ths of a ply.";
    many_reduce_divisor = 2500 in 1000..=8000 by 150,
        "How slowly it grows with the logarithms of depth and number.";
    many_reduce_theirs = 0 in -1500..=1500 by 100,
        "More for moves of opponents.";
    many_reduce_not_improving = 600 in 0..=2048 by 100,
        "More where the position has become worse.";
    many_reduce_cut = 900 in 0..=3072 by 120,
        "More where a refutation is expected.";
    many_evasion_plies = 3 in 0..=10 by 1,
        "Games for many: plies of quiescence in which a check is answered with every move.";
    many_evasions = 4 in 0..=100 by 2,
        "Quiet moves tried there once one of them is no loss.";
    many_contempt = 600 in 0..=1500 by 100,
        "Games for many: by how much a draw counts for less than it is worth while there are more than \
         two sides, in hundredths of a pawn.";
    correct_pawns = 48 in 0..=256 by 16,
        "How much of the usual error of evaluations with these pawns is corrected, in 128ths.";
    correct_pieces = 32 in 0..=256 by 16,
        "The same with either player's pieces on these cells.";
    correct_moves = 32 in 0..=256 by 16,
        "The same after these last two moves.";
    check_extension = 1 in 0..=2 by 1,
        "Plies by which a check is searched deeper.";
    hindsight = 150 in 50..=500 by 30,
        "How far the static values of both players, before and after a reduced move, must together \
         lie above 0 for the reduction to be made greater, in hundredths of a pawn.";
    reduce_noisy_table = 700 in 0..=2048 by 100,
        "More if the known move is a capture.";
    reduce_cuts = 800 in 0..=2048 by 100,
        "More if many siblings' replies refuted them.";
    deeper_margin = 60 in 10..=9999 by 10,
        "How much above the window a reduced search must come out to be repeated a ply deeper.";
    clock_fade = 100 in 0..=200 by 10,
        "Games for two: how much of a lead fades as the draw by the move count comes near: half of this \
         at the limit, in percent.";
    steady_step = 8 in 0..=15 by 2,
        "By how much less time is taken for each iteration with the same best move, in percent.";
    steady_base = 130 in 80..=250 by 10,
        "The time taken when the best move has just changed, in percent.";
    effort_base = 190 in 100..=250 by 10,
        "The time taken when no effort went into the best move, in percent.";
    effort_slope = 130 in 0..=220 by 15,
        "How much less is taken when all effort went into it, in percent.";
    falling_step = 4 in 0..=20 by 2,
        "How much more time is taken for a score that has fallen by a tenth of a pawn, in percent.";
    expected_moves = 20 in 10..=80 by 4,
        "Moves that a game on a board of 64 cells is expected to go on for when its clock does not say; \
         more on larger boards, as the square root of their size.";
    soft_share = 80 in 20..=150 by 8,
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
            return Err(format!("not a number from {min} to {max}"));
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
            let other = if p.default == p.max { p.min } else { p.max };
            assert_eq!(parameters.set(p.name, other), Ok(()));
            assert!(parameters.set(p.name, p.max + 1).is_err());
            assert_ne!(parameters, Parameters::default());
            assert_eq!(parameters.set(&p.name.to_uppercase(), p.default), Ok(()));
            assert_eq!(parameters, Parameters::default());
        }
        assert!(parameters.set("joho", 1).is_err());
    }
}
