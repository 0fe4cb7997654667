//! What the build needs and would otherwise have to be installed.
//!
//! `bindgen MODULE.wasm FOLDER` writes the JavaScript and the types for a compiled module. It is the library behind the program
//! `wasm-bindgen`, which is needed in exactly the version of the crate; here the lock file has both. `order FROM.wasm TO.wasm` names
//! functions by an order in which they compress well. `compress FILE FILE.gz` takes its time and makes a file a twentieth smaller than
//! `gzip -9`.

mod order;

use std::error::Error;
use std::fs::{self, File};
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["bindgen", module, folder] => bindgen(module, folder),
        ["compress", from, to] => compress(from, to),
        ["order", from, to] => order(from, to),
        _ => {
            Err("usage: stringent-web-tools bindgen MODULE.wasm FOLDER | compress FILE FILE.gz | order FROM.wasm TO.wasm"
                .into())
        }
    };
    done.map_or_else(
        |why| {
            eprintln!("error: {why:#}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn bindgen(module: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("stringent").typescript(true);
    Ok(bindgen.web(true)?.generate(folder)?)
}

fn order(from: &str, to: &str) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(to, order::named(&fs::read(from)?)?)?)
}

fn compress(from: &str, to: &str) -> Result<(), Box<dyn Error>> {
    let (read, write) = (File::open(from)?, File::create(to)?);
    if fs::metadata(from)?.len() == 0 {
        return Err("there is nothing to compress".into());
    }
    // A megabyte is compressed at a time, and functions differ: more blocks than usual, each with codes of its own, save half a percent.
    let options = Options { maximum_block_splits: 60, ..Options::default() };
    Ok(zopfli::compress(options, Format::Gzip, read, write)?)
}
