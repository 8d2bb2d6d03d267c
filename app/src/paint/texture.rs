//! Baking a picture into a texture, so that it costs nothing to show it again.

use gtk::prelude::*;
use gtk::{cairo, gdk, glib};

/// Paints a picture of this logical size into a texture with `scale` pixels per unit. `None` if the size is empty or
/// there is no memory for it.
pub(crate) fn bake(width: f64, height: f64, scale: f64, paint: impl FnOnce(&cairo::Context)) -> Option<gdk::Texture> {
    let pixels = |length: f64| (length * scale).ceil().max(0.0) as i32;
    let (columns, rows) = (pixels(width), pixels(height));
    if columns == 0 || rows == 0 {
        return None;
    }
    let mut surface = cairo::ImageSurface::create(cairo::Format::ARgb32, columns, rows).ok()?;
    {
        let cr = cairo::Context::new(&surface).ok()?;
        cr.scale(scale, scale);
        paint(&cr);
    }
    surface.flush();
    let stride = usize::try_from(surface.stride()).ok()?;
    let bytes = glib::Bytes::from(&*surface.data().ok()?);
    Some(gdk::MemoryTexture::new(columns, rows, FORMAT, &bytes, stride).upcast())
}

/// Cairo's pixels are native-endian words.
#[cfg(target_endian = "little")]
const FORMAT: gdk::MemoryFormat = gdk::MemoryFormat::B8g8r8a8Premultiplied;
#[cfg(target_endian = "big")]
const FORMAT: gdk::MemoryFormat = gdk::MemoryFormat::A8r8g8b8Premultiplied;
