//! Links the program to a fixed address, where that is possible.
//!
//! Tables full of pointers, such as the Unicode tables behind patterns, cost nothing until they are used, unless
//! the loader has to relocate every pointer at every start: that took a quarter of the time and
//! of the memory of a small query. At a fixed address there is nothing to relocate. (What is given up is a random address
//! of the program's own code; libraries, stack and heap keep theirs.)

fn main() {
    let target = |what: &str| std::env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
