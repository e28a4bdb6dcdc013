//! Pawns: where they go, where they capture, from where they go two steps, what they become.

use super::boards::{Board, Coord, plus};
use super::pieces::slanted;
use super::{Family, Game, Man, Position, army};

impl Game {
    /// Whether a man is a Pawn or a Yeoman. (A `Y` of the armies is a Woody Rook.)
    pub fn is_pawn(&self, man: Man) -> bool {
        man.symbol == "P" || man.symbol == "Y" && self.family == Family::Ninja
    }

    /// The directions in which a pawn of a heading goes forward.
    fn forward(&self, heading: usize) -> Vec<Coord> {
        match self.family {
            Family::Armies(..) | Family::Ninja => vec![[0, if heading == 0 { 1 } else { -1 }, 0]],
            Family::Honeycomb { double, .. } => {
                let [f, g] =
                    [[[0, 1, 0], [1, 1, 0]], [[1, 0, 0], [0, -1, 0]], [[-1, 0, 0], [-1, -1, 0]]]
                        [heading];
                if double { vec![f, g, plus(f, g)] } else { vec![f, g] }
            }
            Family::Faith => match heading {
                0 => vec![[0, -1, 0], [1, -1, 0]],
                1 => vec![[-1, 0, 0], [-1, 1, 0]],
                2 => vec![[0, 1, 0], [-1, 1, 0]],
                _ => vec![[1, 0, 0], [1, -1, 0]],
            },
            Family::Guru { .. } => match heading {
                0 => vec![[1, 0, 0], [0, 1, 0]],
                1 => vec![[-1, 0, 0], [0, 1, 0]],
                2 => vec![[-1, 0, 0], [0, -1, 0]],
                _ => vec![[1, 0, 0], [0, -1, 0]],
            },
        }
    }

    /// One step forward and one sideways, in `ninja` also upwards and downwards.
    fn beside(&self, heading: usize) -> Vec<Coord> {
        let [_, y, _] = self.forward(heading)[0];
        let aside = [[-1, y, 0], [1, y, 0], [0, y, -1], [0, y, 1]];
        aside[..if self.family == Family::Ninja { 4 } else { 2 }].to_vec()
    }

    /// The steps without capture of a Pawn or Yeoman.
    pub fn pawn_steps(&self, man: Man) -> Vec<Coord> {
        if man.symbol == "Y" { self.beside(man.heading) } else { self.forward(man.heading) }
    }

    /// The capturing steps of a Pawn or Yeoman.
    pub fn pawn_captures(&self, man: Man) -> Vec<Coord> {
        let forward = self.forward(man.heading);
        match self.family {
            _ if man.symbol == "Y" => forward,
            Family::Armies(..) | Family::Ninja => self.beside(man.heading),
            Family::Honeycomb { .. } | Family::Faith => slanted(&forward, 1, 1),
            Family::Guru { .. } => {
                [slanted(&forward, 1, 1), vec![plus(forward[0], forward[1])]].concat()
            }
        }
    }

    /// Whether a Pawn on a cell may go two steps.
    pub fn may_step_twice(&self, man: Man, cell: Coord) -> bool {
        let [x, y, _] = cell;
        match self.family {
            _ if man.symbol == "Y" => false,
            Family::Armies(..) => y == if man.heading == 0 { 1 } else { 6 },
            Family::Ninja => y == if man.heading == 0 { 2 } else { 7 },
            Family::Honeycomb { .. } | Family::Guru { .. } => false,
            Family::Faith => {
                let row = [
                    ["da", "ea", "fa", "ga"],
                    ["mj", "nj", "oj", "pj"],
                    ["lf", "lg", "lh", "li"],
                    ["oc", "pc", "qc", "rc"],
                ][man.heading];
                row.iter().any(|name| self.board.column(name) == [x, y])
            }
        }
    }

    /// Whether no forward direction leads on from a cell.
    fn is_stuck(&self, man: Man, cell: Coord) -> bool {
        self.forward(man.heading).iter().all(|&f| self.board.step(cell, f).is_none())
    }
}

/// What a Pawn becomes on a far face, by the distance to the nearer corner of the face.
const GURU_FACE: [&str; 5] = ["G", "R", "N", "E", "F"];

/// The coordinate along the far face on which a cell lies for a heading, if it does.
fn along_far_face(heading: usize, [x, y, _]: Coord) -> Option<i32> {
    let [far_x, far_y] = [[9, 9], [0, 9], [0, 0], [9, 0]][heading];
    if x == far_x {
        Some(y)
    } else if y == far_y {
        Some(x)
    } else {
        None
    }
}

/// Whether a cell lies in a heading's promotion zone in `aof3`.
fn in_faith_zone(heading: usize, [x, y, _]: Coord) -> bool {
    match heading {
        0 => y <= -5,
        1 => x <= 4,
        2 => y >= 0,
        _ => x >= 9,
    }
}

impl Position<'_> {
    /// What a Pawn or Yeoman that arrives on a cell may be from then on, each with what a move
    /// text says of it. Nothing, if it may not go there.
    pub fn becomes(&self, man: Man, to: Coord) -> Vec<(String, &'static str)> {
        let game = self.game;
        let choose = |symbols: &[&'static str]| -> Vec<(String, &'static str)> {
            symbols.iter().map(|&s| (format!("={s}"), s)).collect()
        };
        let stay = vec![(String::new(), man.symbol)];
        match game.family {
            Family::Armies(white, black) => {
                if to[1] != 0 && to[1] != 7 {
                    return stay;
                }
                let mut slots = [army(white), army(black)].concat();
                slots.sort_unstable();
                slots.dedup();
                slots.iter().map(|&s| (s.to_lowercase(), s)).collect()
            }
            Family::Honeycomb { wild, double } => {
                if !game.is_stuck(man, to) {
                    return stay;
                }
                choose(match (wild, double) {
                    (true, _) => &["R", "B", "Q", "N", "C", "G"],
                    (false, false) => &["R", "B", "Q", "N", "F"],
                    (false, true) => &["R", "B", "Q", "N", "O"],
                })
            }
            Family::Faith => {
                if !in_faith_zone(man.heading, to) {
                    return stay;
                }
                let mut list = choose(&["R", "N", "C", "E", "L", "A", "S", "M", "U", "B"]);
                if !game.is_stuck(man, to) {
                    list.extend(stay);
                }
                list
            }
            Family::Guru { .. } => match along_far_face(man.heading, to) {
                None => stay,
                // Promotion without a choice is not written.
                Some(along) => {
                    self.note("promotion without a choice");
                    vec![(String::new(), GURU_FACE[along.min(9 - along) as usize])]
                }
            },
            Family::Ninja => {
                let rank = if man.heading == 0 { to[1] + 1 } else { 10 - to[1] };
                if rank < 8 {
                    return stay;
                }
                let own = self.reserve.iter().filter(|m| m.owner == man.owner);
                let mut symbols: Vec<&'static str> = own.map(|m| m.symbol).collect();
                symbols.sort_unstable();
                symbols.dedup();
                let mut list = choose(&symbols);
                if rank < 10 {
                    list.extend(stay);
                } else if list.is_empty() {
                    self.note("no piece in reserve for a pawn");
                }
                list
            }
        }
    }

    /// The enemy pawns that a pawn of the mover may take en passant by going to a cell.
    pub fn en_passant_victims(&self, man: Man, to: Coord) -> Vec<Coord> {
        if man.symbol != "P" || self.men.contains_key(&to) {
            return Vec::new();
        }
        let rights = self.en_passant.iter().filter(|(skipped, _)| *skipped == to);
        let open = rights.map(|&(_, pawn)| pawn).filter(|pawn| {
            let victim = self.men[pawn];
            self.are_enemies(man.owner, victim.owner)
                && self.column_permits(&self.game.board, [man.owner, victim.owner], to)
        });
        // One move text: two pawns that skipped the same cell fall together.
        let pawns: Vec<Coord> = open.collect();
        if pawns.len() > 1 {
            self.note("en passant of two");
        }
        pawns
    }

    /// In `aof3` neighbours across a corner of the board take each other en passant on one column.
    fn column_permits(&self, board: &Board, mut players: [usize; 2], skipped: Coord) -> bool {
        if self.game.family != Family::Faith {
            return true;
        }
        players.sort_unstable();
        let only = match players {
            [0, 3] => "rd",
            [1, 2] => "mi",
            _ => return true,
        };
        let permits = board.column(only) == [skipped[0], skipped[1]];
        self.note(if permits { "en passant on the one column" } else { "en passant barred" });
        permits
    }
}
