//! Connections: taken as they come, but not more than there is room for, served until the
//! other side hangs up or somebody asks us to end.
//!
//! A connection that does not say what it wants is closed after a while, between two requests
//! as well as at the start. One too many is told so and closed. When the program is asked to
//! end, no more are taken, work under way is called off, and those who are being answered
//! have a few seconds to read the answer.

use super::Desk;
use super::problem::{Code, Problem};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How often to look whether somebody has asked us to end.
const BLINK: Duration = Duration::from_millis(50);

/// How long those who are being answered are waited for.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long to wait after a connection could not be taken, for want of file handles, say.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until a signal comes.
pub(super) async fn serve(listener: TcpListener, router: Router, desk: &Arc<Desk>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(desk.limits.arrival());
    let room = Arc::new(Semaphore::new(desk.limits.connections));
    let graceful = GracefulShutdown::new();
    while crate::interrupt::pending().is_none() {
        let stream = match tokio::time::timeout(BLINK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            Ok(Err(_)) => {
                tokio::time::sleep(BREATH).await;
                continue;
            }
            Err(_) => continue,
        };
        let Ok(seat) = Arc::clone(&room).try_acquire_owned() else {
            tokio::spawn(turn_away(stream, desk.limits.connections));
            continue;
        };
        // Answers are small and whole: waiting for more to send with them only delays them.
        drop(stream.set_nodelay(true));
        let service = TowerToHyperService::new(router.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _seat = seat;
            // Whatever ends a connection early is the other side's affair.
            drop(connection.await);
        });
    }
    drop(listener);
    desk.lanes.close();
    drop(tokio::time::timeout(FAREWELL, graceful.shutdown()).await);
}

/// Says that there are too many, and hangs up.
async fn turn_away(stream: TcpStream, connections: usize) -> io::Result<()> {
    let words = format!("{connections} connections are open already");
    let body = Problem::new(Code::Busy, words).json();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nretry-after: 1\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    // So few bytes go at once, or not at all.
    stream.writable().await?;
    stream.try_write(answer.as_bytes()).map(|_| ())
}
