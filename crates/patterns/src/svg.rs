//! Automata as pictures.
//!
//! Edges between neighbouring layers are straight, unless there is one in either direction. Edges to layers
//! further back go around everything in between, each a little further out than the one before, on the side
//! where fewer states are in their way. Edges within a layer bend to the right.

use crate::automaton::{Automaton, Edge};
use crate::label::label;
use crate::layout::{LETTER, Layout, RADIUS};
use std::fmt::{self, Write};

const STYLE: &str = "\
<style>
  circle, path { fill: none; stroke: #334; stroke-width: 1.4 }
  text { font: 12px ui-monospace, monospace; text-anchor: middle; fill: #113 }
  .label { paint-order: stroke; stroke: #fff; stroke-width: 4px; stroke-linejoin: round }
</style>
<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
<path d=\"M0,0 L10,5 L0,10 z\" style=\"fill:#334;stroke:none\"/></marker></defs>
";

/// Space around everything.
const MARGIN: f64 = 14.0;

/// Height of a line of text.
const LINE: f64 = 14.0;

type Point = (f64, f64);

/// A coordinate as it is written. What the standard library writes floating-point numbers with is several kilobytes for the browser.
struct Tenths(f64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(clippy::cast_possible_truncation, reason = "pictures are small")]
        let tenths = (self.0 * 10.0).round() as i64; // exact: pictures are small
        let sign = if tenths < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
    }
}

/// A drawing with the box that it has filled so far.
struct Canvas {
    body: String,
    low: Point,
    high: Point,
}

/// The picture of an automaton whose states have places.
pub(crate) fn draw(automaton: &Automaton, layout: &Layout) -> String {
    let mut canvas = Canvas { body: String::new(), low: (0.0, 0.0), high: (0.0, 0.0) };
    let (x, y) = layout.at[0];
    canvas.path(&[(x - 3.0 * RADIUS, y), (x - RADIUS, y)]);
    let mut returns = [0, 0];
    for edge in automaton.edges() {
        canvas.edge(automaton, layout, edge, &mut returns);
    }
    for (s, &at) in layout.at.iter().enumerate() {
        canvas.state(s, at, automaton.is_accepting(s));
    }
    canvas.finish()
}

impl Canvas {
    fn edge(
        &mut self,
        automaton: &Automaton,
        layout: &Layout,
        edge: &Edge,
        returns: &mut [u32; 2],
    ) {
        let (a, b) = (layout.at[edge.from], layout.at[edge.to]);
        let (from, to) = (layout.layer[edge.from], layout.layer[edge.to]);
        let text = label(&edge.chars);
        if edge.from == edge.to {
            return self.self_loop(a, &text);
        }
        if from.abs_diff(to) == 1 {
            let reverse = |e: &Edge| (e.from, e.to) == (edge.to, edge.from);
            let both = automaton.edges().iter().any(reverse);
            return self.bent(a, b, if both { -14.0 } else { 0.0 }, &text);
        }
        if from == to {
            let rows = (a.1 - b.1).abs() / RADIUS;
            return self.bent(a, b, if a.1 < b.1 { -6.0 * rows } else { 6.0 * rows }, &text);
        }
        let (above, below) = layout.in_the_way(edge.from, edge.to);
        let side = if above < below { -1.0 } else { 1.0 };
        let count = &mut returns[usize::from(above < below)];
        *count += 1;
        let clear = 2.6 * RADIUS + 26.0 * f64::from(*count);
        self.around(a, b, side * (layout.extent(side, to, from) + clear), &text);
    }

    /// An arc above a state.
    fn self_loop(&mut self, (x, y): Point, text: &str) {
        let (dx, dy) = (0.5 * RADIUS, 0.87 * RADIUS);
        let top = y - 3.2 * RADIUS;
        self.path(&[
            (x - dx, y - dy),
            (x - 1.4 * RADIUS, top),
            (x + 1.4 * RADIUS, top),
            (x + dx, y - dy),
        ]);
        self.label((x, y - 2.75 * RADIUS), text);
    }

    /// From state to state, bent to the right of its direction by `bend`.
    fn bent(&mut self, a: Point, b: Point, bend: f64, text: &str) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy).max(1.0);
        let normal = (-dy / length, dx / length);
        let middle =
            ((a.0 + b.0) / 2.0 + 2.0 * bend * normal.0, (a.1 + b.1) / 2.0 + 2.0 * bend * normal.1);
        self.path(&[border(a, middle), middle, border(b, middle)]);
        let on_curve = ((a.0 + b.0) / 4.0 + middle.0 / 2.0, (a.1 + b.1) / 4.0 + middle.1 / 2.0);
        // Beside a steep edge, above a flat one.
        let shift = text.chars().count() as f64 * LETTER / 2.0 + 6.0;
        match dy.abs() > dx.abs() {
            true => self.label((on_curve.0 + shift, on_curve.1 + 4.0), text),
            false => self.label((on_curve.0, on_curve.1 - 6.0), text),
        }
    }

    /// To the left, as far out as `height`.
    fn around(&mut self, a: Point, b: Point, height: f64, text: &str) {
        // In its middle the curve has gone three quarters of the way from its ends to its control points.
        let control = height / 0.75 - (a.1 + b.1) / 6.0;
        let inwards = 0.12 * (a.0 - b.0);
        let (c, d) = ((a.0 - inwards, control), (b.0 + inwards, control));
        self.path(&[border(a, c), c, d, border(b, d)]);
        self.label(((a.0 + b.0) / 2.0, height - 5.0), text);
    }

    fn state(&mut self, number: usize, (x, y): Point, accepting: bool) {
        self.cover((x - RADIUS, y - RADIUS));
        self.cover((x + RADIUS, y + RADIUS));
        // Writing to a string cannot fail.
        self.circle((x, y), RADIUS);
        if accepting {
            self.circle((x, y), RADIUS - 4.0);
        }
        let (x, y) = (Tenths(x), Tenths(y + 4.0));
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{y}\">{number}</text>");
    }

    fn circle(&mut self, (x, y): Point, radius: f64) {
        let (x, y, radius) = (Tenths(x), Tenths(y), Tenths(radius));
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// A line, a quadratic or a cubic curve, by the number of points.
    fn path(&mut self, points: &[Point]) {
        let command = ["", "", "L", "Q", "C"][points.len()];
        let mut d = String::new();
        for (i, &(x, y)) in points.iter().enumerate() {
            let command = match i {
                0 => "M",
                1 => command,
                _ => " ",
            };
            let _ = write!(d, "{command}{},{}", Tenths(x), Tenths(y));
        }
        self.cover(points[0]);
        let _ = writeln!(self.body, "<path d=\"{d}\" marker-end=\"url(#tip)\"/>");
    }

    fn label(&mut self, (x, y): Point, text: &str) {
        let half = text.chars().count() as f64 * LETTER / 2.0;
        self.cover((x - half, y - LINE));
        self.cover((x + half, y + LINE / 2.0));
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let (x, y) = (Tenths(x), Tenths(y));
        let _ = writeln!(self.body, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    fn cover(&mut self, (x, y): Point) {
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x), self.high.1.max(y));
    }

    fn finish(self) -> String {
        let (x, y) = (self.low.0 - MARGIN, self.low.1 - MARGIN);
        let (width, height) = (self.high.0 + MARGIN - x, self.high.1 + MARGIN - y);
        let [x, y, width, height] = [x, y, width, height].map(Tenths);
        let size = format!("width=\"{width}\" height=\"{height}\"");
        let view = format!("viewBox=\"{x} {y} {width} {height}\"");
        let background = format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        let head = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size} {view}>\n");
        head + STYLE + &background + &self.body + "</svg>\n"
    }
}

/// The point of a state's circle in the direction of `towards`.
fn border(centre: Point, towards: Point) -> Point {
    let (dx, dy) = (towards.0 - centre.0, towards.1 - centre.1);
    let length = dx.hypot(dy).max(1.0);
    (centre.0 + dx / length * RADIUS, centre.1 + dy / length * RADIUS)
}
