//! What is on a screen, pixel by pixel, seen without asking anybody: the screen's memory is a file.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The pixels of a virtual screen, in the format of `xwd`.
#[derive(Debug)]
pub struct Pixels {
    file: File,
    /// Where the pixel in the middle is.
    middle: u64,
}

impl Pixels {
    pub(crate) fn of(file: &Path) -> io::Result<Pixels> {
        let file = File::open(file)?;
        let number = |index: u64| -> io::Result<u64> {
            let mut bytes = [0; 4];
            file.read_exact_at(&mut bytes, index * 4)?;
            Ok(u32::from_be_bytes(bytes).into())
        };
        // By XWDFile.h: the size of the header, width and height, bits in a pixel, bytes in a line, and colours of twelve
        // bytes each between the header and the pixels.
        let (header, width, height) = (number(0)?, number(4)?, number(5)?);
        let (bits, line, colours) = (number(11)?, number(12)?, number(19)?);
        let middle = header + colours * 12 + height / 2 * line + width / 2 * bits / 8;
        Ok(Pixels { file, middle })
    }

    /// Whether the pixel in the middle is black, as it is where there is no window.
    pub fn middle_is_black(&self) -> bool {
        let mut pixel = [0; 4];
        self.file.read_exact_at(&mut pixel, self.middle).expect("the screen’s memory can be read");
        // The fourth byte has no meaning.
        pixel[..3] == [0; 3]
    }
}
