//! Characters with colours on a plane, and their output as lines of text.

/// How a character looks where colour is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paint {
    /// As the terminal writes.
    Plain,
    /// The name of a level.
    Heading,
    /// A cell of a shade.
    Cell(u8),
    /// A piece of the player with a name, on a cell of a shade.
    Piece(&'static str, u8),
}

impl Paint {
    /// The parameters of the escape code that selects this look.
    ///
    /// Cells and pieces set foreground and background both, so that they read alike on dark and
    /// on light terminals. Cells are middle greys: white and black letters stand out from them
    /// alike, all other players' pieces are tiles of their colour.
    fn sgr(self) -> String {
        let grey = |shade: u8| [242, 245, 239][usize::from(shade) % 3];
        let (text, ground) = match self {
            Paint::Plain => return "0".to_string(),
            Paint::Heading => return "0;1".to_string(),
            Paint::Cell(shade) => return format!("0;38;5;231;48;5;{}", grey(shade)),
            Paint::Piece("white", shade) => (231, grey(shade)),
            Paint::Piece("black", shade) => (16, grey(shade)),
            Paint::Piece("red", _) => (231, 160),
            Paint::Piece("yellow", _) => (16, 226),
            Paint::Piece("orange", _) => (16, 214),
            Paint::Piece("green", _) => (231, 28),
            Paint::Piece(..) => (231, 20),
        };
        format!("0;1;38;5;{text};48;5;{ground}")
    }
}

/// A rectangle of painted characters that grows as it is written on.
#[derive(Clone, Default, Debug)]
pub(super) struct Canvas {
    rows: Vec<Vec<(char, Paint)>>,
}

impl Canvas {
    /// The number of columns.
    pub(super) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Writes a text from a place on.
    pub(super) fn put(&mut self, column: usize, row: usize, text: &str, paint: Paint) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        let end = column + text.chars().count();
        if line.len() < end {
            line.resize(end, (' ', Paint::Plain));
        }
        for (place, character) in line[column..].iter_mut().zip(text.chars()) {
            *place = (character, paint);
        }
    }

    /// Adds another canvas to the right of everything, `gap` columns away.
    pub(super) fn append(&mut self, other: &Canvas, gap: usize) {
        let start = if self.rows.is_empty() { 0 } else { self.width() + gap };
        for (row, line) in other.rows.iter().enumerate() {
            self.put(start, row, "", Paint::Plain);
            self.rows[row].extend_from_slice(line);
        }
    }

    /// The lines, without blanks at their ends.
    pub(super) fn lines(&self, colour: bool) -> Vec<String> {
        self.rows.iter().map(|row| line(row, colour)).collect()
    }
}

fn line(row: &[(char, Paint)], colour: bool) -> String {
    let blank = |&(character, paint): &(char, Paint)| {
        character == ' ' && !(colour && paint != Paint::Plain)
    };
    let end = row.iter().rposition(|place| !blank(place)).map_or(0, |last| last + 1);
    let mut text = String::new();
    let mut current = Paint::Plain;
    for &(character, paint) in &row[..end] {
        if colour && paint != current {
            text.push_str(&format!("\x1b[{}m", paint.sgr()));
            current = paint;
        }
        text.push(character);
    }
    if current != Paint::Plain {
        text.push_str("\x1b[0m");
    }
    text
}
