//! 2 Level Guru Mahachaturaji, alone and in teams.

use super::{Table, set, support, words};
use simurgh::position::Game;
use std::collections::BTreeSet;

/// Four Kings in corners, no two of them on one line.
const KINGS: &str = "rK@ua1 oK@lj2 gK@ui10 bK@lb9";

/// A position with these Kings and more pieces, red to move.
#[track_caller]
fn red(pieces: &str) -> Table {
    set("guru", &format!("{KINGS} {pieces}"), "r rogb - - 0 1")
}

/// A position with three of these Kings, red's elsewhere, red to move.
#[track_caller]
fn red_king(pieces: &str) -> Table {
    set("guru", &format!("oK@lj2 gK@ui10 bK@lb9 {pieces}"), "r rogb - - 0 1")
}

// Board and start.

#[test]
fn cells_are_named_level_file_rank_and_ordered_from_the_last_rank_down() {
    let board = &support::variant("guru").board;
    let names: Vec<&str> = board.cells().map(|c| board.name(c)).collect();
    assert_eq!(names[..3], ["ua10", "ub10", "uc10"]);
    assert_eq!((names[10], names[99], names[100], names[199]), ("ua9", "uj1", "la10", "lj1"));
    assert_eq!(board.at(board.find("lj10").unwrap()), [9, 9, 1]);
}

#[test]
fn the_start_is_the_written_one() {
    let start = "bG,bE,bE,bP,2,gP,gN,gR,gK/bR,bF,bN,bP,1,gP,gP,gE,gF,gE/bN,bE,bE,bP,2,gP,gE,gN,gE/\
         bP,bP,bP,bP,2,gP,gP,gP,gP/1,bP,8/8,oP,1/rP,rP,rP,rP,2,oP,oP,oP,oP/\
         rE,rN,rE,rP,2,oP,oE,oE,oN/rE,rF,rE,rP,rP,1,oP,oN,oF,oR/rK,rR,rN,rP,2,oP,oE,oE,oG|\
         bK,bR,bN,bP,2,gP,gE,gE,gG/bE,bF,bE,bP,1,gP,gP,gN,gF,gR/bE,bN,bE,bP,2,gP,gE,gE,gN/\
         bP,bP,bP,bP,2,gP,gP,gP,gP/1,bP,8/8,oP,1/rP,rP,rP,rP,2,oP,oP,oP,oP/\
         rN,rE,rE,rP,2,oP,oE,oN,oE/rR,rF,rN,rP,rP,1,oP,oE,oF,oE/rG,rE,rE,rP,2,oP,oN,oR,oK \
         r rogb - - 0 1";
    assert_eq!(support::variant("guru").start, start);
    assert_eq!(support::variant("guru-teams").start, start);
}

#[test]
fn camps_are_turned_copies_of_each_other() {
    // Camp coordinates (i, j) of red (x, y), orange (9-j, i), green (9-i, 9-j), blue (j, 9-i);
    // the King is upstairs for red and green, downstairs for orange and blue.
    let table = Table(Game::start(support::variant("guru")));
    let name = |level: char, x: u8, y: u8| format!("{level}{}{}", (b'a' + x) as char, y + 1);
    for level in ['u', 'l'] {
        for i in 0..=4u8 {
            for j in 0..=3u8 {
                let at = [(i, j), (9 - j, i), (9 - i, 9 - j), (j, 9 - i)];
                let on = at.map(|(x, y)| table.on(&name(level, x, y)));
                let symbols =
                    on.map(|token| token.trim_start_matches(['r', 'o', 'g', 'b']).to_string());
                if (i, j) == (0, 0) {
                    let kings =
                        if level == 'u' { ["K", "G", "K", "G"] } else { ["G", "K", "G", "K"] };
                    assert_eq!(symbols, kings);
                } else {
                    assert!(
                        symbols.iter().all(|s| *s == symbols[0]),
                        "{level} {i},{j}: {symbols:?}"
                    );
                }
            }
        }
    }
}

// Pieces.

#[test]
fn the_piece_table_has_its_order() {
    let mut symbols: Vec<&str> = support::variant("guru").pieces.iter().map(|p| p.symbol).collect();
    symbols.dedup();
    assert_eq!(symbols.join(" "), "K R N E F G P Em Vr Cv Wf Ba Ig Ad");
}

#[test]
fn king_steps_orthogonally_and_by_root_two_diagonals() {
    red_king("rK@ue5").check("ue5", "ud6 ue6 uf6 ud5 uf5 ud4 ue4 uf4 le6 ld5 le5 lf5 le4");
}

#[test]
fn rook_rides_along_files_ranks_and_between_the_levels() {
    let table = red("rR@ue5 rN@uc5 oN@ue8 oN@le5");
    table.check("ue5", "ud5 uf5 ug5 uh5 ui5 uj5 ue6 ue7 ue8 ue4 ue3 ue2 ue1 le5");
}

#[test]
fn knight_leaps_within_and_between_the_levels() {
    let wall = "rP@ud5 rP@ue6 rP@uf5 rP@ue4 rP@le5";
    let table = red(&format!("rN@ue5 {wall}"));
    table.check("ue5", "ud7 uf7 uc6 ug6 uc4 ug4 ud3 uf3 le7 lc5 lg5 le3");
}

#[test]
fn elephant_leaps_two_diagonal_cells_within_its_level() {
    red("rE@le5 oN@ld6 rN@lf4").check("le5", "lc7 lg7 lc3 lg3");
}

#[test]
fn ferz_steps_by_root_two_diagonals() {
    red("rF@ue5").check("ue5", "ud6 uf6 ud4 uf4 le6 ld5 lf5 le4");
}

#[test]
fn guru_leaps_far() {
    let wanted = "ua4 ua6 ui4 ui6 ud1 uf1 ud9 uf9 uj2 uj8 ub10 uh10 la5 li5 le1 le9";
    red("rG@ue5 oN@ue6 oN@uf5").check("ue5", wanted);
}

#[test]
fn promoted_pieces_add_a_root_three_step() {
    let step = words("ld4 lf4 ld6 lf6");
    for (promoted, plain) in [("Vr", "R"), ("Cv", "N"), ("Wf", "E"), ("Ba", "F"), ("Ig", "G")] {
        let of = |symbol: &str| red(&format!("r{symbol}@ue5")).targets("ue5");
        assert_eq!(of(promoted), &of(plain) | &step, "{promoted}");
    }
    let king = red_king("rK@ue5").targets("ue5");
    assert_eq!(red_king("rEm@ue5").targets("ue5"), &king | &step);
    assert_eq!(red("rAd@ue5").targets("ue5"), &king | &step);
}

#[test]
fn an_archduke_is_not_royal() {
    assert_eq!(red("rAd@ue5 oR@ue8").players(), "rogb");
    assert_eq!(set("guru", &format!("{KINGS} gAd@ue5 rR@ue8"), "r rogb - - 0 1").players(), "rogb");
}

// Pawns.

#[test]
fn pawns_step_along_either_forward_direction_without_capture() {
    for (player, wanted) in [('r', "ue4 ud5"), ('o', "uc4 ud5"), ('g', "uc4 ud3"), ('b', "ue4 ud3")]
    {
        let table = set("guru", &format!("{KINGS} {player}P@ud4"), &format!("{player} rogb - -"));
        table.check("ud4", wanted);
        let (one, two) = wanted.split_once(' ').unwrap();
        let enemy = if player == 'r' { 'b' } else { 'r' };
        let blocked = format!("{KINGS} {player}P@ud4 {enemy}N@{one}");
        set("guru", &blocked, &format!("{player} rogb - -")).check("ud4", two);
    }
}

#[test]
fn pawns_capture_forward_with_a_change_of_level_or_along_both_directions() {
    // Blue's knights stand on everything near.
    let near = "uc3 ud3 ue3 uc4 ue4 uc5 ud5 ue5 lc3 ld3 le3 lc4 ld4 le4 lc5 ld5 le5";
    let wanted = [('r', "le4 ld5 ue5"), ('o', "lc4 ld5 uc5"), ('g', "lc4 ld3 uc3")];
    for (player, wanted) in wanted {
        let crowd: Vec<String> = near.split(' ').map(|cell| format!("bN@{cell}")).collect();
        let pieces = format!("{KINGS} {player}P@ud4 {}", crowd.join(" "));
        set("guru", &pieces, &format!("{player} rogb - -")).check("ud4", wanted);
    }
    // From the lower level up.
    red("rP@ld4 oN@ue4 oN@ud5 oN@le5").check("ld4", "le4 ld5 ue4 ud5 le5");
    let blue = set("guru", &format!("{KINGS} bP@ld4 oN@ue4 oN@ud3 oN@le3"), "b rogb - -");
    blue.check("ld4", "le4 ld3 ue4 ud3 le3");
}

#[test]
fn pawns_do_not_step_twice() {
    let table = Table(Game::start(support::variant("guru")));
    table.check("ud4", "ue4 ud5");
    table.check("la4", "la5");
}

/// What becomes of a player's pawn that steps from one cell to another.
#[track_caller]
fn promoted(player: char, from: &str, to: &str) -> String {
    let kings = "rK@ud4 oK@ug4 gK@ug7 bK@ud7";
    let pieces = format!("{kings} {player}P@{from}");
    let table = set("guru", &pieces, &format!("{player} rogb - - 7 1"));
    let table = table.play(&format!("{from}{to}"));
    assert_eq!(table.on(from), "-");
    table.on(to)
}

#[test]
fn a_pawn_is_promoted_by_its_distance_from_the_corner() {
    // Guru, Rook, Knight, Elephant, Ferz, and back.
    let by_distance = "GRNEFFENRG";
    for (player, far_x, far_y) in [('r', 9, 9), ('o', 0, 9), ('g', 0, 0), ('b', 9, 0)] {
        let before = |far: u8| if far == 9 { 8 } else { 1 };
        let name = |level: char, x: u8, y: u8| format!("{level}{}{}", (b'a' + x) as char, y + 1);
        for level in ['u', 'l'] {
            for (k, symbol) in (0..10u8).zip(by_distance.chars()) {
                if k != far_y {
                    let (from, to) = (name(level, before(far_x), k), name(level, far_x, k));
                    assert_eq!(promoted(player, &from, &to), format!("{player}{symbol}"), "{to}");
                }
                if k != far_x {
                    let (from, to) = (name(level, k, before(far_y)), name(level, k, far_y));
                    assert_eq!(promoted(player, &from, &to), format!("{player}{symbol}"), "{to}");
                }
            }
        }
    }
}

#[test]
fn a_pawn_that_captures_into_the_far_corner_becomes_a_guru() {
    let table = red("rP@ui9 oN@uj10").play("ui9uj10");
    assert_eq!(table.on("uj10"), "rG");
}

#[test]
fn promotion_by_place_is_no_choice_and_not_written() {
    let table = red("rP@ui5 oN@lj5 oN@uj6");
    table.check("ui5", "uj5 ui6 lj5 uj6");
    let table = table.play("ui5lj5");
    assert_eq!((table.on("lj5"), table.counters()), ("rF".into(), "0 1".into()));
}

// Enlightened moves. Red's Guru stands on e5 of the upper level.

#[test]
fn a_king_beside_its_guru_goes_to_other_orthogonal_neighbours() {
    // The ordinary steps from f5, and d5; e6, e4 and the cell below e5 are both.
    red_king("rG@ue5 rK@uf5").check("uf5", "ue4 uf4 ug4 ue6 uf6 ug6 ug5 le5 lf5 lg5 lf4 lf6 ud5");
}

#[test]
fn a_king_diagonally_beside_its_guru_goes_to_other_diagonal_neighbours() {
    red_king("rG@ue5 rK@uf6")
        .check("uf6", "uf5 ug5 ue6 ug6 ue7 uf7 ug7 lf6 le6 lg6 lf5 lf7 ud4 ud6 uf4 le4 ld5");
    // Between the levels: f5 below is such a neighbour too.
    red_king("rG@ue5 rK@lf5")
        .check("lf5", "le4 lf4 lg4 le5 lg5 le6 lf6 lg6 uf5 ug5 uf4 uf6 ud4 ud6 ld5");
}

#[test]
fn a_king_one_cell_off_both_ways_is_not_enlightened() {
    // f6 below is a root-3 diagonal away, which is no King's step.
    let plain = red_king("rN@ue5 rK@lf6").targets("lf6");
    assert_eq!(red_king("rG@ue5 rK@lf6").targets("lf6"), plain);
}

#[test]
fn an_enlightened_move_captures_nothing() {
    let table = red_king("rG@ue5 rK@uf5 oN@ud5");
    assert!(!table.allows("uf5ud5"));
    let table = red("rG@ue5 rN@uf7 oP@ud3 oP@ug8");
    assert!(!table.allows("uf7ud3") && table.allows("uf7uf3"));
}

#[test]
fn an_enlightened_move_attacks_nothing() {
    // The rook h5 could go to e8 if that were empty; green's King there is not in check.
    let table = set("guru", "rK@ua1 rG@ue5 rR@uh5 oK@lj2 gK@ue8 bK@lb9", "r rogb - - 0 1");
    assert_eq!(table.players(), "rogb");
    let table = set("guru", "rK@ua1 rG@ue5 rR@uh5 oK@lj2 gK@ud8 bK@lb9", "g rogb - - 0 1");
    assert!(table.allows("ud8ue8"));
}

#[test]
fn a_knight_a_knights_move_from_its_guru_goes_to_the_others() {
    let crowd = "oN@ue6 oN@uf6 rP@uf5 oN@ud4";
    red(&format!("rG@ue5 rN@uf7 {crowd}")).check(
        "uf7",
        "ue9 ug9 ud8 uh8 ud6 uh6 ug5 lf9 ld7 lh7 lf5 ud7 uc6 ug6 uc4 ug4 ud3 uf3 le7 lc5 lg5 le3",
    );
}

#[test]
fn a_piece_elsewhere_is_not_enlightened() {
    let table = red("rG@ue5 rN@uf6");
    table.check("uf6", "ue8 ug8 ud7 uh7 ud5 uh5 ue4 ug4 lf8 ld6 lh6 lf4");
}

#[test]
fn an_elephant_and_a_ferz_follow_their_guru_too() {
    assert_eq!(red("rG@ue5 rE@ug7 rN@uf6").targets("ug7"), words("ue9 ui9 ui5 uc7 uc3 ug3"));
    assert_eq!(
        red("rG@ue5 rF@uf6").targets("uf6"),
        words("ue7 ug7 ug5 le6 lg6 lf7 lf5 ud6 ud4 uf4 ld5 le4")
    );
}

/// What the rook h5, three cells from its Guru, may do besides its ordinary rides.
fn rook_beyond_rides(pieces: &str) -> BTreeSet<String> {
    let with = red(&format!("rG@ue5 rR@uh5 {pieces}")).targets("uh5");
    let without = red(&format!("rN@ue5 rR@uh5 {pieces}")).targets("uh5");
    with.difference(&without).cloned().collect()
}

#[test]
fn a_rook_keeps_its_distance_from_the_guru() {
    assert_eq!(rook_beyond_rides(""), words("ub5 ue8 ue2"));
}

#[test]
fn a_rooks_line_from_the_guru_to_its_origin_must_be_empty() {
    assert_eq!(rook_beyond_rides("rP@ug5"), words(""));
    assert_eq!(rook_beyond_rides("oN@uf5"), words(""));
}

#[test]
fn a_rooks_line_from_the_guru_to_its_target_must_be_empty() {
    assert_eq!(rook_beyond_rides("oN@ue7"), words("ub5 ue2"));
    assert_eq!(rook_beyond_rides("rP@ud5 oP@ue4"), words("ue8"));
    // The target itself too.
    assert_eq!(rook_beyond_rides("oN@ue8"), words("ub5 ue2"));
}

#[test]
fn a_rook_next_to_the_guru_may_change_level() {
    let table = red("rG@ue5 rR@le5");
    for target in ["ud5", "uf5", "ue4", "ue6"] {
        assert!(table.allows(&format!("le5{target}")), "{target}");
    }
    assert!(red("rG@ue5 rR@uf5").allows("uf5le5"));
}

#[test]
fn gurus_enlighten_each_other_by_the_same_leap() {
    // i6 is a (4,1,0) leap from e5 and the other way round; the (5,3,0) leaps are longer.
    let table = red("rG@ue5 rG@ui6");
    table.check(
        "ui6",
        "uh10 uj10 ud9 ue7 ud3 uh2 uj2 uf1 li10 le6 li2 uf9 ua6 ua4 ui4 ud1 le9 la5 li5 le1",
    );
    assert!(!table.allows("ui6ub10") && !table.allows("ui6uj8"));
}

#[test]
fn an_igtivlander_is_still_a_guru() {
    assert!(red_king("rIg@ue5 rK@uf5").allows("uf5ud5"));
    // It is enlightened itself as a Guru by (4,1,0) and as a stepper by root 3.
    let table = red("rG@ue5 rIg@lf6");
    assert!(table.allows("lf6ld4") && table.allows("lf6lf4") && table.allows("lf6ld6"));
}

#[test]
fn only_a_guru_of_ones_own_enlightens() {
    assert!(!red_king("oG@ue5 rK@uf5").allows("uf5ud5"));
}

#[test]
fn pawns_are_not_enlightened() {
    red("rG@ue5 rP@uf5").check("uf5", "ug5 uf6");
}

#[test]
fn a_baron_goes_from_root_two_to_root_two_and_from_root_three_to_root_three() {
    let beyond = |cell: &str| -> BTreeSet<String> {
        let with = red(&format!("rG@ue5 rBa@{cell}")).targets(cell);
        let without = red(&format!("rN@ue5 rBa@{cell}")).targets(cell);
        with.difference(&without).cloned().collect()
    };
    // The Baron reaches le6 and lf5 from f6 by itself.
    assert_eq!(beyond("uf6"), words("ud6 ud4 uf4 ld5 le4"));
    assert_eq!(beyond("lf6"), words("ld4 ld6 lf4"));
}

#[test]
fn compound_promotees_use_ways_of_one_length() {
    let beyond = |symbol: &str, cell: &str| -> BTreeSet<String> {
        let with = red(&format!("rG@ue5 r{symbol}@{cell}")).targets(cell);
        let without = red(&format!("rN@ue5 r{symbol}@{cell}")).targets(cell);
        with.difference(&without).cloned().collect()
    };
    // Vicereine: by the ride or by the step.
    assert_eq!(beyond("Vr", "uh5"), words("ub5 ue8 ue2"));
    // The Vicereine reaches ld6 and lf4 by its ride, the Wilful ld4 by its leap.
    assert_eq!(beyond("Vr", "lf6"), words("ld4"));
    assert_eq!(beyond("Cv", "lf6"), words("ld4 ld6 lf4"));
    assert_eq!(beyond("Wf", "lf6"), words("ld6 lf4"));
    // Emperor at root 3.
    let emperor = red_king("rG@ue5 rEm@lf6").targets("lf6");
    let plain = red_king("rN@ue5 rEm@lf6").targets("lf6");
    assert_eq!(emperor.difference(&plain).cloned().collect::<BTreeSet<_>>(), words("ld4 ld6 lf4"));
    // Archduke: length 1, root 2, root 3.
    assert_eq!(beyond("Ad", "uf5"), words("ud5"));
    assert_eq!(beyond("Ad", "lf6"), words("ld4 ld6 lf4"));
}

#[test]
fn an_enlightened_move_is_subject_to_check_like_any_other() {
    // Out of check: f5 to d5 leaves the file of orange's rook.
    let table = red_king("rG@ue5 rK@uf5 oR@uf9");
    assert!(table.allows("uf5ud5"));
    // Into check: orange's rook d9 guards d5.
    assert!(!red_king("rG@ue5 rK@uf5 oR@ud9").allows("uf5ud5"));
    // A pinned rook may not leave its line by it.
    let table = red_king("rG@ue5 rR@uh5 rK@uh1 oR@uh9");
    assert!(!table.allows("uh5ue8") && table.allows("uh5uh7"));
    // A rook may step between by it.
    let table = red_king("rG@ue5 rR@uh5 rK@ua8 oR@uj8");
    assert!(table.allows("uh5ue8") && table.allows("uh5uh8") && !table.allows("uh5ue2"));
}

// Charges. The Elephants stand on the upper level and the Kings in corners of the lower.

const LOWER_KINGS: &str = "rK@la1 oK@lj1 gK@lj10 bK@la10";

/// A position with these Kings and more pieces, red to move.
#[track_caller]
fn field(pieces: &str) -> Table {
    set("guru", &format!("{LOWER_KINGS} {pieces}"), "r rogb - - 6 1")
}

#[test]
fn elephants_charge_over_each_other_in_two_to_four_leaps() {
    // a1 over b2, b2 over c3, and so on; a fifth leap would lead to f6 and g7.
    let table = field("rE@ua1 rE@ub2");
    let wanted = ["ua1uc3,ub2ud4", "ua1uc3,ub2ud4,uc3ue5", "ua1uc3,ub2ud4,uc3ue5,ud4uf6"];
    assert_eq!(table.charges(), wanted);
    assert!(table.spelt("ua1uc3,ub2ud4,uc3ue5,ud4uf6,ue5ug7").is_none());
}

#[test]
fn a_charge_is_one_ply() {
    let table = field("rE@ua1 rE@ub2").play("ua1uc3,ub2ud4,uc3ue5");
    assert_eq!((table.turn(), table.counters()), ("o".into(), "7 1".into()));
    assert_eq!(table.all_on("ua1 ub2 uc3 ud4 ue5"), "- - - rE rE");
}

#[test]
fn one_leap_is_an_ordinary_move() {
    let table = field("rE@ua1 rE@ub2");
    table.check("ua1", "uc3").check("ub2", "ud4");
}

#[test]
fn the_same_elephant_may_leap_again() {
    let table = field("rE@ua3 rE@ub4 rE@ud4");
    assert!(table.charges().contains(&"ua3uc5,uc5ue3".to_string()));
}

#[test]
fn all_charges_of_three_elephants() {
    // Counted and spelt by an exhaustive search over sequences: by fewest leaps, then by cell
    // order of origins and targets. Two sequences of three leaps only do what one leap does.
    let wanted = "ue5ug7,uf6uh4 ue5ug7,uf6uh4,ug5ui3 ue5ug7,uf6uh4,ug5ui3,uh4uj2 ue5ug7,uf6uh8 \
         ue5ug7,uf6uh8,ug7ui9 ue5ug7,uf6uh8,ug7ui9,uh8uj10 ue5ug7,ug5ue7 ue5ug7,ug5ue7,uf6ud8 \
         ue5ug7,ug5ue7,uf6ud8,ue7uc9 ue5ug7,ug5ue7,uf6uh8 ue5ug7,ug5ue7,uf6uh8,ug7ui9 \
         uf6ud4,ue5uc3 uf6ud4,ue5uc3,ud4ub2 uf6ud4,ue5uc3,ud4ub2,uc3ua1 uf6uh4,ug5ui3 \
         uf6uh4,ug5ui3,uh4uj2 ug5ue7,uf6ud4 ug5ue7,uf6ud4,ue5uc3 ug5ue7,uf6ud4,ue5uc3,ud4ub2 \
         ug5ue7,uf6ud8 ug5ue7,uf6ud8,ue7uc9 ug5ue7,uf6ud8,ue7uc9,ud8ub10";
    let wanted: Vec<String> = words(wanted).into_iter().collect();
    assert_eq!(field("rE@ue5 rE@uf6 rE@ug5").charges(), wanted);
}

#[test]
fn charges_that_lead_to_the_same_placement_are_one_move() {
    let table = field("rE@ua1 rE@ub2 rE@uh1 rE@ui2");
    let wanted = [
        "ua1uc3,ub2ud4",
        "ua1uc3,ub2ud4,uc3ue5",
        "ua1uc3,ub2ud4,uc3ue5,ud4uf6",
        "ua1uc3,ub2ud4,uc3ue5,uh1uj3",
        "ua1uc3,ub2ud4,uh1uj3",
        "ua1uc3,uh1uj3",
    ];
    assert_eq!(table.charges(), wanted);
}

#[test]
fn a_reader_accepts_every_legal_sequence() {
    let table = field("rE@ua1 rE@ub2 rE@uh1 rE@ui2");
    for (text, canonical) in [
        ("ua1uc3,uh1uj3", "ua1uc3,uh1uj3"),
        ("uh1uj3,ua1uc3", "ua1uc3,uh1uj3"),
        ("uh1uj3,ua1uc3,ub2ud4", "ua1uc3,ub2ud4,uh1uj3"),
        ("ua1uc3,uh1uj3,ub2ud4,uc3ue5", "ua1uc3,ub2ud4,uc3ue5,uh1uj3"),
    ] {
        assert_eq!(table.spelt(text).as_deref(), Some(canonical), "{text}");
    }
    let (one, other) = (table.fen(), table.play("uh1uj3,ua1uc3").fen());
    let again = field("rE@ua1 rE@ub2 rE@uh1 rE@ui2").play("ua1uc3,uh1uj3").fen();
    assert_ne!(one, other);
    assert_eq!(other, again);
}

#[test]
fn a_reader_refuses_sequences_with_a_leap_that_is_not_allowed() {
    let table = field("rE@ua1 rE@ub2 rE@ug1 oE@uh2");
    for text in [
        "ub2ud4,ua1uc3",        // nothing under the first leap
        "ua1uc3,ug1ui3",        // over an enemy's Elephant
        "ua1uc3,uc3ua1,ug1ue3", // back to where it began
        "ua1uc3,uc3ua1",
        "ua1uc3,",
        "ua1uc3,ub2ud4,",
        "ua1uc3 ub2ud4",
        "ua1uc3,ub2ub4",
    ] {
        assert!(table.spelt(text).is_none(), "{text}");
    }
}

#[test]
fn no_position_may_repeat_within_a_charge() {
    // e5-g7, g7-e5 is back at the start, so nothing may follow.
    let table = field("rE@ue5 rE@uf6 rE@ug5");
    assert!(table.spelt("ue5ug7,ug7ue5,ug5ue7").is_none());
}

#[test]
fn a_charge_that_leads_to_the_placement_of_an_ordinary_move_is_that_move() {
    // Three leaps that amount to g5-e7.
    let table = field("rE@ue5 rE@uf6 rE@ug5");
    assert_eq!(table.spelt("ue5ug7,ug5ue7,ug7ue5").as_deref(), Some("ug5ue7"));
    // Two leaps that amount to an Enlightened move round the Guru c1.
    let table = field("rE@ua3 rE@ub4 rE@ud4 rG@uc1");
    assert!(table.allows("ua3ue3") && !table.allows("ua3uc5,uc5ue3"));
    assert_eq!(table.spelt("ua3uc5,uc5ue3").as_deref(), Some("ua3ue3"));
    // With a capture on the way or at the end it is another placement.
    let table = field("rE@ua3 rE@ub4 rE@ud4 rG@uc1 oN@uc5");
    assert!(table.allows("ua3ue3") && table.allows("ua3uc5,uc5ue3"));
    let table = table.play("ua3uc5,uc5ue3");
    assert_eq!((table.all_on("ua3 uc5 ue3"), table.counters()), ("- - rE".into(), "0 1".into()));
    let table = field("rE@ua3 rE@ub4 rE@ud4 rG@uc1 oN@ue3");
    assert!(!table.allows("ua3ue3") && table.allows("ua3uc5,uc5ue3"));
}

#[test]
fn a_charge_captures_what_its_leaps_meet() {
    let table = field("rE@ua1 rE@ub2 oN@uc3 gF@ud4");
    assert!(table.allows("ua1uc3,ub2ud4"));
    let table = table.play("ua1uc3,ub2ud4");
    assert_eq!(table.all_on("ua1 ub2 uc3 ud4"), "- - rE rE");
    assert_eq!(table.counters(), "0 1");
}

#[test]
fn a_charge_does_not_leap_onto_own_pieces() {
    assert_eq!(field("rE@ua1 rE@ub2 rN@uc3").charges(), [] as [&str; 0]);
    assert_eq!(field("rE@ua1 rE@ub2 rN@ud4").charges(), [] as [&str; 0]);
}

#[test]
fn wilfuls_neither_charge_nor_are_charged_over() {
    assert_eq!(field("rE@ua1 rWf@ub2").charges(), [] as [&str; 0]);
    assert_eq!(field("rWf@ua1 rE@ub2").charges(), [] as [&str; 0]);
}

#[test]
fn only_leaps_over_ones_own_elephant_count() {
    assert_eq!(field("rE@ua1 oE@ub2").charges(), [] as [&str; 0]);
    assert_eq!(field("rE@ua1 rN@ub2").charges(), [] as [&str; 0]);
    // An ordinary leap cannot begin a charge nor follow in one.
    let table = field("rE@ua1 rE@ub2 rE@uh1");
    assert!(table.spelt("uh1uf3,ua1uc3").is_none() && table.spelt("ua1uc3,uh1uf3").is_none());
}

#[test]
fn no_king_may_be_in_check_before_a_charge() {
    // Orange's Ferz beside the King of red, of green and of blue: nobody charges.
    for ferz in ["lb2", "li9", "lb9"] {
        let table = field(&format!("rE@ua1 rE@ub2 oF@{ferz}"));
        assert_eq!(table.charges(), [] as [&str; 0], "{ferz}");
        assert!(table.spelt("ua1uc3,ub2ud4").is_none());
    }
    // Beside orange's own King it does no harm.
    assert_eq!(field("rE@ua1 rE@ub2 oF@li2").charges().len(), 3);
}

#[test]
fn no_king_may_be_in_check_after_any_leap_of_a_charge() {
    // c3 attacks green's King e5: the charge may not even pass there, a single leap may.
    let kings = "rK@la1 oK@lj1 gK@ue5 bK@la10";
    let table = set("guru", &format!("{kings} rE@ua1 rE@ub2 rE@ub4"), "r rogb - - 0 1");
    assert_eq!(table.charges(), [] as [&str; 0]);
    assert!(table.allows("ua1uc3") && table.spelt("ua1uc3,uc3ua5").is_none());
    let free = field("rE@ua1 rE@ub2 rE@ub4");
    assert!(free.allows("ua1uc3,uc3ua5") && free.charges().len() == 10);
}

#[test]
fn the_last_leap_of_a_charge_may_not_give_check() {
    // d4 attacks green's King f6.
    let table = set("guru", "rK@la1 oK@lj1 gK@uf6 bK@la10 rE@ua1 rE@ub2", "r rogb - - 0 1");
    assert_eq!(table.charges(), [] as [&str; 0]);
    // e5 attacks g7, where only the longer charges put an Elephant.
    let table = set("guru", "rK@la1 oK@lj1 gK@ug7 bK@la10 rE@ua1 rE@ub2", "r rogb - - 0 1");
    assert_eq!(table.charges(), ["ua1uc3,ub2ud4"]);
}

#[test]
fn the_own_king_may_not_be_uncovered_within_a_charge() {
    // b2 stands between red's King and orange's rook.
    let kings = "rK@ub1 oK@lj1 gK@lj10 bK@la10";
    let with = set("guru", &format!("{kings} rE@ub2 rE@uc3 oR@ub9"), "r rogb - - 0 1");
    assert_eq!(with.charges(), [] as [&str; 0]);
    let without = set("guru", &format!("{kings} rE@ub2 rE@uc3"), "r rogb - - 0 1");
    assert!(without.allows("ub2ud4,uc3ue5"));
}

#[test]
fn a_leap_may_not_uncover_a_check_between_others() {
    // b2 stands between green's rook and blue's King.
    let table =
        set("guru", "rK@la1 oK@lj1 gK@lj10 bK@uf2 gR@ub9 gR@ua2 rE@ub2 rE@ua1", "r rogb - - 0 1");
    assert!(table.allows("ub2ud4"));
    assert!(table.spelt("ua1uc3,ub2ud4").is_none());
}

#[test]
fn after_a_charge_no_earlier_mover_has_precedence() {
    // Red's rook a5 moved, but before the charge; so e9, first in cell order, delivers.
    let pieces = "rK@lj1 rR@ue9 gN@ue7 oK@ue5 oF@lb1 bN@uc5 gK@uj7 bK@la8 rR@ua4 rE@lf1 rE@lg2";
    let table = set("guru", pieces, "r rogb - - 0 1");
    let table = table.play("ua4ua5 lb1lc2 uj7uj8 la8la9 lf1lh3,lg2li4 lc2lb1 ue7uf9 uc5ub3");
    assert_eq!((table.players(), table.all_on("ue9 ua5")), ("rgb".into(), "rVr rR".into()));
}

// Checkmate, as in `aof3`.

/// Red's piece on e5 checkmates green's King on a cell that it attacks: what stands on e5 and a1
/// then.
#[track_caller]
fn delivered_by(symbol: &str, green: &str) -> String {
    let pieces = format!("rK@ua1 oK@lj2 gK@{green} bK@lb9 oN@uj9 gN@ub8 r{symbol}@ue5");
    let table = set("guru", &pieces, "r rogb - - 9 1");
    assert_eq!((table.players(), table.turn()), ("rob".into(), "r".into()));
    assert_eq!(table.all_on(&format!("{green} ub8 uj9")), "- - oN");
    assert_eq!((table.state(), table.counters()), ("ongoing".into(), "0 1".into()));
    table.all_on("ue5 ua1")
}

#[test]
fn the_king_becomes_an_emperor_and_the_delivering_piece_is_promoted() {
    for (symbol, green, promoted) in [
        ("R", "ue9", "Vr"),
        ("N", "uf7", "Cv"),
        ("E", "ug7", "Wf"),
        ("F", "uf6", "Ba"),
        ("G", "ui6", "Ig"),
        ("P", "uf6", "Ad"),
        ("P", "le6", "Ad"),
    ] {
        assert_eq!(delivered_by(symbol, green), format!("r{promoted} rEm"), "{symbol}");
    }
}

#[test]
fn promotees_stay_as_they_are() {
    // All of them step by root 3.
    for symbol in ["Vr", "Cv", "Wf", "Ba", "Ig", "Ad"] {
        assert_eq!(delivered_by(symbol, "lf6"), format!("r{symbol} rEm"), "{symbol}");
    }
}

#[test]
fn a_promotee_that_delivers_among_three_wins_at_once() {
    let table = set("guru", "rK@ua1 rVr@ue5 oK@lj2 gK@ue9", "r rog - - 0 1");
    assert_eq!(table.state(), "result r:1,o:2,g:3,b:4 promotee-mate");
    let table = set("guru", "rEm@ue5 oK@lj2 gK@lf6", "r rog - - 0 1");
    assert_eq!(table.state(), "result r:1,o:2,g:3,b:4 promotee-mate");
    let table = set("guru", "rK@ua1 rR@ue5 oK@lj2 gK@ue9", "r rog - - 0 1");
    assert_eq!(table.state(), "ongoing");
    let table = set("guru", "rK@ua1 rVr@ue5 oK@lj2 gK@ue9 bK@lb9", "r rogb - - 0 1");
    assert_eq!(table.state(), "ongoing");
}

#[test]
fn otherwise_the_last_player_left_wins() {
    let table = set("guru", "rK@ua1 rVr@ue5 gK@ue9", "r rg - - 0 1");
    assert_eq!(table.state(), "result r:1,o:3.5,g:2,b:3.5 last-player");
}

// Teams: red and green against orange and blue.

/// A team game with the four Kings and more pieces.
#[track_caller]
fn teams(pieces: &str, rest: &str) -> Table {
    set("guru-teams", &format!("{KINGS} {pieces}"), rest)
}

#[test]
fn allied_pieces_block_like_ones_own() {
    let table = teams("rR@ue5 gN@ue7 oN@ug5 rN@uc5", "r rogb - - 0 1");
    table.check("ue5", "ue6 ud5 uf5 ug5 ue4 ue3 ue2 ue1 le5");
    let table = teams("bR@ue5 oN@ue7 gN@ug5 bN@uc5", "b rogb - - 0 1");
    table.check("ue5", "ue6 ud5 uf5 ug5 ue4 ue3 ue2 ue1 le5");
}

#[test]
fn an_allys_attack_is_no_check_and_checkmates_nobody() {
    let table = teams("rR@ui5", "r rogb - - 0 1");
    assert_eq!(table.players(), "rogb");
    // Nor does it restrain the ally's King: green may stay, and step along the line.
    let table = teams("rR@ui5", "g rogb - - 0 1");
    assert!(table.allows("ui10ui9"));
    assert_eq!(table.play("ui10ui9 lb9la9").players(), "rogb");
}

#[test]
fn kings_of_allies_may_stand_side_by_side() {
    let table = |id| set(id, "rK@ue5 gK@ug5 oK@lj2 bK@lb9", "r rogb - - 0 1");
    assert!(table("guru-teams").allows("ue5uf5") && !table("guru").allows("ue5uf5"));
}

#[test]
fn an_enemys_attack_is() {
    assert_eq!(teams("oR@ui5", "o rogb - - 0 1").players(), "rob");
    assert!(!teams("oR@uh5", "g rogb - - 0 1").allows("ui10uh10"));
}

#[test]
fn the_enlightened_move_needs_a_guru_of_ones_own() {
    let kings = "oK@lj2 gK@ui10 bK@lb9";
    let ally = set("guru-teams", &format!("{kings} gG@ue5 rK@uf5"), "r rogb - - 0 1");
    assert!(!ally.allows("uf5ud5"));
    let own = set("guru-teams", &format!("{kings} rG@ue5 rK@uf5"), "r rogb - - 0 1");
    assert!(own.allows("uf5ud5"));
}

#[test]
fn a_charge_needs_ones_own_elephants() {
    let table =
        |pieces: &str| set("guru-teams", &format!("{LOWER_KINGS} {pieces}"), "r rogb - - 0 1");
    assert_eq!(table("rE@ua1 gE@ub2").charges(), [] as [&str; 0]);
    assert_eq!(table("rE@ua1 rE@ub2").charges().len(), 3);
    assert_eq!(table("rE@ua1 rE@ub2 gN@uc3").charges(), [] as [&str; 0]);
}

#[test]
fn no_king_in_check_in_a_charge_means_by_an_enemy_of_that_king() {
    // A Ferz beside red's King.
    let table = |id: &str, ferz: &str| {
        set(id, &format!("{LOWER_KINGS} rE@ua1 rE@ub2 {ferz}@lb2"), "r rogb - - 0 1")
    };
    assert_eq!(table("guru", "gF").charges().len(), 0);
    assert_eq!(table("guru-teams", "gF").charges().len(), 3);
    assert_eq!(table("guru-teams", "oF").charges().len(), 0);
    // Orange's beside blue's.
    let table =
        |id: &str| set(id, &format!("{LOWER_KINGS} rE@ua1 rE@ub2 oF@lb9"), "r rogb - - 0 1");
    assert_eq!(table("guru").charges().len(), 0);
    assert_eq!(table("guru-teams").charges().len(), 3);
}

#[test]
fn play_goes_on_while_one_of_each_team_is_in() {
    let table = set("guru-teams", "rK@ua1 rVr@lj5 oK@lj2 gK@ui10 bK@lb9", "r rogb - - 0 1");
    assert_eq!((table.players(), table.state()), ("rgb".into(), "ongoing".into()));
    assert_eq!(table.all_on("ua1 lj5 lj2"), "rEm rVr -");
    // Green is next.
    assert_eq!(table.play("ua1ub1").turn(), "g");
}

#[test]
fn there_is_no_early_win_with_a_promoted_piece() {
    // Three left, red's Vicereine checkmates orange, and blue plays on.
    let table = set("guru-teams", "rK@ua1 rVr@lj5 oK@lj2 bK@lb9", "r rob - - 0 1");
    assert_eq!((table.players(), table.state()), ("rb".into(), "ongoing".into()));
}

#[test]
fn the_game_ends_when_both_players_of_a_team_are_out() {
    // Orange falls before blue.
    let table = set("guru-teams", "rK@ua1 rR@lj5 rR@lf9 oK@lj2 gK@ui10 bK@lb9", "r rogb - - 0 1");
    assert_eq!(table.state(), "result r:1,o:4,g:2,b:3 team-out");
    assert!(table.moves().is_empty());
    let utilities = [0, 1, 2, 3].map(|seat| table.outcome().utility(seat));
    assert_eq!(utilities, [1.0, 0.0, 1.0, 0.0]);
}

#[test]
fn the_winning_team_wins_whatever_its_survivors() {
    let table = set("guru-teams", "rK@ua1 rR@lj5 rR@lf9 oK@lj2 bK@lb9", "r rob - - 0 1");
    assert_eq!(table.state(), "result r:1,o:4,g:2,b:3 team-out");
    assert_eq!(table.outcome().utility(2), 1.0);
    // The other team: green fell before this string, red falls now.
    let table = set("guru-teams", "rK@lj5 oK@lj2 oR@lj9 bK@lb9", "o rob - - 0 1");
    assert_eq!(table.state(), "result r:3,o:1,g:4,b:2 team-out");
}

#[test]
fn whoever_gave_the_last_checkmate_is_first() {
    // Red fells orange; then red's knight opens the line of green's rook to blue's King.
    let pieces = "rR@lj5 gR@lf9 rN@ld9";
    let table = teams(pieces, "r rogb - - 0 1");
    assert_eq!(table.players(), "rgb");
    let table = table.play("ld9lc7");
    assert_eq!(table.state(), "result r:2,o:4,g:1,b:3 team-out");
}

#[test]
fn the_earlier_to_fall_of_the_losing_team_is_last() {
    // Blue falls at once, orange when green's knight leaves the file.
    let table = teams("rR@lf9 rR@lj7 gN@lj5 oF@la5", "r rogb - - 0 1");
    assert_eq!((table.players(), table.state()), ("rog".into(), "ongoing".into()));
    let table = table.play("ua1ub1 la5lb6 lj5lh6");
    assert_eq!(table.state(), "result r:1,o:3,g:2,b:4 team-out");
}

#[test]
fn draws_share_by_team() {
    let table = teams("", "r rogb - - 199 1").play("ua1ub1");
    assert_eq!(table.state(), "result r:2.5,o:2.5,g:2.5,b:2.5 move-count");
    assert_eq!([0, 1, 2, 3].map(|seat| table.outcome().utility(seat)), [0.5; 4]);
    // A fallen player's team shares in it too.
    let table = set("guru-teams", "rK@ua1 oK@lj2 bK@lb9", "r rob - - 199 1").play("ua1ub1");
    assert_eq!(table.state(), "result r:2.5,o:2.5,g:2.5,b:2.5 move-count");
}

#[test]
fn a_string_with_one_team_only_is_decided() {
    let table = set("guru-teams", "rK@ua1 gK@ui10", "g rg - - 0 1");
    assert_eq!(table.state(), "result r:2,o:3.5,g:1,b:3.5 team-out");
    assert!(table.moves().is_empty());
}
