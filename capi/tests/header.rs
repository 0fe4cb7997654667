//! The header is what the functions say.

use std::path::Path;

/// `BLESS=1 cargo test` writes it anew.
#[test]
fn header_is_current() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    let mut header = Vec::new();
    let sources = ["border", "solver", "terms", "answers", "interrupt"];
    let builder = sources.iter().fold(cbindgen::Builder::new().with_config(config), |b, name| {
        b.with_src(here.join(format!("src/{name}.rs")))
    });
    builder.generate().unwrap().write(&mut header);
    let path = here.join("include/stringent.h");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &header).unwrap();
    }
    let written = String::from_utf8(header).unwrap();
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(kept, written, "BLESS=1 cargo xtask capi writes the header anew");
}
