//! Sounds as files: uncompressed, one channel, 16 bits a sample.

/// Samples in a second.
pub(super) const RATE: u32 = 22_050;

/// The file with these samples, which lie between −1 and 1.
pub(super) fn file(samples: &[f64]) -> Vec<u8> {
    const BYTES: u16 = 2;
    let length = u32::try_from(samples.len() * usize::from(BYTES)).unwrap_or(u32::MAX);
    let mut file = Vec::with_capacity(samples.len() * usize::from(BYTES) + 44);
    file.extend(b"RIFF");
    file.extend((36 + length).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // Plain samples on one channel.
    file.extend(1_u16.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(RATE.to_le_bytes());
    file.extend((RATE * u32::from(BYTES)).to_le_bytes());
    file.extend(BYTES.to_le_bytes());
    file.extend((BYTES * 8).to_le_bytes());
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    for sample in samples {
        let sample = (sample.clamp(-1.0, 1.0) * f64::from(i16::MAX)).round() as i16;
        file.extend(sample.to_le_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_is_in_it() {
        let file = file(&[0.0, 1.0, -2.0]);
        assert_eq!(file.len(), 44 + 6);
        assert_eq!((&file[..4], &file[8..16]), (b"RIFF".as_slice(), b"WAVEfmt ".as_slice()));
        assert_eq!(file[4..8], 42_u32.to_le_bytes());
        assert_eq!(file[40..44], 6_u32.to_le_bytes());
        assert_eq!(file[46..], [0xff, 0x7f, 0x01, 0x80]);
    }
}
