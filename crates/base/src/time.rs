//! The clock. The standard library has none where WebAssembly runs without an operating system, and panics there: the browser's is
//! taken, by `web-time`, whose type has the same methods.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use web_time::Instant;
