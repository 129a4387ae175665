//! What families of strategies share, and is no strategy itself.

pub(in crate::logic) mod rectangle;
