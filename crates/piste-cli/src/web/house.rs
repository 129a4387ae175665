//! Who is in the house, and who has to leave it when it is full.
//!
//! ```text
//!   a connection ──► lobby ──── a request that may be answered ────► a seat
//!                    few places                                     many
//! ```
//!
//! A connection costs a file handle and some memory, and whoever opens one may be anybody. So
//! it begins in the *lobby*, and takes a *seat* only when the guard has let one of its requests
//! in: who does not know the token never has one.
//!
//! Neither fills up for good. What matters is on whom a connection waits. While we work for it
//! it is ours to finish. As long as it waits for its client (for a head, a body, the next
//! request, or for the answer to be read) it is only a guest, and a newcomer may have its place:
//! of the address that has most places, the one that was waited for longest is shown out. A
//! thousand connections of one hostile machine thus push out each other, and nobody else. Where
//! friend and foe have the same address, as all have on the loopback, it is the age that tells
//! them apart: who asks at once and reads at once is never the oldest.
//!
//! Only when all seats are taken by those whom we work for is a newcomer refused.

use super::limits::Limits;
use super::problem::{Code, Problem};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The lobby and the seats.
#[derive(Debug)]
pub(super) struct House {
    rooms: Mutex<Rooms>,
    /// How many the lobby holds, and how many seats there are.
    lobby: usize,
    seats: usize,
}

#[derive(Debug, Default)]
struct Rooms {
    /// The number of the next guest.
    next: u64,
    lobby: Room,
    seats: Room,
}

/// Guests by number: those with lower ones came earlier.
type Room = BTreeMap<u64, Arc<Guest>>;

/// A connection, as far as it concerns its neighbours.
#[derive(Debug)]
pub(super) struct Guest {
    number: u64,
    /// The address, without what one household can choose at will.
    from: IpAddr,
    state: Mutex<State>,
    go: Notify,
}

#[derive(Debug)]
struct State {
    /// Since when we wait for the client; while we work for it, when that began.
    since: Instant,
    is_at_work: bool,
    /// Since when it does not take what we send.
    stalled: Option<Instant>,
    /// Whether anything has been sent.
    was_answered: bool,
}

/// A connection's stay, which ends with it.
#[derive(Clone, Debug)]
pub(super) struct Stay(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    house: Arc<House>,
    guest: Arc<Guest>,
}

/// We work for a guest as long as this is kept.
#[derive(Debug)]
pub(super) struct AtWork(Arc<Guest>);

impl House {
    pub(super) fn new(limits: &Limits) -> Arc<House> {
        let (lobby, seats) = (limits.lobby.max(1), limits.connections.max(1));
        Arc::new(House { rooms: Mutex::default(), lobby, seats })
    }

    /// Lets a connection from this address into the lobby. If that is full, somebody leaves it.
    pub(super) fn arrive(self: &Arc<House>, from: IpAddr) -> Stay {
        let (now, from) = (Instant::now(), household(from));
        let mut rooms = self.rooms();
        if rooms.lobby.len() >= self.lobby {
            show_out(&mut rooms.lobby, Some(from), now);
        }
        let number = rooms.next;
        rooms.next += 1;
        let state = State { since: now, is_at_work: false, stalled: None, was_answered: false };
        let guest = Arc::new(Guest { number, from, state: Mutex::new(state), go: Notify::new() });
        rooms.lobby.insert(number, Arc::clone(&guest));
        drop(rooms);
        Stay(Arc::new(Inner { house: Arc::clone(self), guest }))
    }

    /// Shows out whoever was waited for longest, in the lobby if there is anybody. Whether
    /// there was one.
    pub(super) fn make_room(&self) -> bool {
        let now = Instant::now();
        let mut rooms = self.rooms();
        show_out(&mut rooms.lobby, None, now) || show_out(&mut rooms.seats, None, now)
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows somebody out so that somebody else of this address (of any, if none is named) can come
/// in. Whether there was anybody who can be asked to.
fn show_out(room: &mut Room, newcomer: Option<IpAddr>, now: Instant) -> bool {
    let mut shares: BTreeMap<IpAddr, usize> = BTreeMap::new();
    for guest in room.values() {
        *shares.entry(guest.from).or_default() += 1;
    }
    // Who has more places than others takes none of theirs.
    let own = newcomer.and_then(|from| shares.get(&from)).copied().unwrap_or(0);
    let leaves = room.values().filter_map(|guest| {
        let share = *shares.get(&guest.from)?;
        let waited = guest.waited(now).filter(|_| share >= own)?;
        Some((share, waited, Reverse(guest.number)))
    });
    let Some((.., Reverse(number))) = leaves.max() else { return false };
    if let Some(guest) = room.remove(&number) {
        guest.go.notify_one();
    }
    true
}

impl Guest {
    /// How long we have waited for the client; not at all, if it waits for us.
    fn waited(&self, now: Instant) -> Option<Duration> {
        let state = self.state();
        let since = state.stalled.or((!state.is_at_work).then_some(state.since))?;
        Some(now.saturating_duration_since(since))
    }

    /// The client does not take what we send.
    pub(super) fn stalls(&self) {
        let mut state = self.state();
        state.stalled = state.stalled.or(Some(Instant::now()));
    }

    /// It has taken something.
    pub(super) fn takes(&self) {
        let mut state = self.state();
        (state.stalled, state.was_answered) = (None, true);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stay {
    /// Gives the connection a seat, if it has none yet.
    pub(super) fn sit_down(&self) -> Result<(), Problem> {
        let Inner { house, guest } = &*self.0;
        let mut rooms = house.rooms();
        if rooms.seats.contains_key(&guest.number) {
            return Ok(());
        }
        if rooms.seats.len() >= house.seats
            && !show_out(&mut rooms.seats, Some(guest.from), Instant::now())
        {
            return Err(full(house.seats));
        }
        rooms.lobby.remove(&guest.number);
        rooms.seats.insert(guest.number, Arc::clone(guest));
        Ok(())
    }

    /// From now on, and as long as the result is kept, the client waits for us.
    pub(super) fn at_work(&self) -> AtWork {
        let guest = Arc::clone(&self.0.guest);
        guest.state().is_at_work = true;
        AtWork(guest)
    }

    /// Comes when the connection has to leave.
    pub(super) async fn shown_out(&self) {
        self.0.guest.go.notified().await;
    }

    /// Whether the client has been told anything yet.
    pub(super) fn was_answered(&self) -> bool {
        self.0.guest.state().was_answered
    }

    /// Whom the wire tells how the sending goes.
    pub(super) fn guest(&self) -> Arc<Guest> {
        Arc::clone(&self.0.guest)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let mut rooms = self.house.rooms();
        rooms.lobby.remove(&self.guest.number);
        rooms.seats.remove(&self.guest.number);
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        let mut state = self.0.state();
        (state.is_at_work, state.since) = (false, Instant::now());
    }
}

/// What a newcomer is told when nobody can be asked to leave.
pub(super) fn full(connections: usize) -> Problem {
    Problem::new(Code::Busy, format!("{connections} connections are open already"))
}

/// An address without the part that whoever has it can choose: of IPv6 a household has all
/// that begin with the same 64 bits.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => Ipv6Addr::from_bits(long.to_bits() >> 64 << 64).into(),
        short @ IpAddr::V4(_) => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    const A: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const B: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn house(lobby: usize, connections: usize) -> Arc<House> {
        House::new(&Limits { lobby, connections, ..Limits::with_cores(1) })
    }

    fn sizes(house: &House) -> (usize, usize) {
        let rooms = house.rooms();
        (rooms.lobby.len(), rooms.seats.len())
    }

    fn must_leave(stay: &Stay) -> bool {
        pin!(stay.shown_out()).poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn the_oldest_of_the_greatest_household_leaves_the_lobby() {
        let house = house(4, 1);
        let friend = house.arrive(B);
        let foes: Vec<Stay> = (0..3).map(|_| house.arrive(A)).collect();
        let more: Vec<Stay> = (0..3).map(|_| house.arrive(A)).collect();
        assert!(foes.iter().all(must_leave), "they push out each other");
        assert!(!must_leave(&friend) && !more.iter().any(must_leave));
        // Another friend of few takes the place of one of many.
        let other = house.arrive(B);
        assert!(must_leave(&more[0]) && !must_leave(&friend) && !must_leave(&other));
        assert_eq!(house.rooms().lobby.len(), 4);
    }

    #[test]
    fn a_seat_is_kept_from_the_lobby_and_from_those_who_have_more() {
        let house = house(2, 2);
        let (mine, yours) = (house.arrive(A), house.arrive(B));
        assert!(mine.sit_down().is_ok() && yours.sit_down().is_ok() && yours.sit_down().is_ok());
        let crowd: Vec<Stay> = (0..50).map(|_| house.arrive(A)).collect();
        assert!(!must_leave(&mine) && !must_leave(&yours));
        assert_eq!(sizes(&house), (2, 2));
        // A third of A takes A's own place, never B's.
        crowd.last().unwrap().sit_down().unwrap();
        assert!(must_leave(&mine) && !must_leave(&yours));
        drop((mine, crowd));
        assert_eq!(sizes(&house), (0, 1));
    }

    #[test]
    fn nobody_leaves_while_we_work_unless_the_answer_is_not_read() {
        let house = house(4, 1);
        let (busy, other) = (house.arrive(A), house.arrive(A));
        busy.sit_down().unwrap();
        let work = busy.at_work();
        assert_eq!(other.sit_down().unwrap_err().code, Code::Busy);
        busy.guest().stalls();
        busy.guest().takes();
        assert_eq!(other.sit_down().unwrap_err().code, Code::Busy);
        assert!(busy.was_answered() && !other.was_answered());
        busy.guest().stalls();
        other.sit_down().unwrap();
        assert!(must_leave(&busy));
        drop(work);
        let third = house.arrive(B);
        third.sit_down().unwrap();
        assert!(must_leave(&other), "it is waited for");
    }

    #[test]
    fn room_is_made_in_the_lobby_first() {
        let house = house(4, 4);
        assert!(!house.make_room());
        let (seated, waiting) = (house.arrive(A), house.arrive(B));
        seated.sit_down().unwrap();
        assert!(house.make_room() && must_leave(&waiting));
        assert!(house.make_room() && must_leave(&seated));
        assert!(!house.make_room());
    }

    #[test]
    fn a_household_is_one_address() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1:2:3"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), A);
        assert_ne!(A, B);
    }
}
