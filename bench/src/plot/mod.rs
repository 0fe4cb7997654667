//! Pictures: cactus and scatter plots of CPU times on logarithmic axes, as SVG.

mod cactus;
mod scatter;

pub use cactus::cactus;
pub use scatter::{Opponent, scatter};

use plotters::prelude::*;
use std::fmt::Display;

/// Times below this many seconds are drawn as this: a process takes that long to start.
const SHORTEST: f64 = 0.001;

/// Where axes begin: a little below, so that marks are not cut.
const ORIGIN: f64 = 0.0008;

const FONT: &str = "sans-serif";

/// Colours that stay apart in print and for most eyes (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];

const GRID: RGBColor = RGBColor(225, 225, 225);

/// The power of ten at or above the limit: where an axis ends.
fn decade_above(limit: f64) -> f64 {
    10f64.powf(limit.log10().ceil())
}

/// `0.01`, `0.1`, `1`, `10`: ticks of a logarithmic axis.
fn tick(t: &f64) -> String {
    format!("{t}")
}

fn complain(e: impl Display) -> String {
    format!("cannot draw: {e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_decades() {
        let ends: Vec<f64> = [2.0, 10.0, 60.0, 1200.0].map(decade_above).to_vec();
        assert_eq!(ends, [10.0, 10.0, 100.0, 10000.0]);
        assert_eq!([tick(&0.001), tick(&10.0)], ["0.001", "10"]);
    }
}
