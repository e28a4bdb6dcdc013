//! Which weights a game is played with: those of a file for its family, the embedded ones
//! elsewhere.

use super::network::{NetworkError, NetworkFile};
use super::{WeightFile, WeightFileError, Weights, family, is_of_family, network_family};
use crate::variant::Tables;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

macro_rules! embedded_files {
    ($($family:literal),*) => {
        [$(($family, include_str!(concat!("../../tuning/weights/", $family, ".tsv")))),*]
    };
}

/// The files of `tuning/weights/` by family.
const EMBEDDED: [(&str, &str); 8] = embedded_files![
    "aof3",
    "cwda",
    "guru",
    "honeycomb",
    "honeycomb-double",
    "honeycomb-double-pawnless",
    "honeycomb-pawnless",
    "ninja"
];

/// The files of `tuning/networks/`.
const NETWORKS_EMBEDDED: [&[u8]; 2] = [
    include_bytes!("../../tuning/networks/cwda.network"),
    include_bytes!("../../tuning/networks/chess.network"),
];

/// A file that says how the games of a family are evaluated.
#[derive(Clone, PartialEq, Debug)]
pub enum EvalFile {
    /// By terms with these weights, even where there is an embedded network.
    Weights(WeightFile),
    /// By this network.
    Network(NetworkFile),
}

/// Why a file does not say how games are evaluated.
#[derive(Debug, thiserror::Error)]
pub enum EvalFileError {
    /// It cannot be read, or begins as a network does but is none that can be used.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// It is no network, and no file of weights.
    #[error(transparent)]
    Weights(#[from] WeightFileError),
}

impl EvalFile {
    /// Reads the file at a path: a network if it begins as one, otherwise weights.
    ///
    /// # Errors
    /// If it cannot be read, or as the kind of file that it begins as.
    pub fn read(path: &Path) -> Result<EvalFile, EvalFileError> {
        match NetworkFile::read(path) {
            Ok(file) => Ok(EvalFile::Network(file)),
            Err(NetworkError::Magic) => Ok(EvalFile::Weights(WeightFile::read(path)?)),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether it says so of a game.
    fn is_for(&self, id: &str) -> bool {
        match self {
            EvalFile::Weights(file) => file.family() == family(id),
            EvalFile::Network(file) => is_of_family(id, &file.shape.family),
        }
    }
}

/// The weights of all games, compiled when first asked for.
#[derive(Debug, Default)]
pub struct Library {
    /// Comes before the embedded files.
    own: Option<EvalFile>,
    /// Whether embedded networks are left out.
    terms_only: bool,
    compiled: Mutex<HashMap<&'static str, Arc<Weights>>>,
}

impl Library {
    /// The embedded weights.
    #[must_use]
    pub fn embedded() -> Arc<Library> {
        static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
        Arc::clone(LIBRARY.get_or_init(Arc::default))
    }

    /// The embedded weights without the embedded networks: all games are evaluated by terms.
    #[must_use]
    pub fn of_terms() -> Arc<Library> {
        Arc::new(Library { terms_only: true, ..Library::default() })
    }

    /// The weights of a file for the games of its family, the embedded ones for all others.
    #[must_use]
    pub fn with(file: EvalFile) -> Arc<Library> {
        Arc::new(Library { own: Some(file), ..Library::default() })
    }

    /// The weights of a game.
    #[must_use]
    pub fn weights<const W: usize>(&self, tables: &'static Tables<W>) -> Arc<Weights> {
        let id = tables.variant.id;
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let weights = compiled.entry(id).or_insert_with(|| {
            let linear = || Weights::new(tables, &embedded(family(id)));
            let own = self.own.as_ref().filter(|file| file.is_for(id));
            Arc::new(match own {
                Some(EvalFile::Weights(file)) => Weights::new(tables, file),
                Some(EvalFile::Network(file)) => linear().with_network(tables, file),
                None => match embedded_network_of(id).filter(|_| !self.terms_only) {
                    Some(file) => linear().with_network(tables, file),
                    None => linear(),
                },
            })
        });
        Arc::clone(weights)
    }
}

/// The embedded file of a family; an empty one where there is none.
#[must_use]
pub fn embedded(family: &str) -> WeightFile {
    let text = EMBEDDED.iter().find(|(of, _)| *of == family).map_or("", |(_, text)| text);
    // A test reads every file; a family whose file cannot be read plays with derived weights.
    WeightFile::parse_unchecked(text).unwrap_or_else(|_| WeightFile::new(family))
}

/// The embedded network of a game, if it has one: its own before that of its family.
fn embedded_network_of(id: &str) -> Option<&'static NetworkFile> {
    embedded_network(network_family(id)).or_else(|| embedded_network(family(id)))
}

/// The embedded network of a family, if it has one; see [`network_family()`].
#[must_use]
pub fn embedded_network(family: &str) -> Option<&'static NetworkFile> {
    static NETWORKS: OnceLock<Vec<NetworkFile>> = OnceLock::new();
    // A test reads every file; games of one that cannot be read are played by weights alone.
    let read = || NETWORKS_EMBEDDED.iter().filter_map(|b| NetworkFile::parse(b).ok()).collect();
    NETWORKS.get_or_init(read).iter().find(|file| file.shape.family == family)
}

#[cfg(test)]
mod tests {
    use super::{EMBEDDED, Library, NETWORKS_EMBEDDED, embedded, embedded_network_of, family};
    use crate::eval::WeightFile;
    use crate::eval::network::NetworkFile;
    use crate::position::{AnyPosition, with_position};
    use crate::variant;

    #[test]
    fn every_embedded_file_can_be_read() {
        for (family, text) in EMBEDDED {
            match WeightFile::parse(text) {
                Ok(file) => assert_eq!(file, embedded(family)),
                Err(error) => panic!("{family}: {error}"),
            }
        }
    }

    #[test]
    fn every_embedded_network_can_be_read() {
        for bytes in NETWORKS_EMBEDDED {
            assert!(NetworkFile::parse(bytes).is_ok());
        }
    }

    #[test]
    fn orthodox_chess_has_the_network_trained_for_it_and_no_other_game_has() {
        for id in variant::ids().filter(|&id| family(id) == "cwda") {
            let own = if matches!(id, "chess" | "cwda-ff") { "chess" } else { "cwda" };
            let used = embedded_network_of(id).map(|file| file.shape.family.as_str());
            assert_eq!(used, Some(own), "{id}");
        }
    }

    #[test]
    fn no_game_has_a_network_in_a_library_of_terms() {
        let library = Library::of_terms();
        for id in variant::ids() {
            let start = AnyPosition::start(variant::find(id).expect("a registered game"));
            let has = |library: &Library| with_position!(&start, p => library.weights(p.tables()).network().is_some());
            assert!(!has(&library), "{id}");
            assert_eq!(has(&Library::embedded()), embedded_network_of(id).is_some(), "{id}");
        }
    }

    #[test]
    fn every_family_has_its_file() {
        for id in variant::ids() {
            assert!(EMBEDDED.iter().any(|(of, _)| *of == family(id)), "{id}");
            assert_eq!(embedded(family(id)).family(), family(id));
        }
    }
}
