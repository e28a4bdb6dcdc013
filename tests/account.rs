//! What moves are said to do, and what pieces are said to see, against what the rules do with them.

mod common;

use rand::RngExt;
use simurgh::geometry::Cell;
use simurgh::position::{AnyPosition, Manner, Piece, with_position};
use simurgh::variant::{self, Variant};

const PLIES: usize = 120;

/// Calls `check` with positions of a random game, most of which are eventful.
fn visit(id: &str, mut check: impl FnMut(&'static Variant, &AnyPosition)) {
    let game = variant::find(id).expect("a registered game");
    let mut rng = common::generator(id);
    for opening in 0..3 {
        let mut position = match opening {
            0 => AnyPosition::start(game),
            _ => AnyPosition::read(game, &common::scattered(&mut rng, id, &[]))
                .expect("a scattered position is one"),
        };
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if rng.random_range(0..4) == 0 {
                check(game, &position);
            }
            position.make(common::choose(&mut rng, &position, &moves));
        }
    }
}

fn placement(position: &AnyPosition, game: &Variant) -> Vec<Option<Piece>> {
    with_position!(position, p => game.board.cells().map(|cell| p.piece_on(cell)).collect())
}

/// Positions with moves that random games seldom have.
const RARE: [(&str, &str); 4] = [
    ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("cwda-cn", "g3k2g/8/8/8/8/8/8/D3K2D w KQkq - 0 1"),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"),
    (
        "guru",
        "bK,8,gK/10/10/10/10/10/10/10/10/10|10/10/8,rN,1/6,rG,3/10/4,oN,5/3,rE,6/2,rE,7/10/rK,8,oK \
         r rogb - - 0 1",
    ),
];

/// Holds the accounts of all legal moves against the positions they lead to; the manners met.
fn check_accounts(game: &Variant, position: &AnyPosition) -> Vec<Manner> {
    let id = game.id;
    let mut manners = Vec::new();
    for mv in position.legal_moves() {
        // Who falls takes pieces along that the move itself does not touch.
        if common::fells(position, mv) {
            continue;
        }
        let account = with_position!(position, p => p.account(mv));
        let mut wanted = placement(position, game);
        for &cell in &account.takes {
            assert!(wanted[cell.index()].take().is_some(), "{id}: takes nothing");
        }
        // The two pieces of a castling move at once, the leaps of a charge one after the other.
        let at_once = account.manner == Manner::Castle;
        let mut hands: Vec<Option<Piece>> = Vec::new();
        if at_once {
            hands = account.leaps.iter().map(|&(from, _)| wanted[from.index()].take()).collect();
        }
        for (i, &(from, to)) in account.leaps.iter().enumerate() {
            let mut piece = if at_once { hands[i] } else { wanted[from.index()].take() };
            if let (Some(kind), Some(pawn)) = (account.becomes, piece) {
                piece = Some(Piece::new(pawn.seat(), kind));
            }
            assert!(wanted[to.index()].is_none(), "{id}: onto a piece it does not take");
            wanted[to.index()] = piece;
        }
        let mut after = position.clone();
        after.make(mv);
        let text = position.move_text(mv);
        assert!(wanted == placement(&after, game), "{id}: {text} in {}", position.fen());
        manners.push(account.manner);
    }
    manners
}

#[test]
fn accounts_say_what_moves_change() {
    let mut manners = Vec::new();
    for (id, fen) in RARE {
        let game = variant::find(id).expect("a registered game");
        let position = AnyPosition::read(game, fen).expect("a position");
        manners.extend(check_accounts(game, &position));
    }
    for manner in [Manner::Castle, Manner::EnPassant, Manner::Charge, Manner::Enlightened] {
        assert!(manners.contains(&manner), "no position has a move that is {}", manner.word());
    }
    for id in ["chess", "cwda-cn", "honeycomb", "aof3", "guru", "ninja"] {
        visit(id, |game, position| {
            check_accounts(game, position);
        });
    }
}

#[test]
fn legal_moves_are_in_sight() {
    for id in ["chess", "cwda-nr", "wildhoney-double", "aof3", "guru-teams", "ninja"] {
        visit(id, |_, position| {
            for mv in position.legal_moves() {
                let account = with_position!(position, p => p.account(mv));
                let seen =
                    matches!(account.manner, Manner::Plain | Manner::Double | Manner::Enlightened);
                if !seen {
                    continue;
                }
                let (goes, takes) = with_position!(position, p => p.sight(mv.from()))
                    .expect("a piece that moves stands somewhere");
                let list: &[Cell] = if account.takes.is_empty() { &goes } else { &takes };
                let text = position.move_text(mv);
                assert!(list.contains(&mv.to()), "{id}: {text} in {}", position.fen());
            }
        });
    }
}
