//! Scatter plot: two solvers file by file. Above the diagonal the solver of the x-axis is faster; on the dashed
//! lines a solver does not solve the file. `sat` and `unsat` are told apart by colour and by shape.

use super::{COLOURS, FONT, GRID, ORIGIN, SHORTEST, complain, decade_above, tick};
use crate::answer::Answer;
use crate::results::{Results, Truth};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::collections::BTreeSet;

const SIZE: (u32, u32) = (560, 560);

/// Who is on the y-axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    Solver(usize),
    /// The virtual best of all but the solver on the x-axis.
    BestOfOthers,
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<LogCoord<f64>, LogCoord<f64>>>;

/// The plot of a solver against another one.
pub fn scatter(
    results: &Results,
    files: &[usize],
    solver: usize,
    opponent: Opponent,
    title: &str,
) -> Result<String, String> {
    let mut svg = String::new();
    Scatter { results, files, solver, opponent }.draw(title, &mut svg)?;
    Ok(svg)
}

struct Scatter<'a> {
    results: &'a Results,
    files: &'a [usize],
    solver: usize,
    opponent: Opponent,
}

impl Scatter<'_> {
    fn other_name(&self) -> String {
        match self.opponent {
            Opponent::Solver(s) => self.results.solvers[s].clone(),
            Opponent::BestOfOthers => "virtual best of the others".to_owned(),
        }
    }

    fn other_time(&self, file: usize) -> Option<f64> {
        match self.opponent {
            Opponent::Solver(s) => self.results.time(file, s),
            Opponent::BestOfOthers => self.results.best_time(file, |s| s != self.solver),
        }
    }

    /// Whether both took part.
    fn both_ran(&self, file: usize) -> bool {
        let other = match self.opponent {
            Opponent::Solver(s) => self.results.run(file, s).is_some(),
            Opponent::BestOfOthers => self.results.runs(file).any(|(s, _)| s != self.solver),
        };
        other && self.results.run(file, self.solver).is_some()
    }

    /// Where the files with this answer are; files at the same place are drawn once.
    fn points(&self, answer: Answer, unsolved: f64) -> Vec<(f64, f64)> {
        let place = |time: Option<f64>| {
            let t = time.map_or(unsolved, |t| t.clamp(SHORTEST, self.results.limit));
            (t.log10() * 100.0).round() as i64
        };
        let of_kind =
            |&&f: &&usize| self.results.files[f].truth == Truth::Known(answer) && self.both_ran(f);
        let places: BTreeSet<(i64, i64)> = self
            .files
            .iter()
            .filter(of_kind)
            .map(|&f| (place(self.results.time(f, self.solver)), place(self.other_time(f))))
            .collect();
        let back = |n: i64| 10f64.powf(n as f64 / 100.0);
        places.into_iter().map(|(x, y)| (back(x), back(y))).collect()
    }

    fn draw(&self, title: &str, svg: &mut String) -> Result<(), String> {
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(complain)?;
        // Files that are not solved lie between the limit and the end of the axes.
        let unsolved = self.results.limit * 1.6;
        let end = decade_above(self.results.limit).max(unsolved * 1.3);
        let mut chart = ChartBuilder::on(&root)
            .caption(title, (FONT, 18))
            .margin(12)
            .margin_right(20)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d((ORIGIN..end).log_scale(), (ORIGIN..end).log_scale())
            .map_err(complain)?;
        chart
            .configure_mesh()
            .x_desc(format!("{}, CPU seconds", self.results.solvers[self.solver]))
            .y_desc(format!("{}, CPU seconds", self.other_name()))
            .x_label_formatter(&tick)
            .y_label_formatter(&tick)
            .x_labels(8)
            .y_labels(8)
            .x_max_light_lines(0)
            .y_max_light_lines(0)
            .bold_line_style(GRID)
            .label_style((FONT, 14))
            .draw()
            .map_err(complain)?;
        guides(&mut chart, end, unsolved)?;
        self.marks(&mut chart, unsolved)?;
        legend(&root)?;
        root.present().map_err(complain)
    }

    fn marks(&self, chart: &mut Chart<'_, '_>, unsolved: f64) -> Result<(), String> {
        let sat = COLOURS[0].stroke_width(1);
        let circles =
            self.points(Answer::Sat, unsolved).into_iter().map(|p| Circle::new(p, 3, sat));
        chart.draw_series(circles).map_err(complain)?;
        let unsat = COLOURS[1].stroke_width(1);
        let crosses =
            self.points(Answer::Unsat, unsolved).into_iter().map(|p| Cross::new(p, 3, unsat));
        chart.draw_series(crosses).map_err(complain)?;
        Ok(())
    }
}

/// Beside the description of the x-axis, as every corner of the plot may have marks.
fn legend(root: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), String> {
    let (sat, unsat) = (COLOURS[0].stroke_width(1), COLOURS[1].stroke_width(1));
    let y = SIZE.1 as i32 - 24;
    let word = |text, x| Text::new(text, (x, y - 8), (FONT, 14));
    root.draw(&Circle::new((430, y), 3, sat)).map_err(complain)?;
    root.draw(&word("sat", 440)).map_err(complain)?;
    root.draw(&Cross::new((484, y), 3, unsat)).map_err(complain)?;
    root.draw(&word("unsat", 494)).map_err(complain)
}

/// The diagonal, a factor of ten to both sides, and the lines of what is not solved.
fn guides(chart: &mut Chart<'_, '_>, end: f64, unsolved: f64) -> Result<(), String> {
    for (factor, colour) in [(1.0, BLACK), (10.0, GRID), (0.1, GRID)] {
        let (from, to) = (ORIGIN.max(ORIGIN / factor), end.min(end / factor));
        let line = vec![(from, from * factor), (to, to * factor)];
        chart.draw_series(LineSeries::new(line, colour)).map_err(complain)?;
    }
    for line in [[(unsolved, ORIGIN), (unsolved, end)], [(ORIGIN, unsolved), (end, unsolved)]] {
        chart
            .draw_series(DashedLineSeries::new(line, 4, 4, BLACK.mix(0.5).into()))
            .map_err(complain)?;
    }
    let label = Text::new("not solved", (ORIGIN * 1.1, unsolved * 1.45), (FONT, 13));
    chart.draw_series([label]).map(|_| ()).map_err(complain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::results;

    #[test]
    fn every_file_has_a_place() {
        let r = results(&[
            "f/a x sat 1",
            "f/a y sat 1",
            "f/b x unsat 2",
            "f/b y timeout 10",
            "f/c x sat 3",
        ]);
        let all = r.all();
        let plot = Scatter { results: &r, files: &all, solver: 0, opponent: Opponent::Solver(1) };
        assert_eq!(plot.points(Answer::Sat, 16.0), [(1.0, 1.0)]);
        let [(x, y)] = plot.points(Answer::Unsat, 16.0)[..] else { panic!() };
        assert!((x - 2.0).abs() < 0.02 && (y - 16.0).abs() < 0.2);
        let svg = scatter(&r, &all, 0, Opponent::BestOfOthers, "All").unwrap();
        assert!(
            svg.contains("virtual best of the others, CPU seconds") && svg.contains("not solved")
        );
    }
}
