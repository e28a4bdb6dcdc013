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

#[test]
fn accounts_say_what_moves_change() {
    let mut manners = Vec::new();
    for id in ["chess", "cwda-cn", "honeycomb", "aof3", "guru", "ninja"] {
        visit(id, |game, position| {
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
                let castled = account.manner == Manner::Castle;
                let lifted: Vec<_> = account.leaps.iter().map(|&(from, _)| from).collect();
                let mut hands = Vec::new();
                if castled {
                    hands = lifted.iter().map(|from| wanted[from.index()].take()).collect();
                }
                for (i, &(from, to)) in account.leaps.iter().enumerate() {
                    let mut piece = if castled { hands[i] } else { wanted[from.index()].take() };
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
                if !manners.contains(&account.manner) {
                    manners.push(account.manner);
                }
            }
        });
    }
    for manner in [Manner::Castle, Manner::EnPassant, Manner::Charge, Manner::Enlightened] {
        assert!(manners.contains(&manner), "no game had a move that is {}", manner.word());
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
