//! Writes what waits in a link's queue, and says the last words.

use std::sync::Arc;

use quinn::{SendStream, WriteError};
use tokio::time;

use super::fault::{CloseCode, LinkFault};
use super::link::{Lane, Line};

/// What is said in the game goes first, always.
const CONTROL_PRIORITY: i32 = 1;
const BULK_PRIORITY: i32 = 0;

/// Runs as long as the link is open.
pub(super) async fn run(line: Arc<Line>, control: SendStream) {
    let lanes = async {
        let control = async { drain_control(&line, control).await };
        let bulk = async {
            match line.queue.take(Lane::Bulk).await {
                Some(first) => {
                    let opened = time::timeout(line.registry.limits.stall, line.connection.open_uni()).await;
                    let opened = opened.map_err(|_| Unwritten::Stalled)?;
                    let mut stream = opened.map_err(WriteError::ConnectionLost)?;
                    // Fails only for a stream that is closed, and then so does writing.
                    let _ = stream.set_priority(BULK_PRIORITY);
                    write(&line, &mut stream, first).await?;
                    while let Some(batch) = line.queue.take(Lane::Bulk).await {
                        write(&line, &mut stream, batch).await?;
                    }
                    end(stream).await;
                    Ok(())
                }
                None => Ok(()),
            }
        };
        tokio::try_join!(control, bulk)
    };
    let out_of_time = async {
        line.closing.notified().await;
        time::sleep(line.registry.limits.farewell).await;
    };
    let late = async {
        if line.is_dialed() {
            std::future::pending::<()>().await;
        }
        let passed = time::timeout(line.registry.limits.door_time, line.passed_the_door.wait()).await;
        if passed.is_ok() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        _ = line.connection.closed() => {}
        written = lanes => match written {
            Ok(_) => line.connection.close(CloseCode::Goodbye.number(), line.last_words().as_bytes()),
            Err(Unwritten::Stalled) => line.give_up(LinkFault::Stalled),
            Err(Unwritten::Stopped(WriteError::ConnectionLost(_))) => {}
            Err(Unwritten::Stopped(error)) => line.give_up(LinkFault::Misbehaved(error.to_string())),
        },
        () = out_of_time => line.connection.close(CloseCode::Goodbye.number(), line.last_words().as_bytes()),
        () = late => line.give_up(LinkFault::Late),
    }
    line.forget();
}

/// Why something could not be written.
enum Unwritten {
    /// The peer takes nothing.
    Stalled,
    /// The stream is no more.
    Stopped(WriteError),
}

impl From<WriteError> for Unwritten {
    fn from(error: WriteError) -> Unwritten {
        Unwritten::Stopped(error)
    }
}

/// Writes what could not be written at once, until the queue is closed and empty.
async fn drain_control(line: &Line, stream: SendStream) -> Result<(), Unwritten> {
    let _ = stream.set_priority(CONTROL_PRIORITY);
    line.queue.lend(stream);
    while let Some(mut batch) = line.queue.take(Lane::Control).await {
        if let Some(mut stream) = batch.stream.take() {
            write(line, &mut stream, batch).await?;
            line.queue.lend(stream);
        }
    }
    if let Some(stream) = line.queue.take_back() {
        end(stream).await;
    }
    Ok(())
}

/// Waits until the peer has everything.
async fn end(mut stream: SendStream) {
    let _ = stream.finish();
    let _ = stream.stopped().await;
}

async fn write(line: &Line, stream: &mut SendStream, mut batch: super::queue::Batch<'_>) -> Result<(), Unwritten> {
    let mut rest = &mut batch.chunks[..];
    while !rest.is_empty() {
        let step = time::timeout(line.registry.limits.stall, stream.write_chunks(rest)).await;
        let written = step.map_err(|_| Unwritten::Stalled)??;
        rest = &mut rest[written.chunks..];
    }
    Ok(())
}
