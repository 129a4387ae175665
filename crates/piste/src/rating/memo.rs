//! Things kept by their type: what was made of a puzzle, and what was asked of a metric.
//!
//! A [`Workup`](super::Workup) cannot know what each metric wants to keep or to be told; with a field for
//! each it would change with every metric. So it keeps things by type, and a metric has types of its own. Few
//! things are kept at a time, so a list will do, and an empty one takes no memory.

use std::any::Any;
use std::cell::OnceCell;

/// Things of different types, at most one of each to be seen.
#[derive(Default)]
pub(super) struct Memo {
    first: OnceCell<Box<Entry>>,
}

struct Entry {
    thing: Box<dyn Any + Send>,
    next: OnceCell<Box<Entry>>,
}

impl Memo {
    /// The thing of this type, if there is one.
    pub(super) fn get<T: Any>(&self) -> Option<&T> {
        let mut at = &self.first;
        while let Some(entry) = at.get() {
            if let Some(thing) = entry.thing.downcast_ref() {
                return Some(thing);
            }
            at = &entry.next;
        }
        None
    }

    /// The thing of this type, made if it is not there. What makes it may ask for other things.
    pub(super) fn get_or_make<T: Any + Send>(&self, make: impl FnOnce() -> T) -> &T {
        if let Some(thing) = self.get() {
            return thing;
        }
        let thing = Box::new(make());
        let mut end = &self.first;
        while let Some(entry) = end.get() {
            end = &entry.next;
        }
        let entry = end.get_or_init(|| Box::new(Entry { thing, next: OnceCell::new() }));
        entry.thing.downcast_ref().expect("what was put there last")
    }

    /// Keeps a thing, in place of any of its type.
    pub(super) fn put<T: Any + Send>(&mut self, thing: T) {
        let next = std::mem::take(&mut self.first);
        self.first = OnceCell::from(Box::new(Entry { thing: Box::new(thing), next }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_kept_by_type_and_made_once() {
        let memo = Memo::default();
        assert_eq!(memo.get::<u8>(), None);
        // One thing is made while another is.
        let sum = memo.get_or_make(|| u32::from(*memo.get_or_make(|| 7_u8)) + 1);
        assert_eq!((*sum, memo.get::<u8>()), (8, Some(&7)));
        assert_eq!(memo.get_or_make::<u32>(|| unreachable!("it is there")), &8);
    }

    #[test]
    fn what_is_put_last_is_seen() {
        let mut memo = Memo::default();
        for number in [1_u16, 2] {
            memo.put(number);
            memo.put("word");
        }
        assert_eq!((memo.get::<u16>(), memo.get::<&str>()), (Some(&2), Some(&"word")));
    }
}
