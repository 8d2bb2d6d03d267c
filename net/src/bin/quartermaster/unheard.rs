//! Output that may find no reader any more.

use std::io::{self, ErrorKind, Write};

/// Writes as long as somebody reads. When nobody does any more, as after `| head`, what is written is lost, and the work
/// goes on.
pub(crate) struct Unheard<W> {
    out: W,
    deserted: bool,
}

impl<W: Write> Unheard<W> {
    pub(crate) fn new(out: W) -> Unheard<W> {
        Unheard { out, deserted: false }
    }

    fn unless_deserted<T>(&mut self, lost: T, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.deserted {
            return Ok(lost);
        }
        let written = write(&mut self.out);
        self.deserted = matches!(&written, Err(error) if error.kind() == ErrorKind::BrokenPipe);
        if self.deserted { Ok(lost) } else { written }
    }
}

impl<W: Write> Write for Unheard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_deserted(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_deserted((), W::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that goes away after so many bytes, or a disk that is full.
    struct Reader(usize, ErrorKind);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if bytes.len() > self.0 {
                return Err(self.1.into());
            }
            self.0 -= bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_has_to_listen() {
        let mut out = Unheard::new(Reader(5, ErrorKind::BrokenPipe));
        for _ in 0..3 {
            assert!(writeln!(out, "ahoy").is_ok());
        }
        assert!(out.flush().is_ok() && out.deserted);
    }

    #[test]
    fn other_faults_are_told() {
        let mut out = Unheard::new(Reader(5, ErrorKind::StorageFull));
        assert!(writeln!(out, "ahoy").is_ok());
        assert_eq!(writeln!(out, "ahoy").map_err(|error| error.kind()), Err(ErrorKind::StorageFull));
    }
}
