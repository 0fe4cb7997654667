//! How much memory the process uses.

/// Bytes resident in memory; 0 where the system cannot tell, so that no limit is ever exceeded.
pub fn in_use() -> u64 {
    // The second field is the number of resident pages, whose size is 4 KiB on x86-64 and on
    // nearly all AArch64 systems; safe code cannot ask for it.
    const PAGE: u64 = 4096;
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    let pages = text.split_ascii_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn allocation_shows() {
        let before = super::in_use();
        let block = vec![1_u8; 64 << 20];
        let after = super::in_use();
        assert!(before > 0 && after >= before + (60 << 20), "{before} {after} {}", block.len());
    }
}
