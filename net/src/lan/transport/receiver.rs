//! The way from a peer. Nothing is read ahead: as long as nobody asks for the next message, the peer has to wait once its
//! small window is full.

use std::future::pending;
use std::sync::Arc;

use quinn::{ReadError, RecvStream};
use tokio::time::{self, Instant};

use super::fault::LinkFault;
use super::link::Line;
use super::pace::Pace;

/// How many bytes are read in one go, and so the most that is ever reserved for a message of which nothing has come yet.
const CHUNK: usize = 16 << 10;

/// The way from a peer. The link is closed when this is dropped.
#[derive(Debug)]
pub struct LinkReceiver {
    line: Arc<Line>,
    control: Reader,
    bulk: Reader,
    longest: usize,
    messages: Pace,
    bytes: Pace,
}

impl LinkReceiver {
    /// The receiver of a link, with its control stream.
    pub(super) fn new(line: Arc<Line>, control: RecvStream) -> LinkReceiver {
        let limits = &line.registry.limits;
        let now = Instant::now();
        LinkReceiver {
            control: Reader::new(Source::Open(control)),
            bulk: Reader::new(Source::NotYet),
            longest: limits.longest_at_the_door,
            messages: Pace::new(limits.messages, now),
            bytes: Pace::new(limits.bytes, now),
            line,
        }
    }

    /// The next message, of whichever lane; of the bulk lane only once the door is passed. Nothing is lost when this is given up half-way and called again. After an
    /// error there is nothing more.
    pub async fn next(&mut self) -> Result<Vec<u8>, LinkFault> {
        loop {
            if self.control.is_over() && self.bulk.is_over() {
                return Err(self.line.fault());
            }
            let ready_at = self.messages.ready_at().max(self.bytes.ready_at());
            if ready_at > Instant::now() {
                time::sleep_until(ready_at).await;
            }
            let step = tokio::select! {
                biased;
                step = self.control.step(&self.line, self.longest) => step,
                step = self.bulk.step(&self.line, self.longest) => step,
            };
            let now = Instant::now();
            match step {
                Ok(Step::Some(bytes)) => self.bytes.take(bytes as u64, now),
                Ok(Step::Message(message)) => {
                    self.messages.take(1, now);
                    return Ok(message);
                }
                Ok(Step::End) => {}
                Err(fault) => {
                    self.line.give_up(fault);
                    return Err(self.line.fault());
                }
            }
        }
    }

    /// The longest message from now on, in bytes. The length is checked before anything is reserved for the message.
    pub fn set_longest(&mut self, bytes: usize) {
        self.longest = bytes;
    }
}

impl Drop for LinkReceiver {
    fn drop(&mut self) {
        self.line.close("nobody listens any more");
    }
}

/// One lane as it is read.
#[derive(Debug)]
struct Reader {
    source: Source,
    head: [u8; 4],
    head_read: usize,
    body: Vec<u8>,
}

#[derive(Debug)]
enum Source {
    /// The peer has not opened it yet.
    NotYet,
    Open(RecvStream),
    /// The peer has ended it in good order, and will close the connection before long.
    Finished(Instant),
    /// The connection is gone.
    Over,
}

enum Step {
    /// So many bytes were read.
    Some(usize),
    Message(Vec<u8>),
    /// Nothing more comes.
    End,
}

impl Reader {
    fn new(source: Source) -> Reader {
        Reader { source, head: [0; 4], head_read: 0, body: Vec::new() }
    }

    fn is_over(&self) -> bool {
        matches!(self.source, Source::Over)
    }

    /// Reads on. May be given up at any moment.
    async fn step(&mut self, line: &Line, longest: usize) -> Result<Step, LinkFault> {
        match &mut self.source {
            Source::NotYet => {
                self.source = match line.connection.accept_uni().await {
                    Ok(stream) => Source::Open(stream),
                    Err(_) => Source::Over,
                };
                Ok(if self.is_over() { Step::End } else { Step::Some(0) })
            }
            Source::Open(stream) => {
                let length = (self.head_read == self.head.len()).then(|| u32::from_le_bytes(self.head) as usize);
                match length {
                    Some(length) if length == self.body.len() => {
                        self.head_read = 0;
                        Ok(Step::Message(std::mem::take(&mut self.body)))
                    }
                    Some(length) if length > longest => {
                        Err(LinkFault::TooLong { length: length as u64, most: longest })
                    }
                    Some(length) => {
                        let most = CHUNK.min(length - self.body.len());
                        let read = stream.read_chunk(most, true).await;
                        let read = self.noted(read.map(|chunk| chunk.map(|chunk| chunk.bytes)))?;
                        Ok(read.map_or(Step::End, |bytes| {
                            self.body.extend_from_slice(&bytes);
                            Step::Some(bytes.len())
                        }))
                    }
                    None => {
                        let read = stream.read(&mut self.head[self.head_read..]).await;
                        Ok(self.noted(read)?.map_or(Step::End, |bytes| {
                            self.head_read += bytes;
                            Step::Some(bytes)
                        }))
                    }
                }
            }
            Source::Finished(at) => {
                let patience = 2 * line.registry.limits.farewell;
                let closed = time::timeout_at(*at + patience, line.connection.closed()).await;
                closed.map_err(|_| LinkFault::Misbehaved("it ended its side and stayed".to_owned()))?;
                self.source = Source::Over;
                Ok(Step::End)
            }
            Source::Over => pending().await,
        }
    }

    /// Keeps in mind how a stream ended. `None`: it has.
    fn noted<T>(&mut self, read: Result<Option<T>, ReadError>) -> Result<Option<T>, LinkFault> {
        match read {
            Ok(Some(read)) => Ok(Some(read)),
            Ok(None) if self.head_read == 0 => {
                self.source = Source::Finished(Instant::now());
                Ok(None)
            }
            Ok(None) => Err(LinkFault::Misbehaved("it stopped within a message".to_owned())),
            Err(ReadError::ConnectionLost(_)) => {
                self.source = Source::Over;
                Ok(None)
            }
            Err(error) => Err(LinkFault::Misbehaved(error.to_string())),
        }
    }
}
