//! One page with everything in it, for a browser without a network.

use crate::report::{Report, Section};
use crate::table::{Table, escape};

const STYLE: &str = "body{font:15px/1.45 sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222}
table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid #ddd;padding:.2em .7em;text-align:right}td:first-child,th:first-child{text-align:left}
.best{font-weight:bold}.wide{overflow-x:auto}summary{cursor:pointer;font-weight:bold;padding:.3em 0}
svg{max-width:100%;height:auto;margin:.5em}";

/// The whole page.
pub fn page(report: &Report) -> Result<String, String> {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Evaluation</title>\
         <style>{STYLE}</style></head><body>\n<h1>Evaluation</h1>\n"
    );
    out.push_str(&wide(&report.about_table()));
    out.push_str("<h2>All files</h2>\n");
    out.push_str(&section(report, &report.everything())?);
    out.push_str("<h2>By family</h2>\n<p>Files solved and CPU seconds, with the limit for each timeout.</p>\n");
    out.push_str(&wide(&report.family_table()));
    for (_, title, table) in &report.lists() {
        let summary = format!("{title}: {} files", table.rows.len());
        out.push_str(&folded(&summary, &wide(table)));
    }
    for (_, title, table) in &report.apart {
        out.push_str(&folded(title, &wide(table)));
    }
    out.push_str("<h2>Each family</h2>\n");
    for family in report.families() {
        let summary = format!("{}: {} files", family.title, family.files.len());
        out.push_str(&folded(&summary, &section(report, &family)?));
    }
    out.push_str("</body></html>\n");
    Ok(out)
}

/// The table and the pictures of some files.
fn section(report: &Report, section: &Section) -> Result<String, String> {
    let mut out = wide(&report.summary(&section.files));
    for picture in report.pictures(section)? {
        out.push_str(&picture.svg);
    }
    Ok(out)
}

fn wide(table: &Table) -> String {
    format!("<div class=\"wide\">{}</div>\n", table.html())
}

fn folded(summary: &str, content: &str) -> String {
    format!("<details><summary>{}</summary>\n{content}</details>\n", escape(summary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_nothing_else() {
        let page = page(&crate::report::tests::report()).unwrap();
        assert!(page.contains("<summary>f: 2 files</summary>") && page.contains("a fast one"));
        assert_eq!(page.matches("<details>").count(), 8);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href="));
    }
}
