//! Cactus plot: how many files a solver solves if each may take so long. Further to the right and closer to the
//! bottom is better. The virtual best solver is drawn in black, with dots.
//!
//! Papers draw the sum of all times instead as often; it hides what single files take, and one slow file early
//! shifts all that follows.

use super::{COLOURS, FONT, GRID, ORIGIN, SHORTEST, complain, decade_above, tick};
use crate::results::Results;
use crate::score::Score;
use plotters::prelude::*;

const SIZE: (u32, u32) = (760, 440);

/// The plot for some files.
pub fn cactus(results: &Results, files: &[usize], title: &str) -> Result<String, String> {
    let mut svg = String::new();
    draw(results, files, title, &mut svg)?;
    Ok(svg)
}

/// A solver's line: its name, its sorted times, its colour; `None` is the virtual best.
struct Line {
    name: String,
    times: Vec<f64>,
    colour: Option<RGBColor>,
}

fn lines(results: &Results, files: &[usize]) -> Vec<Line> {
    let mut lines: Vec<Line> = shown(results, files)
        .into_iter()
        .zip(COLOURS)
        .map(|(s, colour)| Line {
            name: results.solvers[s].clone(),
            times: sorted(files.iter().filter_map(|&f| results.time(f, s))),
            colour: Some(colour),
        })
        .collect();
    if lines.len() > 1 {
        let times = sorted(files.iter().filter_map(|&f| results.best_time(f, |_| true)));
        lines.push(Line { name: "virtual best".to_owned(), times, colour: None });
    }
    lines
}

/// As many solvers as there are colours: the first one, and those that do worst. Among many configurations these
/// are the ones that matter; the others lie on the first one's line.
fn shown(results: &Results, files: &[usize]) -> Vec<usize> {
    let cost = |&s: &usize| Score::of(results, files, s).par2;
    let mut others: Vec<usize> = (1..results.solvers.len()).collect();
    if others.len() >= COLOURS.len() {
        others.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
        others.truncate(COLOURS.len() - 1);
        others.sort_unstable();
    }
    [vec![0], others].concat()
}

fn sorted(times: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut times: Vec<f64> = times.map(|t| t.max(SHORTEST)).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn draw(results: &Results, files: &[usize], title: &str, svg: &mut String) -> Result<(), String> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE).map_err(complain)?;
    let top = decade_above(results.limit);
    let mut chart = ChartBuilder::on(&root)
        .caption(title, (FONT, 18))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..files.len() as f64 * 1.01, (ORIGIN..top).log_scale())
        .map_err(complain)?;
    chart
        .configure_mesh()
        .x_desc("files solved")
        .y_desc("CPU seconds for each")
        .x_label_formatter(&|n| format!("{n:.0}"))
        .y_label_formatter(&tick)
        .y_labels(8)
        .x_max_light_lines(0)
        .y_max_light_lines(0)
        .bold_line_style(GRID)
        .label_style((FONT, 14))
        .draw()
        .map_err(complain)?;
    for Line { name, times, colour } in lines(results, files) {
        let legend = format!("{name} ({})", times.len());
        let points = steps(&times);
        let style = colour.unwrap_or(BLACK).stroke_width(2);
        if colour.is_some() {
            let drawn = chart.draw_series(LineSeries::new(points, style)).map_err(complain)?;
            let sample = move |(x, y)| PathElement::new(vec![(x, y), (x + 22, y)], style);
            drawn.label(legend).legend(sample);
        } else {
            let line = DashedLineSeries::new(points, 3, 4, style);
            let drawn = chart.draw_series(line).map_err(complain)?;
            let sample = move |(x, y)| {
                plotters::element::DashedPathElement::new([(x, y), (x + 22, y)], 3, 4, style)
            };
            drawn.label(legend).legend(sample);
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.9))
        .border_style(GRID)
        .label_font((FONT, 14))
        .legend_area_size(30)
        .draw()
        .map_err(complain)?;
    root.present().map_err(complain)
}

/// The corners of the curve; of a run of times that look equal only the ends.
fn steps(times: &[f64]) -> Vec<(f64, f64)> {
    let looks = |t: f64| (t.log10() * 200.0).round();
    let is_end = |i: usize| {
        let same = |j: Option<&f64>| j.is_some_and(|&t| looks(t) == looks(times[i]));
        i == 0 || !(same(times.get(i - 1)) && same(times.get(i + 1)))
    };
    let point = |i: usize| ((i + 1) as f64, times[i]);
    (0..times.len()).filter(|&i| is_end(i)).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::results;

    #[test]
    fn a_line_for_each_solver() {
        let r = results(&["f/a x sat 1", "f/b x sat 2", "f/a y sat 0.5", "f/b y timeout 10"]);
        let svg = cactus(&r, &r.all(), "Files & times").unwrap();
        for text in ["x (2)", "y (1)", "virtual best (2)", "files solved", "Files &amp; times"] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(cactus(&r, &[], "nothing").is_ok());
    }

    #[test]
    fn of_many_configurations_the_worst_are_shown() {
        let lines: Vec<String> = (0..9).map(|s| format!("f/a c{s} sat {}", 9 - s)).collect();
        let r = results(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(shown(&r, &r.all()), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(shown(&r, &[]).len(), COLOURS.len());
    }

    #[test]
    fn plateaus_keep_their_ends() {
        let times = [0.001, 0.001, 0.001, 0.001, 5.0];
        assert_eq!(steps(&times), [(1.0, 0.001), (4.0, 0.001), (5.0, 5.0)]);
    }
}
