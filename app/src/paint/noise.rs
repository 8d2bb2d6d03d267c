//! Noise for textures: always the same, so that pictures of two days can be laid side by side.

use gtk::cairo;

/// A little reproducible noise.
pub(crate) struct Noise(pub(crate) u32);

impl Noise {
    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1u32 << 24)
    }
}

/// A mask of soft patches, so many pixels wide and high, with `across` of the largest patches in a row. It is small and
/// meant to be painted much larger.
pub(super) fn patches(seed: u32, columns: i32, rows: i32, across: f64) -> Option<cairo::ImageSurface> {
    let mut surface = cairo::ImageSurface::create(cairo::Format::A8, columns, rows).ok()?;
    let stride = usize::try_from(surface.stride()).ok()?;
    {
        let mut data = surface.data().ok()?;
        for (row, line) in data.chunks_exact_mut(stride).enumerate() {
            for (column, cell) in line.iter_mut().enumerate().take(columns as usize) {
                let (x, y) = (column as f64 / f64::from(columns) * across, row as f64 / f64::from(columns) * across);
                let waves = [(1.0, 0.5), (2.1, 0.28), (4.3, 0.15), (8.9, 0.07)];
                let height: f64 = waves.iter().map(|(fine, share)| share * smooth(seed, x * fine, y * fine)).sum();
                // The middle of the noise is where nothing is; its peaks are patches.
                *cell = (((height - 0.42) * 3.2).clamp(0.0, 1.0) * 255.0) as u8;
            }
        }
    }
    Some(surface)
}

/// A mask of single specks, to be repeated in all directions.
pub(super) fn specks(seed: u32, side: i32) -> Option<cairo::ImageSurface> {
    let mut surface = cairo::ImageSurface::create(cairo::Format::A8, side, side).ok()?;
    let mut noise = Noise(seed);
    for cell in surface.data().ok()?.iter_mut() {
        *cell = (noise.unit().powi(3) * 255.0) as u8;
    }
    Some(surface)
}

/// Noise that changes smoothly from one whole number to the next.
fn smooth(seed: u32, x: f64, y: f64) -> f64 {
    let corner = |column: f64, row: f64| {
        let mut hash =
            seed ^ (column as i32 as u32).wrapping_mul(0x27d4_eb2d) ^ (row as i32 as u32).wrapping_mul(0x9e37_79b1);
        hash = (hash ^ (hash >> 15)).wrapping_mul(0x85eb_ca6b);
        hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
        f64::from((hash ^ (hash >> 16)) >> 8) / f64::from(1u32 << 24)
    };
    let ease = |share: f64| share * share * (3.0 - 2.0 * share);
    let (column, row) = (x.floor(), y.floor());
    let (across, down) = (ease(x - column), ease(y - row));
    let mix = |one: f64, other: f64, share: f64| one + (other - one) * share;
    let top = mix(corner(column, row), corner(column + 1.0, row), across);
    let bottom = mix(corner(column, row + 1.0), corner(column + 1.0, row + 1.0), across);
    mix(top, bottom, down)
}
