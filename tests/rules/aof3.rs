//! Armies of Faith 3: Assimilation.

use super::{Table, set, support};
use simurgh::position::{Game, reach_on_empty_board};
use std::collections::{BTreeSet, HashMap};

/// Four Kings on their home cells, the middle level.
const KINGS: &str = "rK@ec3 oK@nl3 gK@jh3 bK@qa3";

/// A position with these Kings and more pieces.
#[track_caller]
fn kings(pieces: &str, rest: &str) -> Table {
    set("aof3", &format!("{KINGS} {pieces}"), rest)
}

/// The same with red to move.
#[track_caller]
fn red(pieces: &str) -> Table {
    kings(pieces, "r rogb - - 0 1")
}

// The board.

#[test]
fn cells_are_named_by_the_two_lines_of_their_column_and_the_level() {
    let board = &support::variant("aof3").board;
    let at = |name: &str| board.at(board.find(name).unwrap());
    assert_eq!(at("ec3"), [5, 3, 2]);
    assert_eq!((at("ra1"), at("da1"), at("nl5")), ([1, 0, 0], [4, 1, 0], [12, -4, 4]));
    assert_eq!((at("jh2"), at("rd1"), at("mi1")), ([8, -8, 1], [4, 0, 0], [9, -5, 0]));
    assert!(board.find("ce3").is_none());
}

#[test]
fn no_two_columns_share_a_name_though_six_letters_name_two_lines() {
    let board = &support::variant("aof3").board;
    let columns: Vec<&str> = board.layout()[0].iter().flatten().map(|&c| board.name(c)).collect();
    assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), 70);
    // The lengths of the lines of each letter, x before y.
    let mut lines: HashMap<char, Vec<usize>> = HashMap::new();
    for x in 1..=12 {
        let letter = (b'a' + x as u8 - 1) as char;
        let count = columns.iter().filter(|n| board.at(board.find(n).unwrap())[0] == x).count();
        lines.entry(letter).or_default().push(count);
    }
    for y in (-8..=3).rev() {
        let letter = if y > 0 { b'a' + y as u8 - 1 } else { b'r' - (-y) as u8 } as char;
        let count = columns.iter().filter(|n| board.at(board.find(n).unwrap())[1] == y).count();
        lines.entry(letter).or_default().push(count);
    }
    assert_eq!(lines.len(), 18);
    for (letter, lengths) in lines {
        let range = if "abcjkl".contains(letter) { 2..=4 } else { 8..=9 };
        assert_eq!(lengths.len(), if "abcjkl".contains(letter) { 2 } else { 1 }, "{letter}");
        assert!(lengths.iter().all(|n| range.contains(n)), "{letter}: {lengths:?}");
    }
}

#[test]
fn strings_go_by_level_then_x_then_y_descending() {
    let board = &support::variant("aof3").board;
    let names: Vec<&str> = board.cells().map(|c| board.name(c)).collect();
    assert_eq!(names[..8], ["ra1", "qa1", "rb1", "qb1", "pb1", "rc1", "qc1", "pc1"]);
    assert_eq!((names[69], names[70], names[349]), ("ml1", "ra2", "ml5"));
}

/// Whether a piece alone on the board goes from one cell to another.
fn reaches(symbol: &str, from: &str, to: &str) -> bool {
    let game = support::variant("aof3");
    let cell = |name| game.board.find(name).unwrap();
    let kind = game.kind(symbol, 0).unwrap();
    reach_on_empty_board(game, cell(from), 0, kind).contains(&cell(to))
}

const BARRED_DIAGONALS: [(&str, &str); 2] = [("da", "rc"), ("li", "mj")];
const BARRED_ROOT7: [(&str, &str); 8] = [
    ("da", "qc"),
    ("da", "rb"),
    ("db", "rc"),
    ("ea", "rc"),
    ("ki", "mj"),
    ("lh", "mj"),
    ("li", "mk"),
    ("li", "nj"),
];

#[test]
fn hex_diagonal_steps_at_the_notches_are_barred_on_every_level() {
    for (a, b) in BARRED_DIAGONALS.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        for level in 1..=5 {
            let (from, to) = (format!("{a}{level}"), format!("{b}{level}"));
            for symbol in ["U", "M", "Em", "Gv", "Po"] {
                assert!(!reaches(symbol, &from, &to), "{symbol} {from}{to}");
            }
        }
    }
    // Elsewhere they make that step.
    for symbol in ["U", "M", "Em", "Gv", "Po", "A", "Md"] {
        assert!(reaches(symbol, "da3", "eb3"), "{symbol}");
    }
}

#[test]
fn root_seven_leaps_at_the_notches_are_barred_flat_and_across_two_levels() {
    for (a, b) in BARRED_ROOT7.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        for from in 1..=5 {
            for to in 1..=5 {
                let (from, to) = (format!("{a}{from}"), format!("{b}{to}"));
                for symbol in ["S", "L"] {
                    assert!(!reaches(symbol, &from, &to), "{symbol} {from}{to}");
                }
            }
        }
    }
    assert!(reaches("S", "da3", "ec3") && reaches("L", "da3", "ec1"));
    // The promoted forms leap no further: only their Bishop could get there, and does not.
    assert!(!reaches("Sv", "da3", "qc3") && !reaches("Lv", "li1", "nj3"));
}

#[test]
fn riders_do_not_pass_the_notch() {
    // From eb = (5,2) along (-1,-1): da, and there the line ends.
    assert!(reaches("U", "eb3", "da3") && !reaches("U", "eb3", "rc3"));
    assert!(reaches("U", "qb3", "rc3") && !reaches("U", "qb3", "da3"));
    // A Simurgh whose first step is barred does not ride on from there either.
    assert!(!reaches("M", "da3", "rb3") && !reaches("M", "da3", "qb3"));
}

#[test]
fn curved_riders_reach_over_the_notch_only_the_long_way_round() {
    assert!(reaches("A", "da3", "rc3"));
    // Both rings that have da and rc side by side pass pd on the way.
    let table = red("rA@da3 rB@pd3");
    table.check("da3", "eb3 qe3 rf3 of3 ga3 pg3 qh3");
}

// Start.

#[test]
fn the_start_is_the_written_one() {
    assert_eq!(
        support::variant("aof3").start,
        "bA,bA/bS,bA,bS/bP,bP,bP,bP/rA,rS,rP,2,bP,2/rA,rA,rP,6/rS,rP,rP,5,gP/rP,5,gP,gP,gS/\
         6,gP,gA,gA/2,oP,2,gP,gS,gA/oP,oP,oP,oP/oS,oA,oS/oA,oA|\
         bE,bE/bR,bR,bR/bP,bP,bP,bP/rE,rR,rP,2,bP,2/rE,rR,rP,6/rR,rP,rP,5,gP/rP,5,gP,gP,gR/\
         6,gP,gR,gE/2,oP,2,gP,gR,gE/oP,oP,oP,oP/oR,oR,oR/oE,oE|\
         bM,bK/bB,1,bB/bP,bP,bP,bP/rM,rB,rP,5/rK,1,rP,6/rB,rP,6,gP/rP,6,gP,gB/6,gP,1,gK/\
         5,gP,gB,gM/oP,oP,oP,oP/oB,1,oB/oK,oM|\
         bC,bC/bN,1,bN/bP,bP,bP,bP/rC,rN,rP,2,bP,2/rC,1,rP,6/rN,rP,rP,5,gP/rP,5,gP,gP,gN/\
         6,gP,1,gC/2,oP,2,gP,gN,gC/oP,oP,oP,oP/oN,1,oN/oC,oC|\
         bU,bU/bL,bU,bL/bP,bP,bP,bP/rU,rL,rP,2,bP,2/rU,rU,rP,6/rL,rP,rP,5,gP/rP,5,gP,gP,gL/\
         6,gP,gU,gU/2,oP,2,gP,gL,gU/oP,oP,oP,oP/oL,oU,oL/oU,oU r rogb - - 0 1"
    );
}

#[test]
fn camps_follow_the_two_tables() {
    let table = Table(Game::start(support::variant("aof3")));
    let camps = [
        ('r', "ec", "dc", ["db", "fb"], "eb", ["da", "ea", "fa", "ga"], "rf"),
        ('o', "nl", "ml", ["mk", "ok"], "nk", ["mj", "nj", "oj", "pj"], "oi"),
        ('g', "jh", "ji", ["kg", "ki"], "kh", ["lf", "lg", "lh", "li"], "mg"),
        ('b', "qa", "ra", ["pb", "rb"], "qb", ["oc", "pc", "qc", "rc"], "pd"),
    ];
    // King column, Simurgh column, ends, centre, pawn row, extra column by level.
    let levels = [
        ["A", "A", "S", "A", "P", "P"],
        ["E", "E", "R", "R", "P", "P"],
        ["K", "M", "B", "", "P", ""],
        ["C", "C", "N", "", "P", "P"],
        ["U", "U", "L", "U", "P", "P"],
    ];
    for (player, king, simurgh, ends, centre, row, extra) in camps {
        for (level, [k, m, e, c, p, x]) in (1..).zip(levels) {
            let columns = [(king, k), (simurgh, m), (centre, c), (extra, x)].into_iter();
            let columns = columns.chain(ends.map(|column| (column, e)));
            for (column, symbol) in columns.chain(row.map(|column| (column, p))) {
                let token =
                    if symbol.is_empty() { "-".into() } else { format!("{player}{symbol}") };
                assert_eq!(table.on(&format!("{column}{level}")), token, "{column}{level}");
            }
        }
    }
    assert_eq!(table.field(0).matches(|c: char| c.is_ascii_uppercase()).count(), 4 * 47);
}

// Pieces.

#[test]
fn the_piece_table_has_its_order() {
    let mut symbols: Vec<&str> = support::variant("aof3").pieces.iter().map(|p| p.symbol).collect();
    symbols.dedup();
    assert_eq!(symbols.join(" "), "K R N C E L A S M U B P Em Cl Cr Gv Lv Md Po Pr Q Sv");
}

#[test]
fn king_steps_in_twenty_directions() {
    let table = set("aof3", "rK@oh3 oK@nl3 gK@jh3 bK@qa3", "r rogb - - 0 1");
    table.check(
        "oh3",
        "pg3 og3 ph3 nh3 oi3 ni3 oh2 oh4 pg2 og2 ph2 nh2 oi2 ni2 pg4 og4 ph4 nh4 oi4 ni4",
    );
}

#[test]
fn an_emperor_steps_along_hex_diagonals_besides() {
    let table = set("aof3", "rEm@oh3 oK@nl3 gK@jh3 bK@qa3", "r rogb - - 0 1");
    table.check(
        "oh3",
        "pg3 og3 ph3 nh3 oi3 ni3 oh2 oh4 pg2 og2 ph2 nh2 oi2 ni2 pg4 og4 ph4 nh4 oi4 ni4 \
         pf3 qg3 ng3 pi3 mi3 nj3",
    );
}

#[test]
fn knight_camel_and_elephant_combine_orthogonals_and_levels() {
    // ec = (5,3): the orthogonals (0,-1), (1,-1) and (-1,0) stay on the board the furthest.
    let table = set("aof3", "rK@oh1 oK@nl3 gK@jh3 bK@qa3 rN@ec3", "r rogb - - 0 1");
    table.check("ec3", "ea2 ea4 ga2 ga4 eb1 eb5 fb1 fb5 dc1 dc5");
    let table = set("aof3", "rK@oh1 oK@nl3 gK@jh3 bK@qa3 rC@ec3", "r rogb - - 0 1");
    table.check("ec3", "re2 re4 rh2 rh4");
    red("rE@oh3").check("oh3", "qf1 of1 qh1 mh1 oj1 mj1 qf5 of5 qh5 mh5 oj5 mj5");
}

#[test]
fn a_rabbi_is_curved_on_hex_diagonals() {
    red("rA@oh1").check("oh1", "qd1 re1 oe1 fa1 pf1 mf1 qg1 ng1 rh1 lh1 pi1 mi1 nj1 ok1 ml1");
}

#[test]
fn a_rabbi_walks_through_empty_cells_and_captures_where_it_stops() {
    // The ring oh pi rh fa re pf round qg: fa, half way, is lost only if both ways are closed.
    assert!(red("rA@oh1 oN@rh1 rN@qg1").allows("oh1fa1"));
    let table = red("rA@oh1 oN@rh1 rN@pf1");
    assert!(table.allows("oh1rh1") && !table.allows("oh1fa1") && !table.allows("oh1pf1"));
}
#[test]
fn a_sennight_and_an_elf_leap() {
    let wall = "rB@pg3 rB@og3 rB@ph3 rB@nh3 rB@oi3 rB@ni3 rB@oh2 rB@oh4";
    red(&format!("rS@oh3 {wall}")).check("oh3", "qe3 pe3 rf3 nf3 rg3 mg3 qi3 li3 pj3 nk3 mk3");
}

#[test]
fn a_simurgh_may_stop_on_the_first_cell() {
    // From ra = (1,0) by pb = (2,-2) on along (1,-1) and (0,-1), by qc = (3,-1) on along (1,0)
    // and (1,-1).
    let table = red("rM@ra1");
    table.check(
        "ra1",
        "pb1 oc1 nd1 me1 lf1 kg1 jh1 qc1 qd1 qe1 qf1 qg1 qh1 qi1 pd1 oe1 nf1 mg1 lh1 ki1",
    );
}

#[test]
fn a_simurgh_rides_on_only_over_an_empty_first_cell() {
    let table = red("rM@ra1 oN@pb1");
    table.check("ra1", "pb1 qc1 qd1 qe1 qf1 qg1 qh1 qi1 pd1 oe1 nf1 mg1 lh1 ki1");
    let table = red("rM@ra1 rN@qc1");
    table.check("ra1", "pb1 oc1 nd1 me1 lf1 kg1 jh1");
}

#[test]
fn a_simurgh_captures_and_is_blocked_on_its_second_leg() {
    let table = red("rM@ra1 oN@pd1 rN@nd1");
    table.check("ra1", "pb1 oc1 qc1 qd1 qe1 qf1 qg1 qh1 qi1 pd1");
}

#[test]
fn promoted_pieces_add_the_bishop() {
    let crowd = "oN@og2 oN@qf5 rN@ph4 oN@nf3 oN@ng3 rN@pg3";
    let of = |symbol: &str| red(&format!("r{symbol}@oh3 {crowd}")).targets("oh3");
    let bishop = of("B");
    for (promoted, plain) in
        [("Cl", "C"), ("Cr", "N"), ("Gv", "U"), ("Lv", "L"), ("Md", "A"), ("Q", "R"), ("Sv", "S")]
    {
        assert_eq!(of(promoted), &bishop | &of(plain), "{promoted}");
    }
    // Pope: one step u, v or h; Primate: one step u or v; pg holds an own piece.
    let primate = &bishop | &super::words("og3 ph3 nh3 oi3 ni3 oh2 oh4");
    assert_eq!(of("Pr"), primate);
    assert_eq!(of("Po"), &primate | &super::words("pf3 qg3 ng3 pi3 mi3 nj3"));
}

#[test]
fn a_rabbis_check_on_both_ways_round_is_answered_by_capture_only() {
    // fa lies opposite oh on the ring oh pi rh fa re pf.
    let kings = "rK@oh1 oK@nl3 gK@jh3 bK@qa3";
    let table = set("aof3", &format!("{kings} gA@fa1 rR@fa3"), "r rogb - - 0 1");
    table.check("fa3", "fa1");
    // One way closed, the other way still gives check.
    let table = set("aof3", &format!("{kings} gA@fa1 rR@rh4 rN@pf1"), "r rogb - - 0 1");
    table.check("rh4", "rh1");
}

#[test]
fn pieces_on_both_ways_round_are_pinned_to_them() {
    let kings = "rK@oh1 oK@nl3 gK@jh3 bK@qa3";
    let table = set("aof3", &format!("{kings} gA@fa1 rU@rh1 rN@pf1"), "r rogb - - 0 1");
    table.check("rh1", "pi1 fa1").check("pf1", "");
    // A second piece on the way sets the first free.
    let table = set("aof3", &format!("{kings} gA@fa1 rU@rh1 rN@pf1 oN@re1"), "r rogb - - 0 1");
    assert!(!table.targets("pf1").is_empty());
    table.check("rh1", "pi1 fa1");
}

#[test]
fn a_simurghs_check_is_answered_on_either_leg() {
    // From ra by pb along oc and nd to me.
    let kings = "rK@me1 oK@nl3 gK@jh3 bK@qa3 gM@ra1";
    set("aof3", &format!("{kings} rR@oc5"), "r rogb - - 0 1").check("oc5", "oc1");
    set("aof3", &format!("{kings} rR@pb5"), "r rogb - - 0 1").check("pb5", "pb1");
    set("aof3", &format!("{kings} rR@ra5"), "r rogb - - 0 1").check("ra5", "ra1");
    // A piece at the bend is pinned; this one may capture back along the diagonal.
    set("aof3", &format!("{kings} rU@pb1"), "r rogb - - 0 1").check("pb1", "ra1");
    set("aof3", &format!("{kings} rN@pb1"), "r rogb - - 0 1").check("pb1", "");
}

// Pawns.

#[test]
fn pawns_step_along_their_two_forward_directions() {
    red("rP@oh3").check("oh3", "nh3 ni3");
    kings("oP@oh3", "o rogb - - 0 1").check("oh3", "og3 pg3");
    kings("gP@oh3", "g rogb - - 0 1").check("oh3", "ph3 pg3");
    kings("bP@oh3", "b rogb - - 0 1").check("oh3", &with_promotions("oi3 ni3"));
}

#[test]
fn pawns_capture_forward_with_a_change_of_level_only() {
    let table = red("rP@of3 gN@nf2 gN@nf4 gN@ng2 gN@ng4 gN@nf3 gN@of2 gN@oe3");
    table.check("of3", "ng3 nf2 nf4 ng2 ng4");
}

#[test]
fn pawns_of_the_pawn_row_may_step_twice_along_the_same_direction() {
    red("rP@da3").check("da3", "rd3 qd3 re3 qf3");
    kings("oP@nj3", "o rogb - - 0 1").check("nj3", "ni3 nh3 oi3 ph3");
    kings("gP@lg1", "g rogb - - 0 1").check("lg1", "mg1 ng1 mf1 ne1");
    kings("bP@oc5", "b rogb - - 0 1").check("oc5", "od5 oe5 nd5 me5");
}

#[test]
fn both_cells_of_a_double_step_must_be_empty() {
    red("rP@da3 oN@rd3").check("da3", "re3 qf3");
    red("rP@da3 oN@qd3 rN@qf3").check("da3", "rd3 re3");
    red("rP@da3 rN@rd3 rN@re3").check("da3", "");
}

#[test]
fn pawns_of_the_extra_column_step_once() {
    red("rP@rf1").check("rf1", "qf1 qg1");
    kings("oP@oi1", "o rogb - - 0 1").check("oi1", "oh1 ph1");
    kings("gP@mg1", "g rogb - - 0 1").check("mg1", "ng1 nf1");
    kings("bP@pd1", "b rogb - - 0 1").check("pd1", "pe1 oe1");
}

// En passant. Red's pawn steps da3-qd3 over rd3. Orange captures there from re and qe, green from
// qd and qe, blue from rc, each from the level above or below.

const PASSING: &str = "rP@da3 oP@re4 gP@qd2 bP@rc4";

#[test]
fn a_double_step_opens_a_right_until_its_owners_next_turn() {
    let table = red(PASSING).play("da3qd3");
    assert_eq!(table.en_passant(), "rd3qd3");
    assert!(table.allows("re4rd3"));
    let table = table.play("nl3ml3");
    assert_eq!(table.en_passant(), "rd3qd3");
    assert!(table.allows("qd2rd3"));
    let table = table.play("jh3ji3");
    assert_eq!(table.en_passant(), "rd3qd3");
    assert!(table.allows("rc4rd3"));
    let table = table.play("qa3ra3");
    assert_eq!((table.turn(), table.en_passant()), ("r".into(), "-".into()));
    let table = table.play("ec3dc3");
    assert!(!table.allows("re4rd3"));
}

#[test]
fn the_capture_moves_onto_the_skipped_cell_and_removes_the_pawn() {
    let table = red(PASSING).play("da3qd3 re4rd3");
    assert_eq!(table.all_on("da3 rd3 qd3 re4"), "- oP - -");
    assert_eq!((table.en_passant(), table.counters()), ("-".into(), "0 1".into()));
}

#[test]
fn the_right_is_listed_whether_or_not_someone_can_use_it() {
    assert_eq!(red("rP@ga5").play("ga5qi5").en_passant(), "rh5qi5");
    // A single step opens none.
    assert_eq!(red("rP@ga5").play("ga5rh5").en_passant(), "-");
}

#[test]
fn only_pawns_capture_en_passant() {
    let table = red("rP@da3 oB@re4").play("da3qd3");
    assert!(table.allows("re4rd3"), "the Bishop steps there");
    assert_eq!(table.play("re4rd3").on("qd3"), "rP");
}

#[test]
fn several_rights_may_be_open_and_are_listed_in_cell_order_of_the_skipped_cell() {
    let pieces = "rP@ga3 oP@nj1 gP@lg1 bP@pc3";
    let table = kings(pieces, "b rogb - - 0 1").play("pc3pe3 ga3qi3");
    assert_eq!(table.en_passant(), "pd3pe3,rh3qi3");
    let table = table.play("nj1nh1");
    assert_eq!(table.en_passant(), "ni1nh1,pd3pe3,rh3qi3");
    // Green steps too; then blue's own right ends with blue's turn.
    let table = table.play("lg1ne1");
    assert_eq!(table.en_passant(), "mf1ne1,ni1nh1,rh3qi3");
    assert_eq!(table.play("qa3ra3").en_passant(), "mf1ne1,ni1nh1");
}

#[test]
fn red_and_blue_capture_each_other_en_passant_only_on_column_rd() {
    // Blue takes red's pawn on rd but not on re, where orange may.
    let table = red("rP@da3 bP@rc4").play("da3qd3 nl3ml3 jh3ji3");
    assert!(table.allows("rc4rd3"));
    let table = red("rP@ea3 bP@rd4 oP@qf4").play("ea3qe3");
    assert!(table.allows("qf4re3"));
    let table = table.play("nl3ml3 jh3ji3");
    assert_eq!(table.en_passant(), "re3qe3");
    // It may take the pawn where that stands.
    table.check("rd4", "re4 qe4 qe3");
    // Red takes blue's pawn on rd but not on pd, where orange and green may.
    let table = kings("bP@rc3 rP@da4", "b rogb - - 0 1").play("rc3re3");
    assert!(table.allows("da4rd3"));
    let table = kings("bP@pc3 rP@qd4 oP@pe4 gP@od4", "b rogb - - 0 1").play("pc3pe3");
    assert!(!table.allows("qd4pd3"));
    let table = table.play("ec3dc3");
    assert!(table.allows("pe4pd3"));
    assert!(table.play("nl3ml3").allows("od4pd3"));
}

#[test]
fn orange_and_green_capture_each_other_en_passant_only_on_column_mi() {
    let table = kings("oP@mj3 gP@li4", "o rogb - - 0 1").play("mj3mh3");
    assert!(table.allows("li4mi3"));
    let table = kings("oP@nj3 gP@mi4 rP@oi4 bP@oh4", "o rogb - - 0 1").play("nj3nh3");
    assert_eq!(table.en_passant(), "ni3nh3");
    assert!(!table.allows("mi4ni3"));
    let table = table.play("jh3ji3");
    assert!(table.allows("oh4ni3"));
    assert!(table.play("qa3ra3").allows("oi4ni3"));
    let table = kings("gP@li3 oP@mj4", "g rogb - - 0 1").play("li3ni3 qa3ra3 ec3dc3");
    assert!(table.allows("mj4mi3"));
    let table = kings("gP@lg3 oP@mh4 rP@nf4", "g rogb - - 0 1").play("lg3ng3 qa3ra3");
    assert!(table.allows("nf4mg3"));
    let table = table.play("ec3dc3");
    assert!(!table.allows("mh4mg3"));
}

#[test]
fn the_right_stays_listed_while_another_piece_stands_on_the_skipped_cell() {
    // A capture there takes that piece, not the pawn.
    let table = red(&format!("{PASSING} oN@rf2")).play("da3qd3 rf2rd3");
    assert_eq!((table.en_passant(), table.on("rd3")), ("rd3qd3".into(), "oN".into()));
    let table = table.play("qd2rd3");
    assert_eq!(table.all_on("rd3 qd3"), "gP rP");
    assert_eq!(table.en_passant(), "rd3qd3");
    let table = table.play("rc4rd3");
    assert_eq!(table.all_on("rd3 qd3"), "bP rP");
    assert_eq!(table.en_passant(), "-");
}

#[test]
fn the_right_can_be_used_again_when_the_skipped_cell_empties() {
    // Orange's knight on rd3 leaves the board with its fallen owner: green's knight uncovers
    // orange's King to blue's rook.
    let pieces = "rK@ec3 oK@rh2 gK@jh3 bK@qa3 rP@da3 bP@rc4 oN@re5 bR@re2 gN@rg2";
    let table = set("aof3", pieces, "r rogb - - 0 1").play("da3qd3 re5rd3 rg2qg4");
    assert_eq!((table.players(), table.turn()), ("rgb".into(), "b".into()));
    assert_eq!((table.en_passant(), table.on("rd3")), ("rd3qd3".into(), "-".into()));
    assert_eq!(table.play("rc4rd3").all_on("rd3 qd3"), "bP -");
}

#[test]
fn the_right_ends_when_the_pawn_is_captured() {
    let table = red(&format!("{PASSING} oR@qf3")).play("da3qd3 qf3qd3");
    assert_eq!(table.en_passant(), "-");
    assert!(!table.allows("qd2rd3"));
}

#[test]
fn the_right_ends_when_its_owner_falls() {
    // Red's knight uncovers blue's King to orange's rook.
    let pieces = "rK@ec3 oK@nl3 gK@jh3 bK@ra5 bP@pc3 rN@rd5 oR@rf5";
    let table = set("aof3", pieces, "b rogb - - 0 1").play("pc3pe3");
    assert_eq!(table.en_passant(), "pd3pe3");
    let table = table.play("rd5qe3");
    assert_eq!((table.players(), table.en_passant()), ("rog".into(), "-".into()));
}

#[test]
fn two_pawns_that_skipped_the_same_cell_both_fall() {
    // Blue's pawn passed rd3 along (1,0), red's along (0,-1).
    let table = kings("bP@rc3 rP@da3 oP@re4 gP@qd4", "b rogb - - 0 1").play("rc3re3 da3qd3");
    assert_eq!(table.en_passant(), "rd3qd3,rd3re3");
    let after = table.play("re4rd3");
    assert_eq!(after.all_on("rd3 qd3 re3"), "oP - -");
    assert_eq!(after.en_passant(), "-");
}

// In the next two tests red's and blue's rights on the same cell are separated by the third
// player's in turn order. Where two ways of moving lead to the same result, they are one move.

#[test]
fn orange_captures_en_passant_once_though_three_rights_are_open() {
    // Blue and red skip rd3, green skips mi3; `moves` fails on a move that is listed twice.
    let table = kings("rP@da3 bP@rc3 gP@li3 oP@re4 oP@mj4", "g rogb - - 0 1");
    let table = table.play("li3ni3 rc3re3 da3qd3");
    assert_eq!(table.en_passant(), "rd3qd3,rd3re3,mi3ni3");
    assert!(table.allows("re4rd3") && table.allows("mj4mi3"));
}

#[test]
fn green_captures_en_passant_once_though_three_rights_are_open() {
    // Blue and red skip rd3, orange skips mi3.
    let table = kings("rP@da3 bP@rc3 oP@mj3 gP@qd4 gP@li4", "b rogb - - 0 1");
    let table = table.play("rc3re3 da3qd3 mj3mh3");
    assert_eq!(table.en_passant(), "rd3qd3,rd3re3,mi3mh3");
    assert!(table.allows("qd4rd3") && table.allows("li4mi3"));
}

#[test]
fn en_passant_may_not_uncover_the_own_king() {
    // The captured pawn stood between green's rook and orange's King.
    let pieces = "rK@ec3 oK@qf3 gK@jh3 bK@qa1 rP@da3 oP@re4 gR@qb3";
    let table = set("aof3", pieces, "r rogb - - 0 1").play("da3qd3");
    assert_eq!(table.en_passant(), "rd3qd3");
    assert!(!table.allows("re4rd3"));
}

#[test]
fn a_pawn_that_stepped_twice_may_be_captured_where_it_stands() {
    let table = red("rP@da3 oP@qe4").play("da3qd3");
    assert!(table.allows("qe4qd3") && table.allows("qe4rd3"));
    assert_eq!(table.play("qe4qd3").all_on("qd3 rd3"), "oP -");
}

// Promotion.

const CHOICES: [&str; 10] = ["R", "N", "C", "E", "L", "A", "S", "M", "U", "B"];

/// Every cell of a list with each promotion.
fn promotions(cells: &str) -> String {
    let cells = cells.split_whitespace();
    let texts = cells.flat_map(|cell| CHOICES.map(|symbol| format!("{cell}={symbol}")));
    texts.collect::<Vec<_>>().join(" ")
}

/// Every cell of a list without and with promotion.
fn with_promotions(cells: &str) -> String {
    format!("{cells} {}", promotions(cells))
}

#[test]
fn a_pawn_whose_move_ends_in_its_zone_may_promote() {
    // Red: y <= -5. From nh = (8,-4) to mh and mi.
    red("rP@nh3").check("nh3", &with_promotions("mh3 mi3"));
    red("rP@oh3").check("oh3", "nh3 ni3");
    // Orange: x <= 4. Green: y >= 0. Blue: x >= 9.
    kings("oP@qe3", "o rogb - - 0 1").check("qe3", &with_promotions("qd3 rd3"));
    kings("oP@qf3", "o rogb - - 0 1").check("qf3", "qe3 re3");
    kings("gP@qf3", "g rogb - - 0 1").check("qf3", &with_promotions("rf3 re3"));
    kings("gP@pf3", "g rogb - - 0 1").check("pf3", "qf3 qe3");
    kings("bP@oh3", "b rogb - - 0 1").check("oh3", &with_promotions("oi3 ni3"));
    kings("bP@og3", "b rogb - - 0 1").check("og3", "oh3 nh3");
}

#[test]
fn it_must_promote_where_both_forward_directions_end() {
    // Red from ni = (9,-4): mi leads on to li, mj = (10,-5) nowhere.
    let table = red("rP@ni3");
    table.check("ni3", &format!("{} {}", with_promotions("mi3"), promotions("mj3")));
    // From kh to the last row.
    let table = set("aof3", "rK@ec3 oK@nl3 gK@lf1 bK@qa3 rP@kh3", "r rogb - - 0 1");
    table.check("kh3", &promotions("jh3 ji3"));
}

#[test]
fn a_pawn_that_stays_a_pawn_in_the_zone_may_promote_later() {
    let table = red("rP@nh3").play("nh3mi3 nl3ml3 jh3ji3 qa3ra3");
    assert_eq!(table.on("mi3"), "rP");
    table.check("mi3", &with_promotions("li3"));
    assert_eq!(table.play("mi3li3=M").on("li3"), "rM");
}

#[test]
fn captures_promote_too() {
    let table = red("rP@nh3 gN@mh4");
    table.check("nh3", &with_promotions("mh3 mi3 mh4"));
}

#[test]
fn an_en_passant_capture_that_ends_in_the_zone_may_promote() {
    // rd is in green's and in orange's zone, not in blue's.
    let table = red(PASSING).play("da3qd3");
    table.check("re4", &format!("{} {}", with_promotions("rd3 rd4"), promotions("da4")));
    let table = table.play("re4rd3=A");
    assert_eq!(table.all_on("rd3 qd3"), "oA -");
    let table = red("rP@da3 bP@rc4").play("da3qd3 nl3ml3 jh3ji3");
    // Blue may also take the pawn where it stands.
    table.check("rc4", "rd3 rd4 qd3 qd4 re4 pe4");
}

#[test]
fn there_is_no_castling() {
    let table = Table(Game::start(support::variant("aof3")));
    assert!(support::variant("aof3").rules.castling.is_empty());
    // Only steps of one cell from the King's place.
    table.check("ec3", "eb3 eb4");
}

// Checkmate.

#[test]
fn the_fallen_players_pieces_are_removed() {
    let table = kings("rR@kh3 gN@nd1 gP@oe4 oP@og1", "r rogb - - 5 1");
    assert_eq!(table.all_on("jh3 nd1 oe4 og1"), "- - - oP");
    assert_eq!(
        (table.players(), table.turn(), table.counters()),
        ("rob".into(), "r".into(), "0 1".into())
    );
}

/// Red's piece on oh3 checkmates green's King on a cell that it reaches; the others' Kings are
/// out of its way. What stands on oh3 and ec1 then.
#[track_caller]
fn delivered_by(symbol: &str, green: &str) -> String {
    let pieces = format!("rK@ec1 oK@nl1 gK@{green} bK@qa1 r{symbol}@oh3");
    let table = set("aof3", &pieces, "r rogb - - 0 1");
    assert_eq!((table.players(), table.state()), ("rob".into(), "ongoing".into()), "{symbol}");
    table.all_on("oh3 ec1")
}

#[test]
fn the_king_becomes_an_emperor_and_the_delivering_piece_is_promoted() {
    for (symbol, green, promoted) in [
        ("M", "pi3", "Q"),
        ("R", "lh3", "Q"),
        ("B", "qf5", "Po"),
        ("E", "qf5", "Pr"),
        ("P", "nh4", "Pr"),
        ("C", "rh4", "Cl"),
        ("N", "qf4", "Cr"),
        ("U", "pi3", "Gv"),
        ("L", "qe5", "Lv"),
        ("A", "pi3", "Md"),
        ("S", "qe3", "Sv"),
    ] {
        assert_eq!(delivered_by(symbol, green), format!("r{promoted} rEm"), "{symbol}");
    }
}

#[test]
fn promotees_stay_as_they_are() {
    // Each attacks from oh3 along a Bishop's line.
    for symbol in ["Cl", "Cr", "Gv", "Lv", "Md", "Po", "Pr", "Q", "Sv"] {
        assert_eq!(delivered_by(symbol, "pg4"), format!("r{symbol} rEm"), "{symbol}");
    }
}

#[test]
fn an_emperor_stays_an_emperor() {
    let table = set("aof3", "rEm@ec1 oK@nl1 gK@lh3 bK@qa1 rR@oh3", "r rogb - - 0 1");
    assert_eq!(table.all_on("oh3 ec1"), "rQ rEm");
    // It checkmates by itself over a hex diagonal, where a King does not reach it.
    let table = set("aof3", "rEm@oh3 oK@nl1 gK@pi3 bK@qa1", "r rogb - - 0 1");
    assert_eq!((table.players(), table.on("oh3")), ("rob".into(), "rEm".into()));
}

#[test]
fn a_king_that_delivers_becomes_an_emperor_once() {
    // Kings side by side come about only in a string.
    let table = set("aof3", "rK@oh3 oK@nl1 gK@nh3 bK@qa1", "r rogb - - 0 1");
    assert_eq!((table.players(), table.on("oh3")), ("rob".into(), "rEm".into()));
}

#[test]
fn a_king_may_not_step_onto_an_emperors_hex_diagonal() {
    let table = set("aof3", "rK@oh3 oK@nl1 gEm@pj3 bK@qa1", "r rogb - - 0 1");
    let plain = set("aof3", "rK@oh3 oK@nl1 gK@pj3 bK@qa1", "r rogb - - 0 1");
    // oi = (9,-3) is the hex diagonal (-1,-1) from pj = (10,-2); ni = (9,-4) is further away.
    assert!(plain.allows("oh3oi3") && !table.allows("oh3oi3"));
    assert!(plain.allows("oh3ni3") && table.allows("oh3ni3"));
}

#[test]
fn the_player_keeps_the_turn_with_the_new_pieces() {
    let table = set("aof3", "rK@ec1 oK@nl1 gK@lh3 bK@qa1 rR@oh3", "r rogb - - 0 1");
    assert_eq!(table.turn(), "r");
    // The Queen already moves as a Bishop, the King as an Emperor.
    assert!(table.allows("oh3pg4"));
    assert!(table.allows("ec1fa1"), "(5,3) to (6,1)");
}

// The early win.

#[test]
fn a_promotee_that_delivers_among_three_wins_at_once() {
    let table = set("aof3", "rK@ec1 oK@nl1 gK@lh3 rQ@oh3", "r rog - - 0 1");
    assert_eq!(table.state(), "result r:1,o:2,g:3,b:4 promotee-mate");
    assert!(table.moves().is_empty());
    let utilities = [0, 1, 2, 3].map(|seat| table.outcome().utility(seat));
    assert_eq!((utilities[0], utilities[3]), (1.0, 0.0));
}

#[test]
fn an_emperor_that_delivers_among_three_wins_at_once() {
    let table = set("aof3", "rK@ec1 oEm@oh3 gK@pi3", "o rog - - 0 1");
    assert_eq!(table.state(), "result r:2,o:1,g:3,b:4 promotee-mate");
}

#[test]
fn any_other_piece_that_delivers_among_three_plays_on() {
    let table = set("aof3", "rEm@ec1 oK@nl1 gK@lh3 rR@oh3", "r rog - - 0 1");
    assert_eq!((table.state(), table.players()), ("ongoing".into(), "ro".into()));
    assert_eq!(table.on("oh3"), "rQ");
}

#[test]
fn a_promotee_that_delivers_among_four_plays_on() {
    let table = set("aof3", "rK@ec1 oK@nl1 gK@lh3 bK@qa1 rQ@oh3", "r rogb - - 0 1");
    assert_eq!((table.state(), table.players()), ("ongoing".into(), "rob".into()));
}

#[test]
fn a_piece_promoted_a_moment_ago_may_win_at_once() {
    // The rook fells orange among four and as a Queen green among three.
    let table = set("aof3", "rK@ec1 oK@lh3 gK@oj3 bK@qa1 rR@oh3", "r rogb - - 0 1");
    assert_eq!(table.state(), "result r:1,o:4,g:3,b:2 promotee-mate");
}

#[test]
fn a_new_line_of_the_promoted_piece_may_fell_another_king() {
    // The rook does not attack green's King on the Bishop's line, the Queen does.
    let table = set("aof3", "rK@ec1 oK@lh3 gK@qf5 bK@qa1 rR@oh3", "r rogb - - 0 1");
    assert_eq!(table.state(), "result r:1,o:4,g:3,b:2 promotee-mate");
}

#[test]
fn the_last_player_left_wins() {
    let table = set("aof3", "rK@ec1 gK@lh3 rR@oh3", "r rg - - 0 1");
    assert_eq!(table.state(), "result r:1,o:3.5,g:2,b:3.5 last-player");
    // With two left nobody wins early.
    let table = set("aof3", "rEm@ec1 gK@lh3 rQ@oh3", "r rg - - 0 1");
    assert_eq!(table.state(), "result r:1,o:3.5,g:2,b:3.5 last-player");
}

#[test]
fn the_first_to_fall_is_fourth() {
    // Red's Queen fells green among four, and orange among three when blue opens the line.
    let pieces = "rK@ec1 oK@rh3 gK@lh3 bK@qa1 rQ@oh3 oP@nj1 bN@qh3";
    let table = set("aof3", pieces, "r rogb - - 0 1");
    assert_eq!((table.players(), table.state()), ("rob".into(), "ongoing".into()));
    let table = table.play("ec1dc1 nj1ni1 qh3qf4");
    assert_eq!(table.state(), "result r:1,o:3,g:4,b:2 promotee-mate");
}
