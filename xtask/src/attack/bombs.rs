//! Little that unfolds to much: compressed bombs, lines without end, numbers without end. All
//! of it is refused or passed over, with little memory and in little time.

use super::arena::{Arena, PUZZLE, hollow};
use super::{Attack, Findings};
use piste::Rng;

pub(super) const ATTACKS: [Attack; 3] = [
    Attack { name: "compressed bombs of 1 GB", share: 6, most: 4, attempt: compressed },
    Attack { name: "files of 1 GB without a line end", share: 6, most: 4, attempt: endless },
    Attack { name: "huge numbers in options", share: 3, most: 20, attempt: numbers },
];

/// What a bomb may take: memory in MiB, and seconds.
const MEMORY: u64 = 512;
const SECONDS: u64 = 60;

/// How much the bombs unfold to.
const GIGABYTE: u64 = 1 << 30;

/// The verbs that read files of puzzles, up to the place of the file.
const READERS: [&[&str]; 7] = [
    &["solve", "-q"],
    &["check", "-q"],
    &["rate", "-q", "--metrics", "givens"],
    &["convert", "-q", "--to", "line"],
    &["canon", "-q", "--dedupe"],
    &["library", "import", "-q"],
    &["make", "-q", "--seed", "1", "--exclude"],
];

/// The options that take a short file.
const SHORT: [&[&str]; 5] = [
    &["make", "-q", "--seed", "1", "--pattern"],
    &["make", "-q", "--seed", "1", "--start"],
    &["make", "-q", "--seed", "1", "--solution"],
    &["rate", "-q", "--metrics", "minutes", PUZZLE, "--model"],
    &["hint", "-q", PUZZLE, "--givens"],
];

/// A stream of zstd that says one byte so often: a block of four bytes for each 128 kB.
fn zstd_bomb(byte: u8, length: u64) -> Vec<u8> {
    const BLOCK: u64 = 128 << 10;
    // The magic number; a frame with a window of 1 MB and neither length nor checksum.
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x50];
    let blocks = length.div_ceil(BLOCK);
    for number in 1..=blocks {
        let is_last = u32::from(number == blocks);
        let header = is_last | 1 << 1 | (BLOCK as u32) << 3;
        bomb.extend(&header.to_le_bytes()[..3]);
        bomb.push(byte);
    }
    bomb
}

/// A stream of gzip that says one byte so often: 13 bits for each 258 times. The checksum at its
/// end is wrong; whoever gets there has read it all.
fn gzip_bomb(byte: u8, length: u64) -> Vec<u8> {
    let mut bomb = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    let (mut pending, mut count) = (0u64, 0);
    let mut put = |bits: u64, width: u32| {
        pending |= bits << count;
        count += width;
        while count >= 8 {
            bomb.push(pending as u8);
            pending >>= 8;
            count -= 8;
        }
    };
    // The last block, with the fixed codes; a code goes in with its first bit lowest.
    put(0b011, 3);
    put(u64::from((0x30 + byte).reverse_bits()), 8);
    // The length 258, which is code 285, and the distance 1, which is code 0.
    let repeat = u64::from(0b1100_0101u8.reverse_bits());
    for _ in 0..length / 258 {
        put(repeat, 13);
    }
    // The end of the block, and as many bits as make the byte full.
    put(0, 14);
    bomb.extend([0; 8]);
    bomb
}

fn compressed(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    // A digit, a dot, an x: what a reader may take for cells, for a name, for nothing.
    let byte = *rng.pick(b".1x ").ok_or("there are four")?;
    let bombs =
        [("bomb.txt.zst", zstd_bomb(byte, GIGABYTE)), ("bomb.txt.gz", gzip_bomb(byte, GIGABYTE))];
    let mut findings = Vec::new();
    for (name, bomb) in bombs {
        let file = arena.write(name, bomb)?;
        for verb in READERS {
            let ran = arena.run(&[verb, &[&file]].concat(), SECONDS)?;
            let what = format!("{} {name}", verb.join(" "));
            findings.extend(ran.faults(&what, MEMORY));
            if ran.code == Some(0) {
                findings.push(format!("{what}: all is well, it says"));
            }
        }
    }
    Ok(findings)
}

fn endless(arena: &Arena, _: &mut Rng) -> Result<Findings, String> {
    let file = arena.file("endless.txt");
    hollow(&file, GIGABYTE)?;
    let mut findings = Vec::new();
    for verb in READERS.iter().chain(&SHORT) {
        let ran = arena.run(&[verb, &[file.as_str()][..]].concat(), SECONDS)?;
        let what = verb.join(" ");
        findings.extend(ran.faults(&what, MEMORY));
        if ran.code == Some(0) {
            findings.push(format!("{what}: all is well, it says"));
        }
    }
    Ok(findings)
}

fn numbers(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    const HUGE: [&str; 8] = [
        "100000000000",
        "18446744073709551615",
        "18446744073709551616",
        "9223372036854775807",
        "9223372036854775808",
        "340282366920938463463374607431768211456",
        "-1",
        "1e30",
    ];
    const OPTIONS: [&[&str]; 14] = [
        &["solve", PUZZLE, "-j"],
        &["solve", PUZZLE, "--guesses"],
        &["check", PUZZLE, "--limit"],
        &["check", "................", "--guesses"],
        &["rate", "--metrics", "givens", PUZZLE, "--seed"],
        &["rate", "--metrics", "se", PUZZLE, "--time-limit"],
        &["explain", PUZZLE, "--upto"],
        &["transform", PUZZLE, "--random", "--seed"],
        &["canon", "--dedupe", PUZZLE, "--memory"],
        &["make", "--seed"],
        &["library", "query", "--limit"],
        &["library", "query", "--order", "random", "--seed"],
        &["library", "verify", "--sample"],
        &["serve", "--address", "192.0.2.1", "--port"],
    ];
    let few = arena.write("few.txt", arena.puzzles(5, 71)?)?;
    arena.prepare(&["library", "import", "-q", &few])?;
    let mut findings = Vec::new();
    for option in OPTIONS {
        let number = *rng.pick(&HUGE).ok_or("there are eight")?;
        let ran = arena.run(&[option, &[number]].concat(), SECONDS)?;
        findings.extend(ran.faults(&format!("{} {number}", option.join(" ")), 1024));
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bombs_are_small() {
        assert!(zstd_bomb(b'.', GIGABYTE).len() < 40_000);
        let gzip = gzip_bomb(b'.', 1 << 20);
        assert!(gzip.len() < 7_000, "{}", gzip.len());
        assert_eq!(gzip[..3], [0x1f, 0x8b, 8]);
    }
}
