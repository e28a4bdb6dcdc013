//! Files of records: reading them, and writing them so that nothing is lost.
//!
//! Invariants: a record is in the file as a whole line or not at all, but for the last line of a
//! file whose writer was killed in the middle of it, which readers pass over, also where another
//! file was joined to it; one writer at a time.

use super::record::{GameRecord, RecordError};
use serde::de::IgnoredAny;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a file of records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is no record.
    #[error("{path} line {line}: {error}")]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Another process writes to it.
    #[error("{0}: another process is writing to it")]
    Busy(PathBuf),
    /// It has records already, and nobody asked to go on.
    #[error("{0} has records already: go on with --resume, or name another file")]
    Occupied(PathBuf),
}

/// Reads all records of a file and hands each to `visit` with its line number, from 1.
///
/// # Errors
/// If the file cannot be read, or a line other than an unfinished last one neither is a record nor
/// ends with one.
pub fn read_records(
    path: &Path,
    mut visit: impl FnMut(usize, GameRecord),
) -> Result<(), JournalError> {
    let io = |error| JournalError::Io { path: path.to_path_buf(), error };
    read_from(BufReader::new(File::open(path).map_err(io)?), path, &mut visit).map(|_| ())
}

/// The records of a line: one, but where files were joined of which the first lacks its last line
/// break. What is torn before a record is passed over.
fn read_line(line: &str) -> Result<Vec<GameRecord>, RecordError> {
    const START: &str = "{\"format\":";
    GameRecord::parse(line).map(|record| vec![record]).or_else(|error| {
        let (mut records, mut end) = (Vec::new(), 0);
        for (start, _) in line.match_indices(START) {
            // An option of an engine may have this name.
            if start < end {
                continue;
            }
            let mut values = serde_json::Deserializer::from_str(&line[start..]).into_iter();
            let Some(Ok(IgnoredAny)) = values.next() else { continue };
            let after = start + values.byte_offset();
            if let Ok(record) = GameRecord::parse(&line[start..after]) {
                records.push(record);
                end = after;
            }
        }
        if records.is_empty() || !line[end..].trim().is_empty() { Err(error) } else { Ok(records) }
    })
}

/// Reads records; the length in bytes of all lines that are complete but perhaps for the last
/// line break.
fn read_from(
    mut reader: impl BufRead,
    path: &Path,
    visit: &mut impl FnMut(usize, GameRecord),
) -> Result<u64, JournalError> {
    let io = |error| JournalError::Io { path: path.to_path_buf(), error };
    let (mut text, mut complete) = (Vec::new(), 0);
    for line in 1.. {
        text.clear();
        let read = reader.read_until(b'\n', &mut text).map_err(io)?;
        if read == 0 {
            break;
        }
        let whole = text.last() == Some(&b'\n');
        let content = String::from_utf8_lossy(&text);
        if !content.trim().is_empty() {
            match read_line(&content) {
                Ok(records) => records.into_iter().for_each(|record| visit(line, record)),
                // The writer was killed in the middle of this line.
                Err(_) if !whole => break,
                Err(error) => {
                    return Err(JournalError::Record { path: path.to_path_buf(), line, error });
                }
            }
        }
        complete += read as u64;
    }
    Ok(complete)
}

/// Opens a file to read and append to, made if need be, for this process alone.
///
/// # Errors
/// If the file cannot be used, is in use, or has something in it and `resume` is not set.
pub fn open_alone(path: &Path, resume: bool) -> Result<File, JournalError> {
    let io = |error| JournalError::Io { path: path.to_path_buf(), error };
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_path_buf())),
        Err(TryLockError::Error(error)) => return Err(io(error)),
    }
    if !resume && file.metadata().map_err(io)?.len() > 0 {
        return Err(JournalError::Occupied(path.to_path_buf()));
    }
    Ok(file)
}

/// A file to which records are appended.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    known: HashSet<String>,
    /// The length of all lines that are complete, until the end has been mended.
    complete: Option<u64>,
}

impl Journal {
    /// Opens a file to append to, made if need be, and gives the records it has. What is in it is
    /// not changed before a record is appended.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, or has records and `resume` is not set.
    pub fn open(path: &Path, resume: bool) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let file = open_alone(path, resume)?;
        let mut records: Vec<GameRecord> = Vec::new();
        let mut known = HashSet::new();
        let complete = read_from(BufReader::new(&file), path, &mut |_, record: GameRecord| {
            if known.insert(record.id.clone()) {
                records.push(record);
            }
        })?;
        Ok((Journal { path: path.to_path_buf(), file, known, complete: Some(complete) }, records))
    }

    /// Removes an unfinished last line, and ends a last line that lacks only its line break.
    fn mend(&mut self, complete: u64) -> io::Result<()> {
        self.file.set_len(complete)?;
        if complete > 0 {
            let mut last = [0];
            self.file.seek(SeekFrom::Start(complete - 1))?;
            self.file.read_exact(&mut last)?;
            if last != *b"\n" {
                self.file.write_all(b"\n")?;
            }
        }
        Ok(())
    }

    /// Appends a record; in the file when this returns. A record that is there already is not
    /// written again. Before the first, an unfinished last line is removed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        if !self.known.insert(record.id.clone()) {
            return Ok(());
        }
        let line = record.line() + "\n";
        let mended = self.complete.take().map_or(Ok(()), |complete| self.mend(complete));
        mended
            .and_then(|()| self.file.write_all(line.as_bytes()))
            .map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str) -> String {
        format!(
            r#"{{"format":1,"id":"{id}","game":"chess","block":0,"block_games":1,"opening":{{}},
            "engines":[{{"name":"ä","options":{{"format":"1"}},"limit":"nodes=1"}}],"seats":[0,0],
            "moves":[],"places":[1.5,1.5],"reason":"adjudication","started":0}}"#
        )
        .replace('\n', "")
    }

    /// The ids of all records with their lines, and the length of what is complete.
    fn read(text: &[u8]) -> Result<(Vec<(usize, String)>, u64), JournalError> {
        let mut found = Vec::new();
        let visit = &mut |line, record: GameRecord| found.push((line, record.id));
        let complete = read_from(text, Path::new("games"), visit)?;
        Ok((found, complete))
    }

    #[test]
    fn what_was_torn_is_passed_over_wherever_it_is() {
        let [first, torn, last] = ["first", "torn", "last"].map(line);
        let begin = [first.as_bytes(), b"\n"].concat();
        let found = |ids: &[(usize, &str)], complete: usize| {
            let ids: Vec<_> = ids.iter().map(|&(line, id)| (line, id.to_string())).collect();
            (ids, complete as u64)
        };
        // Wherever the writer was killed, in the middle of a letter as well.
        for length in 1..torn.len() {
            let torn = &torn.as_bytes()[..length];
            let text = [&begin, torn].concat();
            assert_eq!(read(&text).expect("torn"), found(&[(1, "first")], begin.len()));
            for (torn, end) in [(torn, ""), (torn, "\n"), (&[torn, torn].concat(), "\n")] {
                let text = [&begin, torn, last.as_bytes(), end.as_bytes()].concat();
                let both = found(&[(1, "first"), (2, "last")], text.len());
                assert_eq!(read(&text).expect("joined"), both);
            }
        }
        // A record that lacks its line break only is none the less a record.
        let text = format!("{first}\n{}{torn}{last}\n", &torn[..50]);
        let all = found(&[(1, "first"), (2, "torn"), (2, "last")], text.len());
        assert_eq!(read(text.as_bytes()).expect("joined"), all);
    }

    #[test]
    fn a_line_without_a_record_is_an_error() {
        let a = line("a");
        let torn = &a[..a.len() - 1];
        for wrong in ["this is no record", torn, &format!("{torn}{torn}"), &format!("{a}{torn}")] {
            let error = read(format!("{a}\n{wrong}\n{a}\n").as_bytes()).expect_err(wrong);
            assert!(error.to_string().starts_with("games line 2: not a record: "), "{error}");
        }
    }
}
