//! Automata as pictures.
//!
//! Edges to the next layer are straight, unless one comes back the same way. Edges to earlier layers go below
//! everything in between, each a little lower than the one before, and edges within a layer bend to the right.

use crate::automaton::{Automaton, Edge};
use crate::label::label;
use crate::layout::{LETTER, Layout, RADIUS};
use std::fmt::Write;

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
    let mut returns = vec![0; layout.layer.len() + 1];
    for edge in automaton.edges() {
        canvas.edge(automaton, layout, edge, &mut returns);
    }
    for (s, &at) in layout.at.iter().enumerate() {
        canvas.state(s, at, automaton.is_accepting(s));
    }
    canvas.finish()
}

impl Canvas {
    fn edge(&mut self, automaton: &Automaton, layout: &Layout, edge: &Edge, returns: &mut [u32]) {
        let (a, b) = (layout.at[edge.from], layout.at[edge.to]);
        let (from, to) = (layout.layer[edge.from], layout.layer[edge.to]);
        let text = label(&edge.chars);
        if edge.from == edge.to {
            return self.self_loop(a, &text);
        }
        if from < to {
            let comes_back =
                automaton.edges().iter().any(|e| (e.from, e.to) == (edge.to, edge.from));
            return self.bent(a, b, if comes_back { -14.0 } else { 0.0 }, &text);
        }
        if from == to {
            let rows = (a.1 - b.1).abs() / RADIUS;
            return self.bent(a, b, if a.1 < b.1 { -6.0 * rows } else { 6.0 * rows }, &text);
        }
        returns[to] += 1;
        let below = layout.bottom(to, from) + 2.4 * RADIUS + 26.0 * f64::from(returns[to]);
        self.under(a, b, below, &text);
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

    /// To the left, below everything in between.
    fn under(&mut self, a: Point, b: Point, below: f64, text: &str) {
        // The middle of the curve is at three quarters of the way to its control points.
        let control = |y: f64| y + (below - y) / 0.75;
        let lower = control(a.1.max(b.1));
        let (c, d) = ((a.0 - 0.15 * (a.0 - b.0), lower), (b.0 + 0.15 * (a.0 - b.0), lower));
        self.path(&[border(a, c), c, d, border(b, d)]);
        let y = (a.1 + b.1) / 8.0 + 0.75 * lower;
        self.label(((a.0 + b.0) / 2.0, y - 5.0), text);
    }

    fn state(&mut self, number: usize, (x, y): Point, accepting: bool) {
        self.cover((x - RADIUS, y - RADIUS));
        self.cover((x + RADIUS, y + RADIUS));
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>");
        if accepting {
            let inner = RADIUS - 4.0;
            let _ = writeln!(self.body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{inner}\"/>");
        }
        let _ = writeln!(self.body, "<text x=\"{x:.1}\" y=\"{:.1}\">{number}</text>", y + 4.0);
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
            let _ = write!(d, "{command}{x:.1},{y:.1}");
        }
        self.cover(points[0]);
        let _ = writeln!(self.body, "<path d=\"{d}\" marker-end=\"url(#tip)\"/>");
    }

    fn label(&mut self, (x, y): Point, text: &str) {
        let half = text.chars().count() as f64 * LETTER / 2.0;
        self.cover((x - half, y - LINE));
        self.cover((x + half, y + LINE / 2.0));
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ =
            writeln!(self.body, "<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
    }

    fn cover(&mut self, (x, y): Point) {
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x), self.high.1.max(y));
    }

    fn finish(self) -> String {
        let (x, y) = (self.low.0 - MARGIN, self.low.1 - MARGIN);
        let (width, height) = (self.high.0 + MARGIN - x, self.high.1 + MARGIN - y);
        let size = format!("width=\"{width:.0}\" height=\"{height:.0}\"");
        let view = format!("viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\"");
        let background = format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#fff\"/>\n"
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
