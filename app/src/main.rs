//! The program.

fn main() {
    doubloons::run();
}
