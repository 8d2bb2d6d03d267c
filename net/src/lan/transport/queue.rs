//! What waits to be sent to one peer. Bounded in bytes; nobody ever waits to put something in. What is said in the game
//! does not even wait for the writer: as long as nothing is before it, it goes onto its stream at once.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};

use bytes::Bytes;
use quinn::SendStream;
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
    control: VecDeque<Message>,
    bulk: VecDeque<Message>,
    /// The stream of the control lane, as long as the writer has nothing to write on it.
    idle: Option<SendStream>,
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

/// A message, or what is left of it.
#[derive(Debug)]
struct Message {
    length: Bytes,
    content: Bytes,
    cost: usize,
}

impl Message {
    fn new(content: Bytes) -> Message {
        // A queue holds far less than 4 GiB.
        let length = Bytes::copy_from_slice(&(content.len() as u32).to_le_bytes());
        Message { cost: content.len() + OVERHEAD, length, content }
    }

    /// Writes as much as the stream takes at once. Returns what is left, if anything is.
    fn write_on(self, stream: &mut SendStream) -> Option<Message> {
        let mut chunks = [self.length, self.content];
        let mut context = Context::from_waker(Waker::noop());
        // Whoever writes what is left waits for room, or hears what is wrong.
        let _ = pin!(stream.write_chunks(&mut chunks)).poll(&mut context);
        let [length, content] = chunks;
        let rest = Message { length, content, cost: self.cost };
        (!rest.length.is_empty() || !rest.content.is_empty()).then_some(rest)
    }
}

impl State {
    fn lane(&mut self, lane: Lane) -> &mut VecDeque<Message> {
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

    /// Puts a message at the end of its lane, or onto the stream.
    pub(super) fn push(&self, lane: Lane, message: Bytes) -> Result<(), NoRoom> {
        let mut message = Message::new(message);
        let cost = message.cost;
        let mut state = self.lock();
        if state.stage != Stage::Open {
            return Err(NoRoom::Closed);
        }
        if state.cost + cost > self.most {
            return Err(NoRoom::Full);
        }
        if lane == Lane::Control
            && state.control.is_empty()
            && let Some(stream) = &mut state.idle
        {
            match message.write_on(stream) {
                None => return Ok(()),
                Some(rest) => message = rest,
            }
        }
        state.lane(lane).push_back(message);
        state.cost += cost;
        self.total.fetch_add(cost, Ordering::Relaxed);
        drop(state);
        self.ready(lane).notify_one();
        Ok(())
    }

    /// Lets what is said in the game go onto this stream at once, until there is a batch to be written first.
    pub(super) fn lend(&self, stream: SendStream) {
        self.lock().idle = Some(stream);
    }

    /// Takes the stream back.
    pub(super) fn take_back(&self) -> Option<SendStream> {
        self.lock().idle.take()
    }

    /// The next messages of a lane; `None` once the queue is closed and the lane empty. With those of the control lane comes
    /// its stream.
    pub(super) async fn take(&self, lane: Lane) -> Option<Batch<'_>> {
        loop {
            {
                let mut state = self.lock();
                if let Some(mut batch) = self.batch(state.lane(lane)) {
                    batch.stream = state.idle.take_if(|_| lane == Lane::Control);
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

    fn batch(&self, lane: &mut VecDeque<Message>) -> Option<Batch<'_>> {
        let mut batch = Batch { queue: self, chunks: Vec::new(), stream: None, cost: 0 };
        while batch.cost < BATCH {
            let Some(message) = lane.pop_front() else { break };
            batch.cost += message.cost;
            batch.chunks.extend([message.length, message.content].into_iter().filter(|chunk| !chunk.is_empty()));
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
    /// Where to, if it was lent to the queue.
    pub(super) stream: Option<SendStream>,
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
