//! What an engine keeps between searches.

use super::histories::Histories;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// Stack of a search thread: positions live on it, one per ply.
const STACK_BYTES: usize = 64 << 20;

/// What an engine keeps between searches: what its threads have learnt, and the threads
/// themselves, since starting one takes as long as a search of some hundred nodes.
#[derive(Default)]
pub struct Memory {
    histories: Mutex<Vec<Histories>>,
    /// The threads, and how many were asked for.
    threads: Mutex<Option<(usize, Arc<ThreadPool>)>>,
}

impl Memory {
    /// Takes out what a thread remembers.
    pub(super) fn take(&self, thread: usize) -> Histories {
        lock(&self.histories).get_mut(thread).map(std::mem::take).unwrap_or_default()
    }

    /// Puts back what a thread remembers.
    pub(super) fn put(&self, thread: usize, histories: Histories) {
        let mut all = lock(&self.histories);
        if all.len() <= thread {
            all.resize_with(thread + 1, Histories::default);
        }
        all[thread] = histories;
    }

    /// Forgets everything that was learnt.
    pub fn clear(&self) {
        lock(&self.histories).clear();
    }

    /// So many threads, or as many as the system gives; none if it gives none.
    pub(super) fn threads(&self, wanted: usize) -> Option<Arc<ThreadPool>> {
        let mut kept = lock(&self.threads);
        if kept.as_ref().is_none_or(|&(number, _)| number != wanted) {
            let mut fewer = std::iter::successors(Some(wanted), |n| Some(n / 2).filter(|&n| n > 0));
            *kept = fewer.find_map(|n| pool(n).ok()).map(|p| (wanted, Arc::new(p)));
        }
        kept.as_ref().map(|(_, pool)| Arc::clone(pool))
    }
}

/// A pool of so many threads. If the system does not give them all, those that it gave have ended when
/// this returns: a smaller pool is to find their room free.
fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let mut started = Vec::new();
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let built = builder.spawn_handler(|thread| {
        let builder = Builder::new().name("search".to_string()).stack_size(STACK_BYTES);
        started.push(builder.spawn(|| thread.run())?);
        Ok(())
    });
    let pool = built.build();
    if pool.is_err() {
        // A thread that broke off has ended, too.
        started.into_iter().for_each(|thread| drop(thread.join()));
    }
    pool
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
