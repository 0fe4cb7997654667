//! The pages of the book: those of `docs/`, in the order of `docs/SUMMARY.md`, between the front page and what is for contributors. Where a
//! page names another, the name becomes a link; files of the repository that a page links to are copied.

use std::fs;
use std::io;
use std::path::Path;

/// Where copied files are.
const FILES: &str = "files";

const SETTINGS: &str = "[book]\ntitle = \"Stringent\"\nlanguage = \"en\"\nsrc = \".\"\n\n\
    [output.html]\npreferred-dark-theme = \"navy\"\ninput-404 = \"\"\n\n\
    [output.html.print]\nenable = false\n\n[output.html.playground]\nrunnable = false\n";

/// Pages of the root: file and title.
const FRONT: (&str, &str) = ("README.md", "Stringent");
const BACK: [(&str, &str); 3] = [
    ("CHANGELOG.md", "Changes"),
    ("ARCHITECTURE.md", "Architecture"),
    ("CONTRIBUTING.md", "Contributing"),
];

/// Parts of the site that are no pages of the book.
const PARTS: &str = "\n## Elsewhere on this site\n\n\
    - [The playground](playground/index.html): scripts and regexes in your browser\n\
    - [The library's reference](rust/stringent/index.html)\n\
    - [Python's reference](python/index.html)\n";

/// Writes what mdBook reads.
pub fn write(root: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    copy_data(&root.join("docs"), to)?;
    let order = fs::read_to_string(root.join("docs/SUMMARY.md"))?;
    let row = |(file, title): (&str, &str)| format!("- [{title}]({file})\n");
    let back: String = BACK.into_iter().map(row).collect();
    let front = format!("# Summary\n\n[{}]({})\n\n", FRONT.1, FRONT.0);
    let (_, pages) = order.split_once('\n').unwrap_or_default();
    fs::write(to.join("SUMMARY.md"), format!("{front}{}\n{back}", pages.trim_start()))?;
    fs::write(to.join("book.toml"), SETTINGS)?;
    for (file, _) in [FRONT].into_iter().chain(BACK) {
        fs::write(to.join(file), linked(&fs::read_to_string(root.join(file))?, "docs/"))?;
    }
    fs::write(to.join(FRONT.0), fs::read_to_string(to.join(FRONT.0))? + PARTS)?;
    for entry in fs::read_dir(root.join("docs"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "md") && !path.ends_with("SUMMARY.md") {
            let text = fs::read_to_string(&path)?;
            copy_linked(root, to, &text)?;
            let text = linked(&text, "docs/").replace("](../", &format!("]({FILES}/"));
            fs::write(to.join(path.file_name().unwrap_or_default()), text)?;
        }
    }
    Ok(())
}

/// Pictures and tables, in their folders.
fn copy_data(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_data(&entry.path(), &target)?;
        } else if entry.path().extension().is_none_or(|e| e != "md") {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn copy_linked(root: &Path, to: &Path, text: &str) -> io::Result<()> {
    for rest in text.split("](../").skip(1) {
        let file = rest.split([')', '#']).next().unwrap_or_default();
        let target = to.join(FILES).join(file);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        fs::copy(root.join(file), target)?;
    }
    Ok(())
}

/// Turns names of pages, such as `docs/web.md` in a code span, into links; blocks of code stay.
fn linked(text: &str, folder: &str) -> String {
    let mut is_code = false;
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        let stays = is_code || is_fence;
        out.push_str(&if stays { line.to_owned() } else { with_links(line, folder) });
    }
    out
}

fn with_links(line: &str, folder: &str) -> String {
    let mut spans = line.split('`').peekable();
    let mut out = String::new();
    let mut is_code = false;
    while let Some(span) = spans.next() {
        let page = span.strip_prefix(folder).filter(|page| page.ends_with(".md"));
        // Text in brackets is the text of a link.
        let is_linked = out.ends_with('[');
        let is_closed = spans.peek().is_some();
        match page.filter(|_| is_code && !is_linked && is_closed) {
            Some(page) => out.push_str(&format!("[`{span}`]({page})")),
            None if is_code && is_closed => out.push_str(&format!("`{span}`")),
            None if is_code => out.push_str(&format!("`{span}")),
            None => out.push_str(span),
        }
        is_code = !is_code;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages_become_links() {
        let text = "See `docs/c.md` and `x`.\n```sh\ncat `docs/c.md`\n```\n";
        let expected = "See [`docs/c.md`](c.md) and `x`.\n```sh\ncat `docs/c.md`\n```\n";
        assert_eq!(linked(text, "docs/"), expected);
        assert_eq!(linked("a ` b\n", "docs/"), "a ` b\n");
        assert_eq!(linked("[`docs/c.md`](c.md)\n", "docs/"), "[`docs/c.md`](c.md)\n");
    }
}
