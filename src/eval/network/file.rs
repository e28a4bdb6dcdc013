//! Network files: lines of text that say what the numbers are for, an empty line, and the numbers.
//!
//! The text begins with `simurgh network 2` and has the lines `family NAME`, `cells N`, `zones N`,
//! `hidden N`, `buckets N` and `symbols A B ..`; lines that begin with `#` say where the numbers come
//! from. The numbers are little-endian, 16 bits each unless said otherwise: features in the order of
//! the shape (by zone of the viewer's King; own pieces first, by symbol and cell) with `hidden` numbers
//! each, the bias, the output weights by bucket (own view, other view), and the output biases in 32
//! bits.

use super::{BUCKETS, NetworkShape, ONE_HIDDEN, ONE_OUTPUT, Parameters, is_hidden};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// How the first line of every network begins, whatever its version.
const ANY_MAGIC: &str = "simurgh network ";
/// The first line.
const MAGIC: &str = "simurgh network 2";

/// No file is longer, in bytes; what comes after is not read.
const LONGEST: u64 = 64 << 20;

/// The greatest output weight: products with a full sum still fit 16 bits.
const MOST_OUTPUT: i16 = 127;

/// The greatest output bias: a thousand times what stands for 1, about as much as all weights of the
/// output together can add. No judgement is so sure, and values stay far within 32 bits.
const MOST_OUTPUT_BIAS: i32 = 1000 * ONE_HIDDEN * ONE_OUTPUT;

/// A network as a file has it.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFile {
    /// What the features mean.
    pub shape: NetworkShape,
    /// The numbers.
    pub parameters: Arc<Parameters>,
}

/// Why a network file was refused.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as a network does.
    #[error("not a network: the first line is not `{MAGIC}`")]
    Magic,
    /// It is a network of another version.
    #[error("a network of another version: the first line is not `{MAGIC}`")]
    Version,
    /// A line of the text is missing or not what this program can use.
    #[error("the line `{name}` of the network {reason}")]
    Header {
        /// The word that the line begins with.
        name: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
    /// There are too few or too many numbers.
    #[error("the network has {found} bytes of numbers where {expected} belong")]
    Length {
        /// Bytes after the text.
        found: usize,
        /// Bytes that the text promises.
        expected: usize,
    },
    /// A weight of the output is too great.
    #[error("an output weight of the network is not within {MOST_OUTPUT}")]
    Range,
    /// A bias of the output is too great.
    #[error("an output bias of the network is not within {MOST_OUTPUT_BIAS}")]
    Bias,
}

impl NetworkFile {
    /// Reads the file at a path.
    ///
    /// # Errors
    /// If it cannot be read, or as [`NetworkFile::parse`].
    pub fn read(path: &Path) -> Result<NetworkFile, NetworkError> {
        let mut bytes = Vec::new();
        File::open(path)?.take(LONGEST).read_to_end(&mut bytes)?;
        Self::parse(&bytes)
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// If they are not of the form above, or of another shape than the family's.
    pub fn parse(bytes: &[u8]) -> Result<NetworkFile, NetworkError> {
        if !bytes.strip_prefix(MAGIC.as_bytes()).is_some_and(|rest| rest.starts_with(b"\n")) {
            let other = bytes.starts_with(ANY_MAGIC.as_bytes());
            return Err(if other { NetworkError::Version } else { NetworkError::Magic });
        }
        // A file cut short within its text lacks lines, or all numbers.
        let end = bytes.windows(2).position(|w| w == b"\n\n").unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]);
        let numbers = bytes.get(end + 2..).unwrap_or_default();
        let field = |name: &'static str| {
            let line = text.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(' '));
            line.ok_or(NetworkError::Header { name, reason: "is missing" })
        };
        let reason = "is not what this program has";
        let shape = NetworkShape::of_family(field("family")?)
            .ok_or(NetworkError::Header { name: "family", reason })?;
        for (name, value) in [("cells", shape.cells), ("zones", shape.zones), ("buckets", BUCKETS)]
        {
            if field(name)?.parse() != Ok(value) {
                return Err(NetworkError::Header { name, reason });
            }
        }
        let hidden = field("hidden")?.parse().ok().filter(|&n| is_hidden(n));
        let hidden: usize = hidden.ok_or(NetworkError::Header { name: "hidden", reason })?;
        if !field("symbols")?.split_whitespace().eq(shape.symbols.iter()) {
            return Err(NetworkError::Header { name: "symbols", reason });
        }
        let layers = shape.features() + 1 + 2 * BUCKETS;
        let expected = layers * hidden * 2 + BUCKETS * 4;
        if numbers.len() != expected {
            return Err(NetworkError::Length { found: numbers.len(), expected });
        }
        let (short, long) = numbers.split_at(layers * hidden * 2);
        let mut short = short.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
        let mut take =
            |layers: usize| -> Vec<i16> { short.by_ref().take(layers * hidden).collect() };
        let (features, bias, output) = (take(shape.features()), take(1), take(2 * BUCKETS));
        if output.iter().any(|w| !(-MOST_OUTPUT..=MOST_OUTPUT).contains(w)) {
            return Err(NetworkError::Range);
        }
        let output_bias: Vec<i32> =
            long.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        if output_bias.iter().any(|b| !(-MOST_OUTPUT_BIAS..=MOST_OUTPUT_BIAS).contains(b)) {
            return Err(NetworkError::Bias);
        }
        let parameters = Arc::new(Parameters { hidden, features, bias, output, output_bias });
        Ok(NetworkFile { shape, parameters })
    }

    /// The file as bytes. Comments say where the numbers come from; each becomes a line.
    #[must_use]
    pub fn bytes(&self, comments: &[String]) -> Vec<u8> {
        let NetworkShape { family, symbols, cells, zones } = &self.shape;
        let mut text = format!("{MAGIC}\n");
        for comment in comments {
            text += &format!("# {comment}\n");
        }
        let p = &self.parameters;
        let hidden = p.hidden;
        text += &format!(
            "family {family}\ncells {cells}\nzones {zones}\nhidden {hidden}\nbuckets {BUCKETS}\n"
        );
        text += &format!("symbols {}\n\n", symbols.join(" "));
        let mut bytes = text.into_bytes();
        let short = p.features.iter().chain(&p.bias).chain(&p.output);
        bytes.extend(short.flat_map(|n| n.to_le_bytes()));
        bytes.extend(p.output_bias.iter().flat_map(|n| n.to_le_bytes()));
        bytes
    }
}
