//! Maps of the boards onto themselves that the rules cannot tell from doing nothing.

use simurgh::geometry::{Board, Cell, Vec3};
use simurgh::position::{AnyPosition, Position, with_position};
use simurgh::variant::{self, Notation, Variant};

/// A map of a game onto itself, or of an army pairing onto the one the other way round.
pub struct Symmetry {
    pub name: &'static str,
    /// The id of the game it leads to.
    pub onto: String,
    /// Where a cell goes.
    cell: fn(Vec3) -> Vec3,
    /// Who plays for a player afterwards.
    pub seats: &'static [u8],
    /// Whether the players still follow each other in turn order. If not, only the moves of one
    /// position can be compared, and none with en passant rights, which last for some turns.
    pub keeps_turn_order: bool,
    /// Whether castling survives.
    castles: bool,
}

const PAIR: &[u8] = &[0, 1];
const SWAPPED: &[u8] = &[1, 0];
const THREE: &[u8] = &[0, 1, 2];
const FOUR: &[u8] = &[0, 1, 2, 3];

/// The symmetries of a game.
pub fn symmetries(id: &str) -> Vec<Symmetry> {
    let map = |name, seats, cell| Symmetry {
        name,
        onto: id.to_string(),
        cell,
        seats,
        keeps_turn_order: true,
        castles: true,
    };
    let reflection =
        |seats, cell| Symmetry { keeps_turn_order: false, ..map("reflection", seats, cell) };
    match id {
        "ninja" => vec![
            map("colours", SWAPPED, |[x, y, z]| [x, 9 - y, z]),
            map("left and right", PAIR, |[x, y, z]| [4 - x, y, z]),
            map("above and below", PAIR, |[x, y, z]| [x, y, 4 - z]),
            map("on its side", PAIR, |[x, y, z]| [z, y, x]),
        ],
        "aof3" => vec![
            map("half turn", &[2, 3, 0, 1], |[x, y, z]| [13 - x, -5 - y, z]),
            map("above and below", FOUR, |[x, y, z]| [x, y, 4 - z]),
            reflection(&[3, 2, 1, 0], |[x, y, z]| [4 - y, 4 - x, z]),
            reflection(&[1, 0, 3, 2], |[x, y, z]| [9 + y, x - 9, z]),
        ],
        "guru" | "guru-teams" => vec![
            map("quarter turn", &[1, 2, 3, 0], |[x, y, z]| [9 - y, x, z]),
            map("levels", FOUR, |[x, y, z]| [x, y, 1 - z]),
            reflection(&[0, 3, 2, 1], |[x, y, z]| [y, x, z]),
        ],
        _ if id.starts_with("honeycomb") || id.starts_with("wildhoney") => vec![
            map("third of a turn", &[1, 2, 0], |[a, b, z]| [1 + b - a, 9 - a, z]),
            map("above and below", THREE, |[a, b, z]| [a, b, 4 - z]),
            reflection(&[1, 0, 2], |[a, b, z]| [a, a - b + 8, z]),
        ],
        _ => {
            let pair = id.strip_prefix("cwda-").map(|pair| pair.chars().rev().collect::<String>());
            let onto = pair.map_or(id.to_string(), |pair| format!("cwda-{pair}"));
            vec![
                Symmetry { onto, ..map("colours", SWAPPED, |[x, y, z]| [x, 7 - y, z]) },
                Symmetry {
                    castles: false,
                    ..map("left and right", PAIR, |[x, y, z]| [7 - x, y, z])
                },
            ]
        }
    }
}

impl Symmetry {
    /// The game it leads to.
    pub fn game(&self) -> &'static Variant {
        variant::find(&self.onto).expect("a registered game")
    }

    /// Whether it applies to a position at all.
    pub fn applies(&self, position: &AnyPosition) -> bool {
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let two_players = position.variant().rules.notation == Notation::Fen;
        (self.castles || !two_players || fields[2] == "-")
            && (self.keeps_turn_order || fields[3] == "-")
    }

    fn letter(&self, letter: char) -> char {
        let game = self.game();
        let seat = game.seat(letter).expect("a player's letter");
        game.letter(self.seats[seat as usize])
    }

    /// The name of the image of a cell.
    fn cell_name(&self, board: &Board, cell: Cell) -> &'static str {
        let game = &self.game().board;
        game.name(
            game.cell_at((self.cell)(board.at(cell))).expect("a map of the board onto itself"),
        )
    }

    /// The image of a piece token: owner, and the heading of a recruited pawn.
    fn token(&self, token: &str, notation: Notation) -> String {
        if notation == Notation::Fen {
            return self.case(token);
        }
        let owner = |c: char| self.letter(c).to_string();
        let (first, rest) = token.split_at(1);
        let first: String = first.chars().map(owner).collect();
        match rest
            .strip_prefix('P')
            .filter(|heading| self.game().seats() == 3 && !heading.is_empty())
        {
            Some(heading) => first + "P" + &heading.chars().map(owner).collect::<String>(),
            None => first + rest,
        }
    }

    /// FEN tells the players apart by upper and lower case.
    fn case(&self, text: &str) -> String {
        if self.seats == SWAPPED {
            let swap = |c: char| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            };
            text.chars().map(swap).collect()
        } else {
            text.to_string()
        }
    }

    /// A list of cell names, with the images of the cells.
    fn cells(&self, board: &Board, mut text: &str) -> String {
        let mut image = String::new();
        while let Some((cell, rest)) = board.split_name(text) {
            image += self.cell_name(board, cell);
            text = rest;
        }
        image + text
    }

    /// The text of the image of a move, which may be no canonical text if it is a charge.
    pub fn move_text(&self, position: &AnyPosition, text: &str) -> String {
        let board = &position.variant().board;
        text.split(',').map(|leap| self.cells(board, leap)).collect::<Vec<_>>().join(",")
    }

    /// The image of a position.
    pub fn image(&self, position: &AnyPosition) -> AnyPosition {
        let fen = with_position!(position, p => self.image_fen(p));
        AnyPosition::read(self.game(), &fen)
            .unwrap_or_else(|e| panic!("{} of {}: {e}: {fen}", self.name, position.fen()))
    }

    fn image_fen<const W: usize>(&self, p: &Position<W>) -> String {
        let variant = p.tables().variant;
        let (board, notation) = (&variant.board, variant.rules.notation);
        let target = &self.game().board;
        let mut tokens = vec![None; board.len()];
        for cell in board.cells() {
            let image = target.cell_at((self.cell)(board.at(cell))).expect("a cell of the board");
            tokens[image.index()] =
                p.piece_on(cell).map(|piece| self.token(&p.piece_token(piece), notation));
        }
        let separator = if notation == Notation::Fen { "" } else { "," };
        let placement = target.placement(separator, |cell| tokens[cell.index()].clone());
        let fen = p.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let turn: String = fields[1].chars().map(|c| self.letter(c)).collect();
        let each = |field: &str, image: &dyn Fn(&str) -> String| {
            let entries = field.split(',').filter(|entry| *entry != "-").map(image);
            let list = entries.collect::<Vec<_>>().join(",");
            if list.is_empty() { "-".to_string() } else { list }
        };
        let rights = each(fields[3], &|pair| self.cells(board, pair));
        if notation == Notation::Fen {
            let castling = self.case(fields[2]);
            return format!("{placement} {turn} {castling} {rights} {} 1", fields[4]);
        }
        let mut players: Vec<char> = fields[2].chars().map(|c| self.letter(c)).collect();
        players.sort_by_key(|&c| self.game().seat(c));
        let players: String = players.into_iter().collect();
        let reserve = each(fields[4], &|token| self.token(token, notation));
        format!("{placement} {turn} {players} {rights} {reserve} {} 1", fields[5])
    }
}
