//! piste for C, and for whatever can call C: three functions, JSON in and JSON out, the same bytes as the
//! server's. `include/piste.h` is what the other side sees.
//!
//! Nothing is decided here: [`Embedded`] knows the questions by name. What stands here is the
//! border. A caller in C can break any promise, so each is written at the function that relies on
//! it, and the few lines of `unsafe` that take the other side by its word are the second and last
//! place in the workspace that has any. No panic crosses the border: it becomes an answer with the code
//! `internal`.

#![expect(unsafe_code, reason = "a border to C cannot be crossed without")]

use piste_api::Handle;
use piste_store::embedded::Embedded;
use std::ffi::{CStr, CString, c_char};
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

/// Said where piste itself is wrong.
const OURS: &CStr =
    c"{\"error\":{\"code\":\"internal\",\"message\":\"something went wrong that should not\"}}";

/// Said where the other side did not keep to the header.
const THEIRS: &str =
    r#"{"error":{"code":"bad-request","message":"expected a name and a body in UTF-8"}}"#;

/// Whoever may write to a number of theirs when it is enough.
struct Flag<'a>(Option<&'a AtomicI32>);

impl Handle for Flag<'_> {
    fn is_cancelled(&self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed) != 0)
    }
}

fn answer(name: Option<&CStr>, body: Option<&CStr>, flag: &Flag<'_>) -> String {
    let text = |text: Option<&CStr>| text.unwrap_or_default().to_str().map(str::to_owned);
    let (Ok(name), Ok(body)) = (text(name), text(body)) else {
        return THEIRS.to_owned();
    };
    // Short enough to be typed again, as at the command line.
    let seed = RandomState::new().hash_one("seed") % 1_000_000_000;
    Embedded { seed, made: &|_| {}, library: false }.ask(&name, body.as_bytes(), flag)
}

/// The answer to a question, which the caller gives back to [`piste_free`].
///
/// # Safety
/// `name` and `body` are null or point to texts that end with a zero, and `stop` is null or points to a number that
/// other threads write to atomically or not at all. All three stay as they are until this returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn piste_ask(
    name: *const c_char,
    body: *const c_char,
    stop: *const i32,
) -> *mut c_char {
    let told = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller promises texts that end with a zero; null is seen to.
        let text = |at: *const c_char| (!at.is_null()).then(|| unsafe { CStr::from_ptr(at) });
        // SAFETY: the caller promises that it is null or a number that is written to atomically.
        let flag = Flag(unsafe { stop.cast::<AtomicI32>().as_ref() });
        answer(text(name), text(body), &flag)
    }));
    let told = told.ok().and_then(|told| CString::new(told).ok());
    told.unwrap_or_else(|| OURS.to_owned()).into_raw()
}

/// Takes an answer back.
///
/// # Safety
/// `answer` is null, or comes from [`piste_ask`] and was not given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn piste_free(answer: *mut c_char) {
    if !answer.is_null() {
        // SAFETY: the caller promises that it is ours and given back once.
        drop(unsafe { CString::from_raw(answer) });
    }
}

/// The version of piste, which is not given back.
#[unsafe(no_mangle)]
pub extern "C" fn piste_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    CStr::from_bytes_with_nul(VERSION.as_bytes()).map_or(ptr::null(), CStr::as_ptr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_who_does_not_keep_to_the_header_is_told() {
        let flag = Flag(None);
        assert_eq!(answer(Some(c"solve"), Some(c"\xff"), &flag), THEIRS);
        assert!(answer(None, None, &flag).contains("not-found"));
    }

    #[test]
    fn what_is_called_off_says_so() {
        let flag = AtomicI32::new(1);
        let order = c"{\"target\":\"hsolve>100000\",\"seed\":1}";
        let told = answer(Some(c"make"), Some(order), &Flag(Some(&flag)));
        assert!(told.contains(r#""code":"stopped""#), "{told}");
    }
}
