//! How much memory a process uses, and how much there is.

/// The size of a page: 4 KiB on x86-64 and on nearly all AArch64 systems; safe code cannot ask for it.
const PAGE: u64 = 4096;

/// Bytes resident in memory, on Linux, macOS and Windows; 0 where the system cannot tell.
pub fn in_use() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// Whether a limit can be kept.
pub fn can_be_limited() -> bool {
    in_use() > 0
}

/// The same of the process with this number.
pub fn used_by(process: u32) -> u64 {
    resident(&format!("/proc/{process}/statm"))
}

fn resident(file: &str) -> u64 {
    // The second field is the number of resident pages.
    let Ok(text) = std::fs::read_to_string(file) else { return 0 };
    let pages = text.split_ascii_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

/// Bytes of memory that the machine has; `None` where the system cannot tell.
pub fn of_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let row = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(row.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

#[cfg(test)]
mod tests {
    #[test]
    fn allocation_shows() {
        let before = super::in_use();
        let block = vec![1_u8; 64 << 20];
        let after = super::used_by(std::process::id());
        assert!(before > 0 && after >= before + (60 << 20), "{before} {after} {}", block.len());
        assert!(super::of_machine().is_some_and(|all| all > after));
    }
}
