//! The state line of `fen`, for every way in which a game can stand.

use super::lines;

/// A small honeycomb position: every level is empty but for what stands on column 11.
fn honeycomb(on_11: [&str; 5], rest: &str) -> String {
    format!("{} {rest}", on_11.map(|token| format!("8/7/6/5/4/3/2/{token}")).join("|"))
}

/// What `fen` prints for a position string after moves: the string, and the state.
fn state(id: &str, fen: &str, moves: &[&str]) -> String {
    let args = [&["fen", id, "--fen", fen, "--moves"], moves].concat();
    let found = lines(&args);
    assert_eq!(found.len(), 2, "{args:?}");
    found[1].clone()
}

#[test]
fn ongoing() {
    let found = lines(&["fen", "chess", "--moves", "e2e4", "c7c5", "g1f3"]);
    let wanted = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(found, [wanted, "ongoing"]);
    // Moves given in two parts are one list.
    let twice = lines(&["fen", "chess", "--moves", "e2e4", "--moves", "c7c5", "g1f3"]);
    assert_eq!(twice, found);
}

#[test]
fn checkmate_and_stalemate() {
    let fools = lines(&["fen", "chess", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(fools[1], "result w:2,b:1 checkmate");
    assert_eq!(
        state("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", &["a1a8"]),
        "result w:1,b:2 checkmate"
    );
    assert_eq!(
        state("chess", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", &["f2f7"]),
        "result w:1.5,b:1.5 stalemate"
    );
}

#[test]
fn repetition_counts_from_the_given_position() {
    let once = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let args = [&["fen", "chess", "--moves"], &once[..], &once[..]].concat();
    assert_eq!(lines(&args)[1], "result w:1.5,b:1.5 repetition");
    assert_eq!(lines(&args[..args.len() - 1])[1], "ongoing");
    assert_eq!(lines(&args[..7])[1], "ongoing");
    // In games for many as well: three Kings walk to and fro.
    let fen = "8/7/6/5/4/3/2/rK|8/7/6/5/4/3/2/1|yK,7/7/6/5/4/3/2/1|8/7/6/5/4/3/2/1|7,bK/7/6/5/4/3/2/1 r ryb - - 0 1";
    let round = ["1a11a2", "8c87c8", "1e82e8", "1a21a1", "7c88c8", "2e81e8"];
    assert_eq!(state("honeycomb", fen, &round), "ongoing");
    assert_eq!(state("honeycomb", fen, &[round, round].concat()), "result r:2,y:2,b:2 repetition");
}

#[test]
fn dead_positions() {
    for placement in ["7k/8/6K1/8/8/8/8/8", "7k/8/6K1/8/8/8/8/5N2", "7k/8/6K1/8/8/b7/8/8"] {
        let fen = format!("{placement} w - - 0 1");
        assert_eq!(state("chess", &fen, &[]), "result w:1.5,b:1.5 dead-position", "{fen}");
    }
    // A capture can leave one.
    let rook = "8/8/8/8/8/5k2/7r/6K1 w - - 3 9";
    assert_eq!(state("chess", rook, &[]), "ongoing");
    assert_eq!(state("chess", rook, &["g1h2"]), "result w:1.5,b:1.5 dead-position");
    // With different armies only bare Kings are dead.
    assert_eq!(
        state("cwda-ff", "7k/8/6K1/8/8/8/8/5N2 w - - 0 1", &[]),
        "result w:1.5,b:1.5 dead-position"
    );
    assert_eq!(state("cwda-cc", "7k/8/6K1/8/8/8/8/5F2 w - - 0 1", &[]), "ongoing");
    assert_eq!(
        state("cwda-cc", "7k/8/6K1/8/8/8/8/8 w - - 0 1", &[]),
        "result w:1.5,b:1.5 dead-position"
    );
}

#[test]
fn the_move_count() {
    let rook = "7k/8/6K1/8/8/8/8/R7 b - - 100 80";
    assert_eq!(state("chess", rook, &[]), "result w:1.5,b:1.5 move-count");
    let soon = "7k/8/6K1/8/8/8/8/R7 b - - 99 80";
    assert_eq!(state("chess", soon, &[]), "ongoing");
    assert_eq!(state("chess", soon, &["h8g8"]), "result w:1.5,b:1.5 move-count");
    // Checkmate on the last ply wins.
    let mate = "6k1/8/6K1/8/8/8/8/R7 w - - 99 80";
    assert_eq!(state("chess", mate, &["a1a8"]), "result w:1,b:2 checkmate");
    // Fifty plies per original player.
    let three = |clock: u32| {
        let rest = format!("r ryb - - {clock} 9");
        let kings = honeycomb(["rK", "1", "1", "1", "1"], &rest);
        kings.replacen("|8/", "|yK,7/", 1).replace("|8/7/6/5/4/3/2/1 ", "|7,bK/7/6/5/4/3/2/1 ")
    };
    assert_eq!(state("honeycomb", &three(149), &[]), "ongoing");
    assert_eq!(state("honeycomb", &three(150), &[]), "result r:2,y:2,b:2 move-count");
}

#[test]
fn one_survivor_has_won() {
    let fen = honeycomb(["1", "1", "rK", "1", "1"], "r r - - 0 1");
    assert_eq!(lines(&["fen", "honeycomb", "--fen", &fen])[0], fen);
    assert_eq!(state("honeycomb", &fen, &[]), "result r:1,y:2.5,b:2.5 last-player");
    // A King that the player to move attacks falls before anything is printed.
    let two = honeycomb(["rR", "1", "rK", "1", "yK"], "r ry - - 7 3");
    assert_eq!(state("honeycomb", &two, &[]), "ongoing", "the own King stands between");
    let two =
        honeycomb(["rR", "1", "1", "1", "yK"], "r ry - - 7 3").replacen("/2/1|", "/1,rK/1|", 1);
    assert_eq!(state("honeycomb", &two, &[]), "result r:1,y:2,b:3 last-player");
}

#[test]
fn one_team_left_has_won() {
    let empty = ["10"; 10].join("/");
    let fen = format!("{}/rK,9|{empty} r r - - 0 1", ["10"; 9].join("/"));
    assert_eq!(state("guru", &fen, &[]), "result r:1,o:3,g:3,b:3 last-player");
    assert_eq!(state("guru-teams", &fen, &[]), "result r:1,o:3.5,g:2,b:3.5 team-out");
}
