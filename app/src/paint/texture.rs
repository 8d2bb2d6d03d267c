//! Painting a picture once, so that it costs next to nothing to show it again.

use gtk::prelude::*;
use gtk::{cairo, gdk, glib, graphene, gsk};

/// Paints a picture of this logical size into a texture with `scale` pixels per unit. `None` if the size is empty or
/// there is no memory for it.
pub(crate) fn bake(width: f64, height: f64, scale: f64, paint: impl FnOnce(&cairo::Context)) -> Option<gdk::Texture> {
    texture(painted(width, height, scale, paint)?)
}

/// Paints a picture of this logical size for a widget, into whatever its window shows soonest. `None` as above.
///
/// Renderers that use a graphics card keep textures there. The one that paints with cairo converts the whole of a texture in
/// every frame, however little of it is shown (GTK 4.8); of a picture that cairo knows, it copies what has changed.
pub(crate) fn bake_for(
    widget: &impl IsA<gtk::Widget>,
    width: f64,
    height: f64,
    paint: impl FnOnce(&cairo::Context),
) -> Option<gsk::RenderNode> {
    let scale = f64::from(widget.scale_factor());
    let surface = painted(width, height, scale, paint)?;
    let bounds = graphene::Rect::new(0.0, 0.0, width as f32, height as f32);
    let renderer = widget.native().and_then(|window| window.renderer());
    if !renderer.is_some_and(|renderer| renderer.is::<gsk::CairoRenderer>()) {
        return Some(gsk::TextureNode::new(&texture(surface)?, &bounds).upcast());
    }
    surface.set_device_scale(scale, scale);
    let node = gsk::CairoNode::new(&bounds);
    let cr = node.draw_context();
    cr.set_source_surface(&surface, 0.0, 0.0).and_then(|()| cr.paint()).ok()?;
    drop(cr);
    Some(node.upcast())
}

fn painted(width: f64, height: f64, scale: f64, paint: impl FnOnce(&cairo::Context)) -> Option<cairo::ImageSurface> {
    let pixels = |length: f64| (length * scale).ceil().max(0.0) as i32;
    let (columns, rows) = (pixels(width), pixels(height));
    if columns == 0 || rows == 0 {
        return None;
    }
    let surface = cairo::ImageSurface::create(cairo::Format::ARgb32, columns, rows).ok()?;
    {
        let cr = cairo::Context::new(&surface).ok()?;
        cr.scale(scale, scale);
        paint(&cr);
    }
    surface.flush();
    Some(surface)
}

fn texture(mut surface: cairo::ImageSurface) -> Option<gdk::Texture> {
    let stride = usize::try_from(surface.stride()).ok()?;
    let (columns, rows) = (surface.width(), surface.height());
    let bytes = glib::Bytes::from(&*surface.data().ok()?);
    Some(gdk::MemoryTexture::new(columns, rows, FORMAT, &bytes, stride).upcast())
}

/// Cairo's pixels are native-endian words.
#[cfg(target_endian = "little")]
const FORMAT: gdk::MemoryFormat = gdk::MemoryFormat::B8g8r8a8Premultiplied;
#[cfg(target_endian = "big")]
const FORMAT: gdk::MemoryFormat = gdk::MemoryFormat::A8r8g8b8Premultiplied;
