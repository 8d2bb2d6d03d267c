//! What waits to be sent to one peer. Bounded in bytes; nobody ever waits to put something in.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::Notify;

use super::link::Lane;

/// What a message costs beyond its bytes, so that many empty ones can't grow memory either.
const OVERHEAD: usize = 64;

/// About how many bytes are written in one go.
const BATCH: usize = 64 << 10;

/// The queue of one link.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    control_ready: Notify,
    bulk_ready: Notify,
    most: usize,
    /// The cost of all queues of an endpoint together.
    total: Arc<AtomicUsize>,
}

#[derive(Debug, Default)]
struct State {
    control: VecDeque<Bytes>,
    bulk: VecDeque<Bytes>,
    /// Of all that is in the lanes, and of what is being written.
    cost: usize,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    #[default]
    Open,
    /// Nothing more is taken.
    Closed,
    /// Nothing counts any more, what is being written included.
    Discarded,
}

impl State {
    fn lane(&mut self, lane: Lane) -> &mut VecDeque<Bytes> {
        match lane {
            Lane::Control => &mut self.control,
            Lane::Bulk => &mut self.bulk,
        }
    }
}

/// Why nothing can be put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoRoom {
    /// There is too much in it.
    Full,
    /// Nothing more is taken.
    Closed,
}

impl Queue {
    /// An empty queue that takes so many bytes, and adds them to a total.
    pub(super) fn new(most: usize, total: Arc<AtomicUsize>) -> Queue {
        Queue { state: Mutex::default(), control_ready: Notify::new(), bulk_ready: Notify::new(), most, total }
    }

    /// Puts a message at the end of its lane.
    pub(super) fn push(&self, lane: Lane, message: Bytes) -> Result<(), NoRoom> {
        let cost = message.len() + OVERHEAD;
        let mut state = self.lock();
        if state.stage != Stage::Open {
            return Err(NoRoom::Closed);
        }
        if state.cost + cost > self.most {
            return Err(NoRoom::Full);
        }
        state.lane(lane).push_back(message);
        state.cost += cost;
        self.total.fetch_add(cost, Ordering::Relaxed);
        drop(state);
        self.ready(lane).notify_one();
        Ok(())
    }

    /// The next messages of a lane; `None` once the queue is closed and the lane empty.
    pub(super) async fn take(&self, lane: Lane) -> Option<Batch<'_>> {
        loop {
            {
                let mut state = self.lock();
                if let Some(batch) = self.batch(state.lane(lane)) {
                    return Some(batch);
                }
                if state.stage != Stage::Open {
                    return None;
                }
            }
            self.ready(lane).notified().await;
        }
    }

    /// Takes nothing more; what is in it can still be taken out.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        if state.stage == Stage::Open {
            state.stage = Stage::Closed;
        }
        drop(state);
        self.control_ready.notify_one();
        self.bulk_ready.notify_one();
    }

    /// Takes nothing more and forgets what is in it.
    pub(super) fn discard(&self) {
        let mut state = self.lock();
        self.total.fetch_sub(state.cost, Ordering::Relaxed);
        *state = State { stage: Stage::Discarded, ..State::default() };
    }

    /// How much is in it, what is being written included.
    pub(super) fn cost(&self) -> usize {
        self.lock().cost
    }

    fn batch(&self, lane: &mut VecDeque<Bytes>) -> Option<Batch<'_>> {
        let mut batch = Batch { queue: self, chunks: Vec::new(), cost: 0 };
        while batch.cost < BATCH {
            let Some(message) = lane.pop_front() else { break };
            batch.cost += message.len() + OVERHEAD;
            // A queue holds far less than 4 GiB.
            batch.chunks.push(Bytes::copy_from_slice(&(message.len() as u32).to_le_bytes()));
            batch.chunks.push(message);
        }
        (batch.cost > 0).then_some(batch)
    }

    fn ready(&self, lane: Lane) -> &Notify {
        match lane {
            Lane::Control => &self.control_ready,
            Lane::Bulk => &self.bulk_ready,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Messages that are being written, each after its length. They count until this is dropped.
#[derive(Debug)]
pub(super) struct Batch<'a> {
    queue: &'a Queue,
    /// What to write.
    pub(super) chunks: Vec<Bytes>,
    cost: usize,
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        // An empty one is dropped while the queue is locked.
        if self.cost == 0 {
            return;
        }
        let mut state = self.queue.lock();
        if state.stage != Stage::Discarded {
            state.cost -= self.cost;
            self.queue.total.fetch_sub(self.cost, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(most: usize) -> (Queue, Arc<AtomicUsize>) {
        let total = Arc::new(AtomicUsize::new(0));
        (Queue::new(most, Arc::clone(&total)), total)
    }

    #[tokio::test]
    async fn messages_come_out_in_order_with_their_lengths() {
        let (queue, total) = queue(1_000);
        queue.push(Lane::Control, Bytes::from_static(b"ab")).expect("room");
        queue.push(Lane::Bulk, Bytes::from_static(b"z")).expect("room");
        queue.push(Lane::Control, Bytes::from_static(b"c")).expect("room");
        let batch = queue.take(Lane::Control).await.expect("two messages");
        assert_eq!(batch.chunks.concat(), b"\x02\0\0\0ab\x01\0\0\0c");
        assert_eq!(queue.cost(), 4 + 3 * OVERHEAD);
        drop(batch);
        assert_eq!((queue.cost(), total.load(Ordering::Relaxed)), (1 + OVERHEAD, 1 + OVERHEAD));
        queue.close();
        assert_eq!(queue.push(Lane::Control, Bytes::new()), Err(NoRoom::Closed));
        assert!(queue.take(Lane::Control).await.is_none());
        assert!(queue.take(Lane::Bulk).await.is_some());
        assert!(queue.take(Lane::Bulk).await.is_none());
        assert_eq!(total.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn it_is_full_with_empty_messages_too_and_can_be_thrown_away() {
        let (queue, total) = queue(10 * OVERHEAD);
        let fitted = (0..100).take_while(|_| queue.push(Lane::Control, Bytes::new()).is_ok()).count();
        assert_eq!(fitted, 10);
        assert_eq!(queue.push(Lane::Bulk, Bytes::new()), Err(NoRoom::Full));
        let batch = queue.take(Lane::Control).await;
        assert_eq!(queue.cost(), 10 * OVERHEAD, "what is being written counts");
        queue.discard();
        assert_eq!((queue.cost(), total.load(Ordering::Relaxed)), (0, 0));
        drop(batch);
        assert_eq!((queue.cost(), total.load(Ordering::Relaxed)), (0, 0));
    }
}
