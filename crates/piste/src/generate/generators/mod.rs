//! The register: every method piste knows to make a puzzle, one per file.
//!
//! To add one: `cargo xtask new generator <slug>` writes the file and the two lines here.

use super::Generator;

pub(super) mod reductive;

/// Every method, in the order of the manual.
pub static ALL: &[&dyn Generator] = &[&reductive::Reductive];

/// The methods to choose from where nobody has a wish, the one that should be asked first in
/// front.
pub(super) static PREFERRED: &[&dyn Generator] = &[&reductive::Reductive];

/// The method with this slug.
///
/// ```
/// use piste::generate::generators;
///
/// assert_eq!(generators::by_slug("reductive").unwrap().info().slug, "reductive");
/// ```
pub fn by_slug(slug: &str) -> Option<&'static dyn Generator> {
    ALL.iter().copied().find(|method| method.info().slug == slug)
}
