//! Openings that repeat are pointed out.

use super::{finish, record_file, runner};

#[test]
fn openings_that_repeat_are_pointed_out() {
    let book = record_file("openings").with_extension("epd");
    let starts = "startpos moves e2e4\nstartpos moves d2d4\nstartpos moves c2c4\n";
    std::fs::write(&book, starts).expect("space");
    let book = book.to_str().expect("a plain path");
    let of_match: &[&str] =
        &["match", "chess", "--engine", "name=a nodes=1", "--engine", "name=b nodes=1", "--rounds"];
    let of_data: &[&str] = &["data", "chess", "--engine", "nodes=1", "--games"];
    let note = |wanted: u64, different: u64| {
        format!(
            "simurgh: note: {wanted} openings, but only {different} different: games may repeat, and \
             equal games are not independent\n"
        )
    };
    for (count, more, expected) in [
        ("4", &["--book", book][..], note(4, 3)),
        ("3", &["--book", book], String::new()),
        ("4", &["--book", book, "--random-plies", "2"], String::new()),
        ("2", &["--random-plies", "0"], note(2, 1)),
        ("2", &[], String::new()),
    ] {
        for command in [of_match, of_data] {
            let last = ["--max-plies", "4", "--quiet"];
            let arguments = [command, &[count], more, &last].concat();
            let (status, _, errors) = finish(runner(&arguments));
            assert_eq!((status, errors), (Some(0), expected.clone()), "{arguments:?}");
        }
    }
}
