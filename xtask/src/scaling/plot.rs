//! One picture for each family: CPU time over size, both logarithmic, as SVG. A power of n is a straight line.

use super::curve::{Curve, Point};
use std::ops::Range;

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 300.0;
/// Where the axes are, with room for numbers on the left and below, and for names on the right.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 400.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 256.0;
/// Shorter times are drawn as this one, in seconds.
const SHORTEST: f64 = 0.001;
/// Colours that stay apart in print and for most eyes (Okabe and Ito).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// Places in the picture of sizes and times.
struct Axes {
    sizes: Range<f64>,
    times: Range<f64>,
}

impl Axes {
    fn x(&self, n: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * part(&self.sizes, (n as f64).log2())
    }

    fn y(&self, seconds: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * part(&self.times, seconds.max(SHORTEST).log10())
    }
}

fn part(range: &Range<f64>, at: f64) -> f64 {
    (at - range.start) / (range.end - range.start)
}

/// The picture; times end at the limit.
pub fn svg(curves: &[Curve], top: usize, limit: u64) -> String {
    let sizes = 2.0..(top.max(8) as f64).log2();
    let axes = Axes { sizes, times: SHORTEST.log10()..(limit as f64).log10().ceil().max(0.0) };
    let open = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let lines = curves.iter().enumerate().map(|(i, curve)| line(&axes, curve, i));
    open + &grid(&axes, top) + &lines.collect::<String>() + "</svg>\n"
}

fn grid(axes: &Axes, top: usize) -> String {
    let sizes = std::iter::successors(Some(4), |n| Some(2 * n)).take_while(|&n| n <= top.max(8));
    let columns = sizes.map(|n| {
        let x = axes.x(n);
        rule([x, TOP, x, BOTTOM]) + &text([x, BOTTOM + 16.0], "middle", "black", &n.to_string())
    });
    let rows = (axes.times.start as i32..=axes.times.end as i32).map(|power| {
        let seconds = 10f64.powi(power);
        let y = axes.y(seconds);
        rule([LEFT, y, RIGHT, y])
            + &text([LEFT - 6.0, y + 4.0], "end", "black", &format!("{seconds} s"))
    });
    let title = text([(LEFT + RIGHT) / 2.0, HEIGHT - 8.0], "middle", "black", "n");
    columns.chain(rows).collect::<String>() + &title
}

fn rule([x1, y1, x2, y2]: [f64; 4]) -> String {
    format!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#e1e1e1\"/>\n")
}

fn text([x, y]: [f64; 2], anchor: &str, colour: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{text}</text>\n"
    )
}

/// A line with a mark at each size, and the name beside the picture.
fn line(axes: &Axes, curve: &Curve, number: usize) -> String {
    let colour = COLOURS[number % COLOURS.len()];
    let place = |p: &Point| format!("{:.1} {:.1}", axes.x(p.n), axes.y(p.seconds));
    let places: Vec<String> = curve.points.iter().map(place).collect();
    // A dot is a line of no length with round ends.
    let dots: String = places.iter().map(|place| format!("M{place}h0")).collect();
    let name =
        text([RIGHT + 12.0, TOP + 12.0 + 18.0 * number as f64], "start", colour, &curve.solver);
    let path = |d: String, width: u8| {
        format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>\n"
        )
    };
    match places.is_empty() {
        true => name,
        false => path(format!("M{}", places.join("L")), 2) + &path(dots, 6) + &name,
    }
}

#[cfg(test)]
mod tests {
    use super::super::curve::tests::curve;
    use super::*;

    #[test]
    fn a_line_and_a_name_for_each_solver() {
        let curves = [curve("a<b", 3, |n| n / 16.0), curve("none", 0, |n| n)];
        let svg = svg(&curves, 16, 1);
        assert!(svg.contains(">a&lt;b</text>") && svg.contains(">none</text>"), "{svg}");
        // The last of the sizes takes the limit: both axes end there.
        let end = format!("L{RIGHT:.1} {TOP:.1}\" fill=\"none\" stroke=\"{}\"", COLOURS[0]);
        assert_eq!(svg.matches(&end).count(), 1, "{svg}");
        assert_eq!(svg.matches(COLOURS[1]).count(), 1);
    }
}
