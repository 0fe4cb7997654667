//! Puts tables and pictures into a page that people write: between `<!-- begin NAME -->` and
//! `<!-- end NAME -->` stands what this program writes, all else stays. Pictures go to `img` beside the page.

use crate::report::{Report, save};
use std::path::Path;

/// Lists in a page are cut after so many rows.
const MOST_ROWS: usize = 40;

/// Renews the generated parts of `page`.
pub fn update(report: &Report, page: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(page).map_err(|e| format!("{}: {e}", page.display()))?;
    let pictures = report.pictures(&report.everything())?;
    let mut links = String::new();
    for picture in &pictures {
        save(&page.with_file_name("img").join(format!("{}.svg", picture.name)), &picture.svg)?;
        links.push_str(&format!("![{}](img/{}.svg)\n", picture.alt, picture.name));
    }
    let mut text = replace(&text, "pictures", &links)?;
    text = replace(&text, "race", &report.about_table().markdown())?;
    text = replace(&text, "summary", &report.summary(&report.results.all()).markdown())?;
    text = replace(&text, "families", &report.family_table().markdown())?;
    for (name, _, mut table) in report.lists() {
        let all = table.rows.len();
        table.rows.truncate(MOST_ROWS);
        let rest = all - table.rows.len();
        let more = if rest > 0 { format!("\nand {rest} more.\n") } else { String::new() };
        let content = if all == 0 { "None.\n".to_owned() } else { table.markdown() + &more };
        text = replace(&text, name, &content)?;
    }
    for (name, _, table) in &report.apart {
        text = replace(&text, name, &table.markdown())?;
    }
    save(page, &text)
}

/// Replaces what stands between the marks of a part; a page may leave a part out.
fn replace(text: &str, name: &str, content: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
    let Some((before, rest)) = text.split_once(&begin) else { return Ok(text.to_owned()) };
    let (_, after) = rest.split_once(&end).ok_or_else(|| format!("`{end}` is missing"))?;
    Ok(format!("{before}{begin}\n{content}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_parts_change() {
        let page = "# A\n<!-- begin x -->\nold\n<!-- end x -->\nrest\n";
        let new = replace(page, "x", "new").unwrap();
        assert_eq!(new, "# A\n<!-- begin x -->\n\nnew\n<!-- end x -->\nrest\n");
        assert_eq!(replace(&new, "x", "new").unwrap(), new);
        assert_eq!(replace(page, "y", "new").unwrap(), page);
        assert!(replace("<!-- begin x -->\n", "x", "").is_err());
    }

    #[test]
    fn a_page_gets_its_pictures() {
        let folder = std::env::temp_dir().join(format!("bench-doc-{}", std::process::id()));
        let page = folder.join("page.md");
        let mark = |part: &&str| format!("<!-- begin {part} -->\n<!-- end {part} -->\n");
        let marks: String = ["pictures", "unique", "incremental"].iter().map(mark).collect();
        save(&page, &marks).unwrap();
        update(&crate::report::tests::report(), &page).unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(
            text.contains("![stringent against z3](img/scatter-z3.svg)")
                && text.contains("| f/b |")
                && text.contains("| hornstr | 7 |")
        );
        assert!(folder.join("img/cactus.svg").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
