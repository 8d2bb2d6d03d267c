//! Pictures of single things on the chart, each painted anew only when it has changed. When other spaces light up, most of
//! what is written on the chart stays as it is; and the renderer, which knows the pictures again, leaves it alone, too.

use std::cell::RefCell;

use gtk::prelude::*;
use gtk::{cairo, graphene, gsk};

use super::super::layer::Layer;
use crate::paint::{self, Area};

/// What a picture was painted for, its upper left corner, and the picture.
type Page<K> = Option<(K, (f32, f32), gsk::RenderNode)>;

/// Pictures by their numbers.
pub(super) struct Album<K>(RefCell<Vec<Page<K>>>);

impl<K> Default for Album<K> {
    fn default() -> Album<K> {
        Album(RefCell::default())
    }
}

impl<K: PartialEq> Album<K> {
    /// Shows a picture that lies within this area of the layer.
    pub(super) fn show(
        &self,
        number: usize,
        key: K,
        area: Area,
        (layer, snapshot): (&Layer, &gtk::Snapshot),
        paint: impl FnOnce(&cairo::Context),
    ) {
        let mut pages = self.0.borrow_mut();
        if pages.len() <= number {
            pages.resize_with(number + 1, || None);
        }
        let page = &mut pages[number];
        if page.as_ref().is_none_or(|(known, ..)| *known != key) {
            // From pixel to pixel, or the picture would be blurred.
            let (left, top) = (area.left.floor(), area.top.floor());
            let size = ((area.left + area.width).ceil() - left, (area.top + area.height).ceil() - top);
            let picture = paint::bake_for(layer, size.0, size.1, |cr| {
                cr.translate(-left, -top);
                paint(cr);
            });
            *page = picture.map(|picture| (key, (left as f32, top as f32), picture));
        }
        if let Some((_, (left, top), picture)) = page {
            snapshot.save();
            snapshot.translate(&graphene::Point::new(*left, *top));
            snapshot.append_node(&*picture);
            snapshot.restore();
        }
    }
}
