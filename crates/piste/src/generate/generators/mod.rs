//! The register: every method piste knows to make a puzzle, one per file.
//!
//! To add one: `cargo xtask new generator <slug>` writes the file and the two lines here.

use super::Generator;

// A method is used through its row below. Where a module is hidden and not private, `piste-study`
// measures a part of its method alone, as the papers do.
#[doc(hidden)]
pub mod additive;
#[doc(hidden)]
pub mod additive_digits;
#[doc(hidden)]
pub mod additive_logic;
#[doc(hidden)]
pub mod build_up;
pub(super) mod climb;
pub(super) mod controlled_bias;
pub(super) mod directed;
pub(super) mod pseudo;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod reductive;
#[doc(hidden)]
pub mod seed_matrix;
#[doc(hidden)]
pub mod shredder;
pub(super) mod sparse;
pub(super) mod standard;
pub(super) mod template;
pub(super) mod umbrella;

/// Every method, in the order of the manual.
pub static ALL: &[&dyn Generator] = &[
    &standard::Standard,
    &pseudo::Pseudo,
    &seed_matrix::SEED_MATRIX_A,
    &seed_matrix::SEED_MATRIX_B,
    &additive::Additive,
    &additive_digits::AdditiveDigits,
    &additive_logic::AdditiveLogic,
    &reductive::Reductive,
    &random::Random,
    &shredder::Shredder,
    &umbrella::Umbrella,
    &build_up::BuildUp,
    &template::Template,
    &directed::Directed,
    &climb::Climb,
    &controlled_bias::ControlledBias,
    &sparse::Sparse,
];

/// The methods to choose from where nobody has a wish, the one that should be asked first in
/// front. Those that steer by a target come before the others where there is one.
pub(super) static PREFERRED: &[&dyn Generator] =
    &[&template::Template, &directed::Directed, &reductive::Reductive, &climb::Climb];

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
