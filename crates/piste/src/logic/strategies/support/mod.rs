//! What several strategies of a family share: no ideas of their own, so not in the
//! register.

pub(super) mod colours;
pub(super) mod fish;
pub(super) mod guardians;
pub(in crate::logic) mod houses;
pub(super) mod nine;
pub(super) mod refuting;
pub(super) mod slots;
pub(super) mod turbot;
pub(super) mod wing;
