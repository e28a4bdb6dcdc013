//! The rules a second time, slow and obvious.
//!
//! Written straight from the inventors' rules, this shares nothing with the library: its boards
//! are lists of coordinates, its pieces are lists of vectors, a position is a map from coordinates
//! to men, and a move is legal if, once it has been tried on a copy of that map, no enemy could
//! capture the King. It reads position strings, lists legal moves as text, plays moves, and says
//! what position and what result they lead to.

mod boards;
mod guru;
mod pawns;
mod pieces;
mod play;
mod rules;
mod safety;
mod text;

use boards::{Board, ByCell, Coord};
use pieces::Way;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// The groups of games that share their rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `chess` and `cwda-XY`: the letters of White's and Black's army.
    Armies(char, char),
    /// The games on the triangle.
    Honeycomb { wild: bool, double: bool },
    /// `aof3`.
    Faith,
    /// `guru` and `guru-teams`.
    Guru { teams: bool },
    /// `ninja`.
    Ninja,
}

/// A piece: its owner, what it is, and for pawns and other pieces with a forward direction the
/// player whose direction that is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Man {
    owner: usize,
    symbol: &'static str,
    heading: usize,
}

impl Man {
    fn is_royal(self) -> bool {
        matches!(self.symbol, "K" | "Em")
    }
}

/// What stands where.
type Men = ByCell<Man>;

/// The rook, knight, bishop and queen slot of an army.
fn army(letter: char) -> [&'static str; 4] {
    match letter {
        'f' => ["R", "N", "B", "Q"],
        'c' => ["D", "W", "F", "C"],
        'n' => ["G", "I", "T", "L"],
        'r' => ["S", "Y", "H", "O"],
        _ => panic!("no army: {letter}"),
    }
}

/// All symbols of a game.
fn symbols(family: Family) -> Vec<&'static str> {
    match family {
        Family::Armies(white, black) => [&army(white)[..], &army(black), &["K", "P"]].concat(),
        Family::Honeycomb { double: false, .. } => "K R B Q N C G F P".split(' ').collect(),
        Family::Honeycomb { double: true, .. } => "K R B Q N C G O P".split(' ').collect(),
        Family::Faith => {
            "K R N C E L A S M U B P Em Cl Cr Gv Lv Md Po Pr Q Sv".split(' ').collect()
        }
        Family::Guru { .. } => "K R N E F G P Em Vr Cv Wf Ba Ig Ad".split(' ').collect(),
        Family::Ninja => {
            "K Q R B C A T N Ca Gn Nj Nm Nt Ms Cd Cv Cp Ns Nr Nv Nl Mh Ch Vh Ph Sh Rh Xh Lh P Y"
                .split(' ')
                .collect()
        }
    }
}

/// What a field lists: nothing if it is `-`.
fn entries(field: &str) -> impl Iterator<Item = &str> {
    field.split(',').filter(|entry| *entry != "-")
}

/// A game as the slow generator sees it.
pub struct Game {
    family: Family,
    /// The players' letters in turn order.
    players: &'static str,
    board: Board,
    symbols: Vec<&'static str>,
    ways: HashMap<(&'static str, usize), Vec<Way>>,
}

impl Game {
    pub fn new(id: &str) -> Game {
        let (family, players, board) = match id {
            "chess" => (Family::Armies('f', 'f'), "wb", Board::chess()),
            "aof3" => (Family::Faith, "rogb", Board::aof3()),
            "guru" => (Family::Guru { teams: false }, "rogb", Board::guru()),
            "guru-teams" => (Family::Guru { teams: true }, "rogb", Board::guru()),
            "ninja" => (Family::Ninja, "wb", Board::ninja()),
            _ => match id.strip_prefix("cwda-").map(|pair| pair.chars().collect::<Vec<_>>()) {
                Some(pair) => (Family::Armies(pair[0], pair[1]), "wb", Board::chess()),
                None => {
                    let (wild, double) = (id.starts_with("wildhoney"), id.contains("-double"));
                    (Family::Honeycomb { wild, double }, "ryb", Board::honeycomb())
                }
            },
        };
        let symbols = symbols(family);
        let mut game = Game { family, players, board, symbols, ways: HashMap::new() };
        for &symbol in &game.symbols {
            for heading in 0..players.len() {
                if !game.is_pawn(Man { owner: heading, symbol, heading }) {
                    let found = pieces::ways(family, symbol, heading);
                    game.ways.insert((symbol, heading), found);
                }
            }
        }
        game
    }

    fn seat(&self, letter: char) -> usize {
        self.players.find(letter).unwrap_or_else(|| panic!("no player: {letter}"))
    }

    fn symbol(&self, text: &str) -> &'static str {
        let known = self.symbols.iter().find(|s| **s == text);
        known.unwrap_or_else(|| panic!("no piece of the game: {text}"))
    }

    /// The man that a token such as `wMs`, `rPy` or in FEN `n` names.
    fn man(&self, token: &str) -> Man {
        if matches!(self.family, Family::Armies(..)) {
            let owner = usize::from(token == token.to_lowercase());
            return Man { owner, symbol: self.symbol(&token.to_uppercase()), heading: owner };
        }
        let mut letters = token.chars();
        let owner = self.seat(letters.next().expect("tokens are not empty"));
        let rest = letters.as_str();
        match rest.strip_prefix('P') {
            // No piece of the honeycomb games has a second letter: this one is a heading.
            Some(heading) if matches!(self.family, Family::Honeycomb { .. }) => {
                let heading = heading.chars().next().map_or(owner, |h| self.seat(h));
                Man { owner, symbol: "P", heading }
            }
            _ => Man { owner, symbol: self.symbol(rest), heading: owner },
        }
    }

    /// The tokens of a row of a position string.
    fn tokens(&self, row: &str) -> Vec<String> {
        match self.family {
            Family::Armies(..) => row.chars().map(String::from).collect(),
            _ => row.split(',').map(String::from).collect(),
        }
    }

    fn men(&self, placement: &str) -> Men {
        let mut men = Men::default();
        for (level, cells) in placement.split('|').zip(&self.board.levels) {
            for (row, cells) in level.split('/').zip(cells) {
                let mut at = 0;
                for token in self.tokens(row) {
                    if let Ok(empty) = token.parse::<usize>() {
                        at += empty;
                    } else {
                        men.insert(cells[at], self.man(&token));
                        at += 1;
                    }
                }
                assert_eq!(at, cells.len(), "the row {row} does not fill its cells");
            }
        }
        men
    }

    /// Two cells written one after the other.
    fn pair(&self, text: &str) -> (Coord, Coord) {
        (1..text.len())
            .find_map(|i| Some((self.board.find(&text[..i])?, self.board.find(&text[i..])?)))
            .unwrap_or_else(|| panic!("no pair of cells: {text}"))
    }

    /// Reads a position string and resolves the checkmates its turn begins with.
    pub fn position(&self, fen: &str) -> Position<'_> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let turn = self.seat(fields[1].chars().next().expect("TURN is not empty"));
        let armies = matches!(self.family, Family::Armies(..));
        let en_passant = if armies {
            // FEN names the skipped square only: the pawn stands one rank further on.
            let ahead = if turn == 0 { -1 } else { 1 };
            let skipped = self.board.find(fields[3]);
            skipped.map(|[x, y, z]| ([x, y, z], [x, y + ahead, z])).into_iter().collect()
        } else {
            entries(fields[3]).map(|pair| self.pair(pair)).collect()
        };
        let reserve = if armies { "-" } else { fields[4] };
        let living: Vec<usize> = if armies {
            vec![0, 1]
        } else {
            fields[2].chars().map(|letter| self.seat(letter)).collect()
        };
        let missing: Vec<usize> =
            (0..self.players.len()).filter(|seat| !living.contains(seat)).collect();
        let [clock, round] = if armies { [4, 5] } else { [5, 6] }
            .map(|i| fields.get(i).map(|text| text.parse().expect("CLOCK and ROUND are numbers")));
        let mut position = Position {
            game: self,
            men: self.men(fields[0]),
            turn,
            living,
            castling: if armies { fields[2].to_string() } else { String::new() },
            en_passant,
            reserve: entries(reserve).map(|token| self.man(token)).collect(),
            clock: clock.unwrap_or(0),
            round: round.unwrap_or(1),
            last_moved: [None; 4],
            missing: missing.len(),
            fallen: missing,
            passes: 0,
            ended: None,
            history: HashMap::new(),
            met: RefCell::default(),
        };
        position.castling.retain(|letter| letter != '-');
        if self.players.len() > 2 {
            position.settle();
        }
        position.history.insert(position.repeated_part(), 1);
        position
    }
}

/// A position as the slow rules see it.
pub struct Position<'g> {
    game: &'g Game,
    men: Men,
    turn: usize,
    /// The survivors in turn order.
    living: Vec<usize>,
    /// The letters of the castling rights.
    castling: String,
    /// Open en passant rights: the skipped cell and the pawn's cell.
    en_passant: Vec<(Coord, Coord)>,
    /// Captured pieces that may come back by promotion.
    reserve: Vec<Man>,
    clock: usize,
    round: usize,
    /// Where the piece stands that a player moved on their own last turn.
    last_moved: [Option<Coord>; 4],
    /// Who is out of the game, in the order of falling, after those missing from the beginning.
    fallen: Vec<usize>,
    missing: usize,
    /// Passes in succession up to now.
    passes: usize,
    /// Why a game of several players is over, if it is.
    ended: Option<&'static str>,
    /// How often a position has occurred.
    history: HashMap<String, usize>,
    /// The rules that have mattered, so that a test can tell what it has tested.
    met: RefCell<BTreeMap<String, usize>>,
}

impl Position<'_> {
    fn note(&self, rule: &str) {
        let mut met = self.met.borrow_mut();
        match met.get_mut(rule) {
            Some(times) => *times += 1,
            None => drop(met.insert(rule.to_string(), 1)),
        }
    }

    /// The special rules that have allowed or forbidden something, and how often.
    pub fn met(&self) -> BTreeMap<String, usize> {
        self.met.borrow().clone()
    }
}
