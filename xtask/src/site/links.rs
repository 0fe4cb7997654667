//! Links within the site: what they lead to must be there, the place in a page, too. What is written by others (the search of rustdoc,
//! say) makes its links while it runs, and is not seen here.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// How many links there are within the site, and which of them lead nowhere.
pub fn check(site: &Path) -> io::Result<(usize, Vec<String>)> {
    let mut pages = HashMap::new();
    read(site, &mut pages)?;
    let (mut count, mut broken) = (0, Vec::new());
    let mut names: Vec<&PathBuf> = pages.keys().collect();
    names.sort();
    for name in names {
        for link in targets(&pages[name]).filter(|link| is_local(link)) {
            count += 1;
            if !leads_somewhere(name, link, &pages) {
                let place = name.strip_prefix(site).unwrap_or(name);
                broken.push(format!("{}: {link}", place.display()));
            }
        }
    }
    Ok((count, broken))
}

/// All pages below a folder.
fn read(folder: &Path, pages: &mut HashMap<PathBuf, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, pages)?;
        } else if path.extension().is_some_and(|e| e == "html") {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            pages.insert(path, text);
        }
    }
    Ok(())
}

/// What a page links to and shows.
fn targets(page: &str) -> impl Iterator<Item = &str> {
    let after =
        |attribute| page.split(attribute).skip(1).filter_map(|rest: &str| rest.split('"').next());
    after(" href=\"").chain(after(" src=\""))
}

/// Not those that scripts put together, and not those to implementations in other crates, which rustdoc looks for in vain if there are
/// none.
fn is_local(link: &str) -> bool {
    if link.contains("${") || link.contains("/trait.impl/") {
        return false;
    }
    let scheme = link.split([':', '/']).next().unwrap_or_default();
    !(link.is_empty()
        || link.starts_with("//")
        || link.len() > scheme.len() && link[scheme.len()..].starts_with(':'))
}

fn leads_somewhere(from: &Path, link: &str, pages: &HashMap<PathBuf, String>) -> bool {
    let (file, place) = link.split_once('#').unwrap_or((link, ""));
    let file = file.split('?').next().unwrap_or_default();
    let mut target = match file {
        "" => from.to_owned(),
        _ => normal(&from.parent().unwrap_or(from).join(file)),
    };
    if target.is_dir() {
        target.push("index.html");
    }
    let has_place = || {
        let page = pages.get(&target).map_or("", String::as_str);
        // rustdoc names lines without quotes, and links to ranges of them.
        let first = if file.ends_with(".rs.html") { place.split('-').next() } else { None };
        let is_line = first.is_some_and(|line| page.contains(&format!(" id={line} ")));
        let named = |attribute| page.contains(&format!("{attribute}=\"{place}\""));
        place.is_empty() || is_line || named("id") || named("name")
    };
    target.exists() && (target.extension().is_none_or(|e| e != "html") || has_place())
}

/// Without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_are_found() {
        let site = std::env::temp_dir().join(format!("stringent-links-{}", std::process::id()));
        fs::create_dir_all(site.join("a")).unwrap();
        let index = [
            r##"<a href="a/b.html#x">, <a href="a/b.html#y">, <a href="#z">"##,
            r##"<a href="https://e.org/no">, <img src="no.svg">, <a href="a/">"##,
        ];
        let index = index.join(", ");
        fs::write(site.join("index.html"), index).unwrap();
        fs::write(site.join("a/b.html"), r#"<p id="x"><a href="../index.html">"#).unwrap();
        let (count, broken) = check(&site).unwrap();
        fs::remove_dir_all(&site).unwrap();
        let expected =
            ["a/b.html#y", "#z", "a/", "no.svg"].map(|link| format!("index.html: {link}"));
        assert_eq!((count, broken), (6, expected.to_vec()));
    }
}
