//! The files to look at one by one: where answers disagree, where one solver is alone, where ours is slow.

use crate::answer::Answer;
use crate::model::Model;
use crate::results::{Results, Truth};
use crate::table::{Table, seconds};

/// How many of the slowest files are listed.
const SLOWEST: usize = 20;

/// Wrong answers, refused models, and files on which nothing settles who is right.
pub fn disagreements(results: &Results) -> Table {
    let head = ["file", "status", "true"].into_iter().chain(names(results));
    let mut table = Table::new(head);
    for (i, file) in results.files.iter().enumerate() {
        let odd = |row| results.is_wrong(i, row) || row.model == Some(Model::Fails);
        if file.truth == Truth::Disputed || results.runs(i).any(|(_, row)| odd(row)) {
            let status = file.status.map_or("–", Answer::name);
            let truth = match file.truth {
                Truth::Known(answer) => answer.name(),
                _ => "?",
            };
            let start = [file.name.clone(), status.to_owned(), truth.to_owned()];
            table.push(start.into_iter().chain(answers(results, i)));
        }
    }
    table
}

/// Files that exactly one solver solves, with its time.
pub fn unique(results: &Results) -> Table {
    let mut table = Table::new(["file", "answer", "only", "CPU s"]);
    for (i, file) in results.files.iter().enumerate() {
        let solved: Vec<_> =
            results.runs(i).filter(|(_, row)| results.is_correct(i, row)).collect();
        let others_ran = results.runs(i).count() > 1;
        if let [(solver, row)] = solved[..]
            && others_ran
        {
            let name = &results.solvers[solver];
            table.push([&file.name, row.answer.name(), name, &seconds(row.cpu)]);
        }
    }
    table
}

/// The solved files on which the first solver takes longest, and what the others say.
pub fn slowest(results: &Results) -> Table {
    let mut files: Vec<(f64, usize)> = (0..results.files.len())
        .filter_map(|i| Some((results.run(i, 0).filter(|row| results.is_correct(i, row))?.cpu, i)))
        .collect();
    files.sort_by(|a, b| b.0.total_cmp(&a.0));
    with_answers(results, files.into_iter().take(SLOWEST).map(|(_, i)| i))
}

/// The files that the first solver does not solve, and what the others say.
pub fn open(results: &Results) -> Table {
    let is_open = |&i: &usize| results.run(i, 0).is_some_and(|row| !results.is_correct(i, row));
    with_answers(results, (0..results.files.len()).filter(is_open))
}

/// A row a file: what every solver says.
fn with_answers(results: &Results, files: impl Iterator<Item = usize>) -> Table {
    let mut table = Table::new(["file"].into_iter().chain(names(results)));
    for i in files {
        let start = [results.files[i].name.clone()];
        table.push(start.into_iter().chain(answers(results, i)));
    }
    table
}

/// Files that another solver solves and the first one does not.
pub fn lost(results: &Results) -> Table {
    let mut table = Table::new(["file", "answer", "first to solve it", "CPU s", "here"]);
    for (i, file) in results.files.iter().enumerate() {
        let Some(ours) = results.run(i, 0).filter(|row| !results.is_correct(i, row)) else {
            continue;
        };
        let solved = results.runs(i).filter(|(_, row)| results.is_correct(i, row));
        if let Some((solver, row)) = solved.min_by(|a, b| a.1.cpu.total_cmp(&b.1.cpu)) {
            let name = &results.solvers[solver];
            let (answer, here) = (row.answer.name(), ours.answer.name());
            table.push([&file.name, answer, name, &seconds(row.cpu), here]);
        }
    }
    table
}

fn names(results: &Results) -> impl Iterator<Item = &str> {
    results.solvers.iter().map(String::as_str)
}

/// `sat 0.12`, `timeout`, `sat 0.12, wrong model`: a cell a solver.
fn answers(results: &Results, file: usize) -> impl Iterator<Item = String> {
    (0..results.solvers.len()).map(move |solver| {
        let Some(row) = results.run(file, solver) else { return "–".to_owned() };
        let time =
            if row.answer.decides() { format!(" {}", seconds(row.cpu)) } else { String::new() };
        let note = if row.model == Some(Model::Fails) { ", wrong model" } else { "" };
        format!("{}{time}{note}", row.answer.name())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::results;

    fn files(table: &Table) -> Vec<&str> {
        table.rows.iter().map(|row| row[0].text.as_str()).collect()
    }

    #[test]
    fn every_list() {
        let r = results(&[
            "f/wrong x sat 1",
            "f/wrong y unsat 1",
            "f/wrong :status unsat 0",
            "f/dispute x sat 1",
            "f/dispute y unsat 1",
            "f/model x sat 1 fails",
            "f/model y sat 1 holds",
            "f/alone x timeout 10",
            "f/alone y unsat 3",
            "f/both x sat 2",
            "f/both y sat 2",
        ]);
        assert_eq!(files(&disagreements(&r)), ["f/dispute", "f/model", "f/wrong"]);
        let model = &disagreements(&r).rows[1];
        assert_eq!([&model[3].text, &model[4].text], ["sat 1.0, wrong model", "sat 1.0"]);
        assert_eq!(files(&unique(&r)), ["f/alone", "f/wrong"]);
        assert_eq!(files(&lost(&r)), ["f/alone", "f/wrong"]);
        assert_eq!(files(&slowest(&r)), ["f/both", "f/model"]);
        assert_eq!(files(&open(&r)), ["f/alone", "f/dispute", "f/wrong"]);
    }
}
