//! Arguments as lines of the protocol, and the positions that OpenBench asks for in this way.

use super::simurgh;
use simurgh::position::Game;
use simurgh::variant;
use std::path::PathBuf;

/// A book of some text; the name keeps the tests' books apart.
fn book(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("openbench-{name}.epd"));
    std::fs::write(&path, text).expect("there is space");
    path
}

/// What the program answers to lines as arguments.
fn answers(lines: &[&str]) -> Vec<String> {
    let output = simurgh(lines).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{lines:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{lines:?}");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_string).collect()
}

/// The positions among answers.
fn positions(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|line| line.strip_prefix("info string genfens ")).collect()
}

#[test]
fn positions_are_games_still_going_on() {
    for id in ["chess", "cwda-rn", "honeycomb", "guru-teams", "ninja"] {
        let choose = format!("setoption name UCI_Variant value {id}");
        let found = answers(&[&choose, "genfens 6 seed 11 book None joho", "quit"]);
        let found = positions(&found);
        assert_eq!(found.len(), 6, "{id}");
        for fen in found {
            let game = Game::new(variant::find(id).expect(id), Some(fen), [""; 0]).expect(fen);
            assert!(game.outcome().is_none(), "{id}: {fen}");
            assert_eq!(game.position().fen(), fen);
        }
    }
}

#[test]
fn positions_depend_on_the_seed_alone() {
    let with_seed = |seed: u32| answers(&[&format!("genfens 8 seed {seed} book None"), "quit"]);
    assert_eq!(with_seed(5), with_seed(5));
    let (one, other) = (with_seed(5), with_seed(6));
    assert!(positions(&one).iter().all(|fen| !positions(&other).contains(fen)));
    // Both sides get to begin.
    let turns = |turn| positions(&one).iter().filter(|fen| fen.contains(turn)).count();
    assert_eq!((turns(" w "), turns(" b ")), (4, 4));
}

#[test]
fn positions_begin_from_a_book() {
    // Pawns and Kings only, so that what comes of it cannot have come from the start of the game.
    let text = "# endings\n\n4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - hmvc 0; fmvn 1;\n";
    let path = book("endings", text);
    let found = answers(&[&format!("genfens 4 seed 1 book {}", path.display()), "quit"]);
    assert_eq!(positions(&found).len(), 4);
    for fen in positions(&found) {
        let placement = fen.split(' ').next().expect("a placement");
        assert!(placement.chars().all(|c| c.is_ascii_digit() || "kKpPqQ/".contains(c)), "{fen}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let (bad, empty) = (book("bad", "\njoho\n"), book("empty", "# nothing\n"));
    for (arguments, wanted) in [
        ("5".to_string(), "`5`: wanted genfens N seed S book FILE|None".to_string()),
        ("5 seed x book None".to_string(), "`5 seed x book None`: wanted".to_string()),
        ("2000000 seed 1 book None".to_string(), "`2000000`: at most 1000000".to_string()),
        ("5 seed 1 book /joho".to_string(), "book `/joho`: ".to_string()),
        (format!("5 seed 1 book {}", bad.display()), "book line 2: ".to_string()),
        (
            format!("5 seed 1 book {}", empty.display()),
            format!("book `{}`: no positions", empty.display()),
        ),
    ] {
        let found = answers(&[&format!("genfens {arguments}"), "quit"]);
        let wanted = format!("info string error genfens: {wanted}");
        assert!(matches!(&found[..], [line] if line.starts_with(&wanted)), "{found:?}");
    }
}

#[test]
fn a_book_of_lost_positions_is_given_up() {
    let path = book("lost", "3qkqqq/8/8/8/8/8/8/4K3 b - - 0 1");
    let found = answers(&[&format!("genfens 1 seed 1 book {}", path.display()), "quit"]);
    assert!(found[0].starts_with("info string error genfens: found no position"), "{found:?}");
}

#[test]
fn lines_are_answered_in_order() {
    let found = answers(&["position startpos moves e2e4", "query turn", "isready", "quit", "uci"]);
    assert_eq!(found, ["response turn b", "readyok"]);
    // The end of the arguments is the end of input.
    assert_eq!(answers(&["query turn"]), ["response turn w"]);
}

#[test]
fn other_arguments_with_blanks_are_no_protocol() {
    for argument in ["show chess", "joho isready", " ", "bench"] {
        let output = simurgh(&[argument, "joho"]).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{argument}");
    }
}
