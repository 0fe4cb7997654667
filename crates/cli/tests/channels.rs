//! Where a script may send answers and comments, and where it may not.

mod common;

use common::run;
use std::fs;
use std::path::PathBuf;

/// A file that is not there yet.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn redirect(option: &str, channel: &str) -> String {
    format!(
        "(set-option :{option}-output-channel \"{channel}\")(get-option :{option}-output-channel)"
    )
}

#[test]
fn the_streams_are_allowed_always() {
    let script = format!(
        "(echo \"a\"){}(check-sat)(pop){}(echo \"b\")",
        redirect("regular", "stderr"),
        redirect("regular", "stdout"),
    );
    let output = run(&["-in"], &script);
    assert_eq!(output.lines(), ["\"a\"", "\"stdout\"", "\"b\""]);
    let error = "(error \"line 1 column 103: cannot pop 1 scopes, 0 are open\")";
    assert_eq!(output.stderr, format!("\"stderr\"\nsat\n{error}\n"));
    assert_eq!(output.code, Some(1));
    let output = run(&["-in", "--regular-output-channel=stderr"], "(check-sat)(reset)(check-sat)");
    assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("", "sat\nsat\n"));
}

#[test]
fn comments_have_a_channel_of_their_own() {
    let script =
        "(declare-const s String)(assert (str.in_re s (re.+ (str.to_re \"ab\"))))(check-sat)";
    let output = run(&["-v", "--diagnostic-output-channel=stderr", "--stats"], script);
    assert_eq!(output.lines(), ["sat"]);
    assert!(output.stderr.starts_with("; decided by: regular 1\n"), "{}", output.stderr);
    assert!(output.stderr.contains("\n; time "), "{}", output.stderr);
}

/// A script must not write files behind the back of who runs it.
#[test]
fn files_need_permission() {
    let path = file("forbidden");
    let name = path.to_str().unwrap();
    let script = format!(
        "{}(set-option :allow-output-files true){}(check-sat)",
        redirect("regular", name),
        redirect("diagnostic", name)
    );
    let output = run(&["-in"], &script);
    let want = ["unsupported", "\"stdout\"", "unsupported", "unsupported", "\"stdout\"", "sat"];
    assert_eq!(output.lines(), want);
    assert!(!path.exists());
}

#[test]
fn files_are_appended_to() {
    let (path, other) = (file("answers"), file("comments"));
    let script = format!(
        "(echo \"a\"){}(check-sat){}(push)(reset)(echo \"b\")",
        redirect("regular", path.to_str().unwrap()),
        redirect("diagnostic", other.to_str().unwrap()),
    );
    for round in 1..=2 {
        let output = run(&["-in", "--allow-output-files", "--stats"], &script);
        assert_eq!(output.lines()[..2], ["\"a\"", "\"b\""]);
        let once = format!("\"{}\"\nsat\n\"{}\"\n", path.display(), other.display());
        assert_eq!(fs::read_to_string(&path).unwrap(), once.repeat(round));
        assert_eq!(fs::read_to_string(&other).unwrap(), "");
    }
}

#[test]
fn files_that_cannot_be_written() {
    let script = "(set-option :regular-output-channel \"/no/such/folder/file\")(check-sat)";
    let output = run(&["-in", "--allow-output-files"], script);
    let error = &output.lines()[0];
    assert!(
        error.starts_with("(error \"line 1 column 1: option :regular-output-channel: /no/such/")
    );
    assert_eq!((output.lines()[1], output.code), ("sat", Some(1)));
    // The command line names streams only: a shell can do the rest.
    let output = run(&["--regular-output-channel=file"], "");
    assert!(output.stderr.contains("expected stdout|stderr, found file"), "{}", output.stderr);
    assert_eq!(output.code, Some(2));
}
