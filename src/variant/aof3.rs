//! Armies of Faith 3: Assimilation (`aof3`), by Charles Gilman.

use super::piece::{Motion, PawnSpec, PieceSpec, Promotion};
use super::rules::{Elimination, EnPassant, Rules};
use super::{Seat, Variant};
use crate::geometry::directions::{VERTICAL, combine};
use crate::geometry::{Board, Cell, Vec3, add, prism};

/// A player's camp by columns.
struct Camp {
    king: &'static str,
    simurgh: &'static str,
    ends: [&'static str; 2],
    centre: &'static str,
    pawn_row: [&'static str; 4],
    extra: &'static str,
    /// The two forward directions of the pawns.
    forward: [Vec3; 2],
    /// Whether a column (x, y) belongs to the promotion zone.
    zone: fn(i8, i8) -> bool,
}

const CAMPS: [Camp; 4] = [
    Camp {
        king: "ec",
        simurgh: "dc",
        ends: ["db", "fb"],
        centre: "eb",
        pawn_row: ["da", "ea", "fa", "ga"],
        extra: "rf",
        forward: [[0, -1, 0], [1, -1, 0]],
        zone: |_, y| y <= -5,
    },
    Camp {
        king: "nl",
        simurgh: "ml",
        ends: ["mk", "ok"],
        centre: "nk",
        pawn_row: ["mj", "nj", "oj", "pj"],
        extra: "oi",
        forward: [[-1, 0, 0], [-1, 1, 0]],
        zone: |x, _| x <= 4,
    },
    Camp {
        king: "jh",
        simurgh: "ji",
        ends: ["kg", "ki"],
        centre: "kh",
        pawn_row: ["lf", "lg", "lh", "li"],
        extra: "mg",
        forward: [[0, 1, 0], [-1, 1, 0]],
        zone: |_, y| y >= 0,
    },
    Camp {
        king: "qa",
        simurgh: "ra",
        ends: ["pb", "rb"],
        centre: "qb",
        pawn_row: ["oc", "pc", "qc", "rc"],
        extra: "pd",
        forward: [[1, 0, 0], [1, -1, 0]],
        zone: |x, _| x >= 9,
    },
];

/// What stands on level 1 to 5 of the King's column, Simurgh's column, the ends and the centre.
const LEVELS: [[Option<&str>; 4]; 5] = [
    [Some("A"), Some("A"), Some("S"), Some("A")],
    [Some("E"), Some("E"), Some("R"), Some("R")],
    [Some("K"), Some("M"), Some("B"), None],
    [Some("C"), Some("C"), Some("N"), None],
    [Some("U"), Some("U"), Some("L"), Some("U")],
];

/// The level without extra Pawn.
const MIDDLE: usize = 2;

fn pawn(board: &Board, seat: Seat) -> PieceSpec {
    let camp = &CAMPS[seat as usize];
    let cells = |keep: &dyn Fn(Cell) -> bool| board.cells().filter(|&c| keep(c)).collect();
    let stuck: Vec<Cell> = cells(&|c| camp.forward.iter().all(|&f| board.step(c, f).is_none()));
    PieceSpec::pawn(
        "P",
        "Pawn",
        seat,
        PawnSpec {
            quiet: camp.forward.to_vec(),
            captures: combine(&camp.forward, 1, 1),
            double_from: cells(&|c| camp.pawn_row.contains(&&board.name(c)[..2])),
            en_passant: true,
            promotion: Promotion::Choice {
                zone: cells(&|c| (camp.zone)(board.at(c)[0], board.at(c)[1])),
                forced: stuck.clone(),
                to: vec!["R", "N", "C", "E", "L", "A", "S", "M", "U", "B"],
            },
            never_on: stuck,
        },
    )
}

fn pieces(board: &Board) -> Vec<PieceSpec> {
    let hex = prism::field_directions();
    let (u, h, s) = (hex.orthogonal.to_vec(), hex.diagonal.to_vec(), hex.root7());
    let orthogonal = [&u[..], &VERTICAL].concat();
    let diagonal = combine(&u, 1, 1);
    let king = [&orthogonal[..], &diagonal].concat();
    let knight = Motion::Leap([combine(&u, 2, 1), combine(&u, 1, 2)].concat());
    let camel = Motion::Leap([combine(&u, 3, 1), combine(&u, 1, 3)].concat());
    let elf = Motion::Leap(combine(&s, 1, 2));
    let rabbi = Motion::Curved(vec![hex.diagonal]);
    let sennight = Motion::leap(&s);
    let unicorn = Motion::ride(&h);
    let bishop = Motion::ride(&diagonal);
    let simurgh = Motion::Bent(
        (0..6)
            .map(|i| {
                let (a, b) = (hex.orthogonal[i], hex.orthogonal[(i + 1) % 6]);
                (add(a, b), [a, b])
            })
            .collect(),
    );
    let piece = |symbol, name, motion: &Motion, promoted| {
        PieceSpec::new(symbol, name, vec![motion.clone()]).promoted_to(promoted)
    };
    let with_bishop = |symbol, name, motion: &Motion| {
        PieceSpec::new(symbol, name, vec![motion.clone(), bishop.clone()]).promotee()
    };
    let rook = Motion::ride(&orthogonal);
    let mut pieces = vec![
        piece("K", "King", &Motion::leap(&king), "Em").royal(),
        piece("R", "Rook", &rook, "Q"),
        piece("N", "Knight", &knight, "Cr"),
        piece("C", "Camel", &camel, "Cl"),
        piece("E", "Elephant", &Motion::Leap(combine(&u, 2, 2)), "Pr"),
        piece("L", "Elf", &elf, "Lv"),
        piece("A", "Rabbi", &rabbi, "Md"),
        piece("S", "Sennight", &sennight, "Sv"),
        piece("M", "Simurgh", &simurgh, "Q"),
        piece("U", "Unicorn", &unicorn, "Gv"),
        piece("B", "Bishop", &bishop, "Po"),
    ];
    pieces.extend((0..4).map(|seat| pawn(board, seat).promoted_to("Pr")));
    pieces.extend([
        PieceSpec::new("Em", "Emperor", vec![Motion::Leap([&king[..], &h].concat())])
            .royal()
            .promotee(),
        with_bishop("Cl", "Caliph", &camel),
        with_bishop("Cr", "Cardinal", &knight),
        with_bishop("Gv", "Governor", &unicorn),
        with_bishop("Lv", "Levite", &elf),
        with_bishop("Md", "Moderranger", &rabbi),
        with_bishop("Po", "Pope", &Motion::Leap([&orthogonal[..], &h].concat())),
        with_bishop("Pr", "Primate", &Motion::leap(&orthogonal)),
        with_bishop("Q", "Queen", &rook),
        with_bishop("Sv", "Sevite", &sennight),
    ]);
    pieces
}

fn start(board: &Board) -> String {
    board.placement(",", |cell| {
        let (column, level) = (&board.name(cell)[..2], board.at(cell)[2] as usize);
        CAMPS.iter().enumerate().find_map(|(seat, camp)| {
            let [king, simurgh, ends, centre] = LEVELS[level];
            let symbol = if column == camp.king {
                king
            } else if column == camp.simurgh {
                simurgh
            } else if camp.ends.contains(&column) {
                ends
            } else if column == camp.centre {
                centre
            } else if camp.pawn_row.contains(&column) || column == camp.extra && level != MIDDLE {
                Some("P")
            } else {
                None
            };
            Some(format!("{}{}", b"rogb"[seat] as char, symbol?))
        })
    }) + " r rogb - - 0 1"
}

/// The definition of `aof3`.
#[must_use]
pub fn variant(id: &'static str) -> Variant {
    let board = prism::field();
    let column = |name| prism::field_column_named(name).expect("a column of the board");
    let mut rules = Rules::many_players(Elimination::Promote, 4);
    rules.en_passant = EnPassant::Restricted(vec![([0, 3], column("rd")), ([1, 2], column("mi"))]);
    let (pieces, start) = (pieces(&board), start(&board));
    let title = "Armies of Faith 3: Assimilation".to_string();
    Variant { id, title, players: "rogb", board, pieces, start, rules }
}
