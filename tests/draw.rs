//! Positions drawn for a terminal.

use simurgh::draw::{Style, draw};
use simurgh::position::AnyPosition;
use simurgh::variant::{self, Notation};

fn plain(position: &AnyPosition, width: usize) -> String {
    draw(position, &Style { colour: false, width })
}

fn start(id: &str) -> AnyPosition {
    AnyPosition::start(variant::find(id).expect(id))
}

fn read(id: &str, fen: &str) -> AnyPosition {
    AnyPosition::read(variant::find(id).expect(id), fen).expect(fen)
}

/// The lines above the position string of a game whose rows have commas.
fn pictures(drawing: &str) -> Vec<&str> {
    drawing.lines().take_while(|line| !line.contains(',')).collect()
}

/// The lines from a heading to the next empty line, in a drawing with one level per band.
fn picture<'d>(drawing: &'d str, heading: &str) -> Vec<&'d str> {
    let mut lines = drawing.lines();
    lines.find(|line| line.trim() == heading).expect(heading);
    lines.take_while(|line| !line.is_empty()).collect()
}

#[test]
fn chess_in_full() {
    let expected = "\
8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2  P  P  P  P  P  P  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h

rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

White to move.
White has the upper case letters, Black the lower case ones.

K King    Q Queen   R Rook    B Bishop  N Knight  P Pawn
";
    assert_eq!(plain(&start("chess"), 80), expected);
}

#[test]
fn rows_of_hexagons_are_shifted() {
    let drawing = plain(&start("honeycomb"), 50);
    let expected = [
        "    /8  /7  /6  /5  /4  /3  /2  /1",
        "8  bK  bF  bP  .   .   yP  yF  yK",
        "7    bF  bP  .   .   .   yP  yF",
        "6      bP  .   .   .   .   yP",
        "5        .   .   .   .   .",
        "4          .   .   .   .",
        "3            rP  rP  rP",
        "2              rF  rF",
        "1                rK",
    ];
    assert_eq!(picture(&drawing, "level c"), expected);
    assert!(drawing.contains("3c6 is slant 3,\nlevel c, row 6."), "{drawing}");
}

#[test]
fn names_without_fixed_order_get_a_picture() {
    let drawing = plain(&start("aof3"), 50);
    let expected = [
        "                        /r  /q",
        "a                      ra  qa /p",
        "b                    rb  qb  pb /o",
        "c     /c  /b  /a   rc  qc  pc  oc /n",
        "d    dc  db  da  rd  qd  pd  od  nd /m",
        "e  ec  eb  ea  re  qe  pe  oe  ne  me /l",
        "f    fb  fa  rf  qf  pf  of  nf  mf  lf /k",
        "g      ga  rg  qg  pg  og  ng  mg  lg  kg /j",
        "h        rh  qh  ph  oh  nh  mh  lh  kh  jh",
        "i          qi  pi  oi  ni  mi  li  ki  ji",
        "j            pj  oj  nj  mj",
        "k              ok  nk  mk",
        "l                nl  ml",
    ];
    assert_eq!(picture(&drawing, "names of columns"), expected);
    assert_eq!(picture(&drawing, "level 3")[5], "e  rK  .   rP  .   .   .   .   .   .  /l");
    for other in ["chess", "honeycomb", "guru", "ninja"] {
        assert!(!plain(&start(other), 50).contains("names of columns"), "{other}");
    }
}

#[test]
fn files_and_ranks_of_every_level() {
    let guru = plain(&start("guru"), 80);
    let expected = [
        "10  bG bE bE bP .  .  gP gN gR gK    10  bK bR bN bP .  .  gP gE gE gG",
        " 9  bR bF bN bP .  gP gP gE gF gE     9  bE bF bE bP .  gP gP gN gF gR",
    ];
    assert_eq!(pictures(&guru)[1..3], expected);
    let files = "    a  b  c  d  e  f  g  h  i  j         a  b  c  d  e  f  g  h  i  j";
    assert_eq!(pictures(&guru)[11], files);
    let ninja = plain(&start("ninja"), 40);
    let level = picture(&ninja, "files k-o");
    assert_eq!(level[9..], [" 1  wR  wGn wK  wNt wC", "     k   l   m   n   o"]);
}

#[test]
fn every_row_is_labelled_on_every_level() {
    let ten = "10 9 8 7 6 5 4 3 2 1";
    let games = [
        ("chess", "8 7 6 5 4 3 2 1"),
        ("honeycomb", "8 7 6 5 4 3 2 1"),
        ("aof3", "a b c d e f g h i j k l"),
        ("guru", ten),
        ("ninja", ten),
    ];
    for (id, labels) in games {
        let position = start(id);
        let levels = position.variant().board.level_names().len();
        let drawing = plain(&position, 1000);
        let rows: Vec<Vec<&str>> =
            drawing.lines().map(|line| line.split_whitespace().collect()).collect();
        let top = labels.split(' ').next();
        let from = rows.iter().position(|row| row.first().copied() == top);
        for (label, row) in labels.split(' ').zip(&rows[from.expect(id)..]) {
            assert_eq!(row[0], label, "{id}");
            let count = row.iter().filter(|&&word| word == label).count();
            assert!(count >= levels, "{id} row {label}");
        }
    }
}

#[test]
fn every_piece_is_drawn_once() {
    for id in variant::ids() {
        let position = start(id);
        if position.variant().rules.notation == Notation::Fen {
            continue;
        }
        for width in [50, 80, 1000] {
            let drawing = plain(&position, width);
            let words = pictures(&drawing).join(" ");
            let is_token = |word: &&str| word.contains(|c: char| c.is_ascii_uppercase());
            let mut drawn: Vec<&str> = words.split_whitespace().filter(is_token).collect();
            let fen = position.fen();
            let placement = fen.split(' ').next().unwrap();
            let mut placed: Vec<&str> = placement.split(['|', '/', ',']).filter(is_token).collect();
            drawn.sort_unstable();
            placed.sort_unstable();
            assert_eq!(drawn, placed, "{id} at {width}");
            let empty = words.split_whitespace().filter(|&word| word == ".").count();
            assert_eq!(empty + placed.len(), position.variant().board.len(), "{id} at {width}");
        }
    }
}

#[test]
fn lines_keep_within_the_width() {
    for id in variant::ids() {
        for width in [50, 80, 99, 132, 200] {
            let drawing = plain(&start(id), width);
            for line in drawing.lines() {
                assert!(line.len() <= width, "{id} at {width}: {line}");
                assert_eq!(line, line.trim_end(), "{id} at {width}");
            }
        }
        // Too narrow for a level: still everything is drawn.
        assert!(plain(&start(id), 10).lines().count() > 10, "{id}");
    }
}

#[test]
fn as_many_levels_side_by_side_as_fit() {
    let bands = |width| {
        let drawing = plain(&start("honeycomb"), width);
        pictures(&drawing).iter().filter(|line| line.contains("level ")).count()
    };
    assert_eq!([50, 71, 73, 120, 200].map(bands), [5, 5, 3, 2, 1]);
}

#[test]
fn colours_change_nothing_else() {
    for id in variant::ids() {
        let plain = plain(&start(id), 100);
        assert!(!plain.contains('\x1b'), "{id}");
        let coloured = draw(&start(id), &Style { colour: true, width: 100 });
        let mut stripped = String::new();
        for (i, part) in coloured.split('\x1b').enumerate() {
            let text = if i == 0 { part } else { part.split_once('m').expect("a code").1 };
            stripped.push_str(text);
        }
        let stripped: Vec<&str> = stripped.lines().map(str::trim_end).collect();
        assert_eq!(stripped, plain.lines().collect::<Vec<_>>(), "{id}");
        for line in coloured.lines().filter(|line| line.contains('\x1b')) {
            assert!(line.rfind("\x1b[0m") == line.rfind('\x1b'), "{id} leaves colour on: {line}");
        }
    }
}

#[test]
fn notes_tell_what_the_board_does_not() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let drawing = plain(&read("chess", mate), 80);
    assert!(drawing.contains("The game is over, won by black: checkmate.\n"), "{drawing}");
    assert!(drawing.contains("White is in check.\n"), "{drawing}");

    let teams = plain(&start("guru-teams"), 80);
    let sides = "In the game: r red and g green against o orange and b blue.";
    assert!(teams.contains(sides), "{teams}");

    let ninja = variant::find("ninja").unwrap().start.as_str();
    for (field, note) in [("-", "nothing"), ("wNm,bR,bR", "wNm, 2 bR")] {
        let fen = ninja.replace("wb - - 0", &format!("wb - {field} 0"));
        let drawing = plain(&read("ninja", &fen), 80);
        assert!(drawing.contains(&format!("In reserve: {note}.\n")), "{drawing}");
    }
}

#[test]
fn recruited_pawns_are_explained() {
    let empty = "8/7/6/5/4/3/2/1";
    let fen =
        format!("{empty}|8/7/6/2,rPy,2/4/3/2/1|bK,7/7/6/5/4/3/2/rK|{empty}|{empty} b rb - - 0 9");
    let drawing = plain(&read("honeycomb", &fen), 80);
    assert!(drawing.contains("In the game: r red, b blue. Out: y yellow.\n"), "{drawing}");
    assert!(drawing.contains("rPy: red's Pawn, heading like yellow's.\n"), "{drawing}");
    assert!(drawing.contains("5         .   .  rPy  .   ."), "{drawing}");
}
