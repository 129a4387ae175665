//! The options of metrics by name: what a request says of them.
//!
//! Which ones there are, and what can be said, is the metrics' own ([`piste::rating::Setting`]);
//! nothing here knows one of them but for `runs`, a member that is older than this way to say it.

use crate::Wrong;
use crate::json::{Named, Plain};
use piste::rating::{BadSetting, Settings};

/// What a request says of options: `{"hsolve.runs": 50}`.
pub type Options = Named<Plain>;

/// What the members `runs` and `options` of a request say.
///
/// ```
/// use piste_api::options::{Options, settings};
///
/// let options: Options = serde_json::from_str(r#"{"hsolve.runs":50}"#).unwrap();
/// assert_eq!(settings(None, &options)?.said().next().unwrap().name(), "hsolve.runs");
/// let wrong = settings(Some(0), &Options::default()).unwrap_err();
/// assert_eq!(wrong.to_string(), "runs: expected a whole number from 1 to 1000000");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn settings(runs: Option<u64>, options: &Options) -> Result<Settings, Wrong> {
    let mut settings = Settings::default();
    if let Some(runs) = runs {
        settings.set_every("runs", &runs.to_string()).map_err(|wrong| match wrong {
            BadSetting::Unread { expected, .. } => {
                Wrong::bad("runs", format!("expected {expected}"))
            }
            wrong => Wrong::bad("runs", wrong.to_string()),
        })?;
    }
    for (name, Plain(text)) in &options.0 {
        if let Some(text) = text {
            settings.set(name, text).map_err(|wrong| Wrong::bad("options", wrong.to_string()))?;
        }
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::rating::Said;

    /// Whatever the register has: no door knows an option.
    #[test]
    fn every_option_can_be_set_by_its_name() {
        for (metric, setting) in Settings::all() {
            let name = format!("{}.{}", metric.slug, setting.name);
            let options = Named(vec![(name.clone(), Plain(Some(setting.usual.to_owned())))]);
            let settings = settings(None, &options).unwrap();
            assert_eq!(settings.said().map(Said::name).collect::<Vec<_>>(), [name]);
        }
    }
}
