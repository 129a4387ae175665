//! A connection's wire, on which the patience of the sender is finite too.
//!
//! A client that asks and never reads the answer costs nothing but a place, and keeps that for
//! ever. So what is sent must be taken. The time in which the other side takes nothing is its
//! *debt*, and every [`PACE`] bytes that it does take pay back a second. Who owes more than the
//! limit is hung up on. A plain limit between two bytes would be met by a client that reads one
//! byte in a while; one on the whole answer would hit slow lines, and streams that are long
//! because we have so much to tell.
//!
//! The house is told when the sending stalls, since such a guest is the first to leave.

use super::house::Guest;
use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// The bytes that must be taken in a second on the average, if not at once.
pub(super) const PACE: u32 = 8 << 10;

/// The socket of a connection.
#[derive(Debug)]
pub(super) struct Wire {
    stream: Arc<TcpStream>,
    guest: Arc<Guest>,
    /// How much debt there may be.
    limit: Duration,
    debt: Duration,
    stall: Option<Stall>,
}

/// The other side takes nothing.
#[derive(Debug)]
struct Stall {
    since: Instant,
    /// The end of our patience.
    end: Pin<Box<Sleep>>,
}

impl Wire {
    pub(super) fn new(stream: Arc<TcpStream>, guest: Arc<Guest>, limit: Duration) -> Wire {
        Wire { stream, guest, limit, debt: Duration::ZERO, stall: None }
    }

    /// Sends by `attempt`, or finds that nothing is taken.
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        attempt: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            match self.stream.poll_write_ready(cx) {
                Poll::Pending => return self.poll_stall(cx),
                Poll::Ready(ready) => ready?,
            }
            match attempt(&self.stream) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(taken) => {
                    self.is_taken(taken);
                    return Poll::Ready(Ok(taken));
                }
            }
        }
    }

    fn is_taken(&mut self, bytes: usize) {
        if let Some(stall) = self.stall.take() {
            self.debt += stall.since.elapsed();
        }
        self.debt = self.debt.saturating_sub(worth(bytes));
        self.guest.takes();
    }

    /// Waits, but not without end.
    fn poll_stall(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let stall = self.stall.get_or_insert_with(|| {
            self.guest.stalls();
            let left = self.limit.saturating_sub(self.debt);
            Stall { since: Instant::now(), end: Box::pin(tokio::time::sleep(left)) }
        });
        ready!(stall.end.as_mut().poll(cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

/// The time that so many bytes pay for.
fn worth(bytes: usize) -> Duration {
    Duration::from_secs(bytes as u64) / PACE
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(cx))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(read) => {
                    buffer.advance(read);
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_send(cx, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_send(cx, |stream| stream.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The socket is closed in a moment, when the connection is dropped.
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_worth_time() {
        assert_eq!(worth(0), Duration::ZERO);
        assert_eq!(worth(PACE as usize), Duration::from_secs(1));
        assert_eq!(worth(PACE as usize / 2), Duration::from_millis(500));
    }
}
