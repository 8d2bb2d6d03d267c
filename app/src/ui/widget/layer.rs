//! A widget that only shows a painting: it takes no input and no space of its own.

use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

use crate::paint::bake_for;

glib::wrapper! {
    /// A painted layer.
    pub(crate) struct Layer(ObjectSubclass<imp::Layer>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

mod imp {
    use std::cell::{Cell, RefCell};

    use super::*;

    type Painter = Box<dyn Fn(&super::Layer, &gtk::Snapshot, f64, f64)>;

    #[derive(Default)]
    pub(crate) struct Layer {
        pub(super) painter: RefCell<Option<Painter>>,
        pub(super) size: Cell<(i32, i32)>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Layer {
        const NAME: &'static str = "DoubloonsLayer";
        type Type = super::Layer;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("layer");
            class.set_accessible_role(gtk::AccessibleRole::Presentation);
        }
    }

    impl ObjectImpl for Layer {}

    impl WidgetImpl for Layer {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let (width, height) = self.size.get();
            let size = if orientation == gtk::Orientation::Horizontal { width } else { height };
            (size, size, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let layer = self.obj();
            let (width, height) = (f64::from(layer.width()), f64::from(layer.height()));
            if let Some(painter) = &*self.painter.borrow() {
                painter(&layer, snapshot, width, height);
            }
        }
    }
}

impl Layer {
    /// A layer of at least this size that nothing is painted on yet.
    pub(crate) fn new(width: i32, height: i32) -> Layer {
        let layer: Layer = glib::Object::new();
        layer.imp().size.set((width, height));
        layer.set_can_target(false);
        super::super::theme::on_change(&layer, |layer| layer.queue_draw());
        layer
    }

    /// A layer that a cairo painter fills. It is painted once; what changes above it only copies pixels.
    pub(crate) fn painted(width: i32, height: i32, paint: impl Fn(&gtk::cairo::Context, f64, f64) + 'static) -> Layer {
        let layer = Layer::new(width, height);
        layer.set_painter(move |layer, snapshot, width, height| {
            if let Some(picture) = bake_for(layer, width, height, |cr| paint(cr, width, height)) {
                snapshot.append_node(&picture);
            }
        });
        layer
    }

    /// Sets the size that it has at least.
    pub(crate) fn set_least(&self, width: i32, height: i32) {
        if self.imp().size.replace((width, height)) != (width, height) {
            self.queue_resize();
        }
    }

    /// Sets what is painted.
    pub(crate) fn set_painter(&self, painter: impl Fn(&Layer, &gtk::Snapshot, f64, f64) + 'static) {
        self.imp().painter.replace(Some(Box::new(painter)));
        self.queue_draw();
    }
}
