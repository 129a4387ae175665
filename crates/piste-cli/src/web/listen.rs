//! Connections: taken as they come, served until the other side hangs up, dawdles too long, has
//! to make room ([`super::house`]), or somebody asks us to end.
//!
//! A connection that does not say what it wants is closed after a while, between two requests
//! as well as at the start, and so is one that does not read its answers ([`super::wire`]).
//! Who has to leave before anything was answered is told so. When the program is asked to end,
//! no more are taken, work under way is called off, and those who are being answered have a few
//! seconds to read the answer.
//!
//! A process may open only so many files, and a connection is one. The limits are set so that
//! they suffice; if they do not (they are used up by others, or the system does not tell how
//! many there are), somebody leaves for the newcomer as if the house were full. If nobody can, a
//! handle that was put by is enough to tell the newcomer, who would otherwise wait in vain.

use super::Desk;
use super::house::{Stay, full};
use super::limits::Limits;
use super::wire::Wire;
use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::fs::File;
use std::future::{Future, poll_fn};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

/// How often to look whether somebody has asked us to end.
const BLINK: Duration = Duration::from_millis(50);

/// How long those who are being answered are waited for.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long to wait after somebody was shown out for want of file handles.
const BREATH: Duration = Duration::from_millis(5);

/// The connections that the system keeps for us until we take them.
const BACKLOG: u32 = 1024;

/// What the system keeps of an answer that is not read: so much memory a silent client costs.
const UNREAD: u32 = 128 << 10;

/// Opens an address.
pub(super) fn open(place: SocketAddr) -> io::Result<TcpListener> {
    let socket = if place.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // An address that we have just left can be taken again; Windows means something else by it.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    // Connections have it from the socket that they come in by.
    socket.set_send_buffer_size(UNREAD)?;
    socket.bind(place)?;
    socket.listen(BACKLOG)
}

/// Serves until a signal comes.
pub(super) async fn serve(listener: TcpListener, router: Router, desk: &Arc<Desk>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(desk.limits.arrival());
    let graceful = GracefulShutdown::new();
    let mut spare = Spare::new();
    while crate::interrupt::pending().is_none() {
        let (stream, peer) = match tokio::time::timeout(BLINK, listener.accept()).await {
            Ok(Ok(taken)) => taken,
            Ok(Err(error)) if is_of_the_other_side(&error) => continue,
            Ok(Err(_)) => {
                if !desk.house.make_room() {
                    spare.turn_away(&listener, &desk.limits).await;
                }
                tokio::time::sleep(BREATH).await;
                continue;
            }
            Err(_) => continue,
        };
        let stream = Arc::new(stream);
        // Answers are small and whole: waiting for more to send with them only delays them.
        drop(stream.set_nodelay(true));
        let stay = desk.house.arrive(peer.ip());
        let wire = Wire::new(Arc::clone(&stream), stay.guest(), desk.limits.arrival());
        let (theirs, answering) = (stay.clone(), TowerToHyperService::new(router.clone()));
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(theirs.clone());
            answering.call(request)
        });
        let connection = graceful.watch(http.serve_connection(TokioIo::new(wire), service));
        let connections = desk.limits.connections;
        tokio::spawn(async move {
            // Whatever ends a connection early is the other side's affair.
            if is_shown_out(&stay, connection).await && !stay.was_answered() {
                turn_away(&stream, connections);
            }
        });
        // Who comes first gets to say what he wants before the next is let in.
        tokio::task::yield_now().await;
    }
    drop(listener);
    desk.lanes.close();
    drop(tokio::time::timeout(FAREWELL, graceful.shutdown()).await);
}

/// Serves a connection to its end. Whether that came because it had to leave.
async fn is_shown_out(stay: &Stay, connection: impl Future) -> bool {
    let mut connection = pin!(connection);
    let mut shown_out = pin!(stay.shown_out());
    poll_fn(|cx| match shown_out.as_mut().poll(cx) {
        Poll::Ready(()) => Poll::Ready(true),
        Poll::Pending => connection.as_mut().poll(cx).map(|_| false),
    })
    .await
}

/// Whether only the connection that was to be taken is lost.
fn is_of_the_other_side(error: &io::Error) -> bool {
    let lost =
        [ErrorKind::ConnectionAborted, ErrorKind::ConnectionReset, ErrorKind::ConnectionRefused];
    lost.contains(&error.kind())
}

/// Says that there are too many, and leaves the connection to be closed.
fn turn_away(stream: &TcpStream, connections: usize) {
    let body = full(connections).json();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nretry-after: 1\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    // What was not read when the connection is closed would be answered by a reset, which can
    // overtake the answer.
    drop(stream.try_read(&mut [0; 8 << 10]));
    // So few bytes go at once, or not at all.
    drop(stream.try_write(answer.as_bytes()));
}

/// A file handle put by for the day when there is no other.
struct Spare(Option<File>);

impl Spare {
    fn new() -> Spare {
        // Where there is no such file, there is no such limit either.
        Spare(File::open("/dev/null").ok())
    }

    /// Takes a connection with it, only to say that there are too many.
    async fn turn_away(&mut self, listener: &TcpListener, limits: &Limits) {
        self.0 = None;
        if let Ok(Ok((stream, _))) = tokio::time::timeout(BREATH, listener.accept()).await
            && let Ok(Ok(())) = tokio::time::timeout(BREATH, stream.writable()).await
        {
            turn_away(&stream, limits.connections);
        }
        *self = Spare::new();
    }
}
