//! Where events go.

/// Takes the events of an [`apply`](super::Game::apply). A sink rather than a list, so that playouts which nobody
/// watches cost nothing.
pub trait EventSink<E> {
    /// Whether anybody listens; a game may skip making events if not.
    fn listening(&self) -> bool;

    /// Takes the next event.
    fn record(&mut self, event: E);
}

impl<E> EventSink<E> for Vec<E> {
    fn listening(&self) -> bool {
        true
    }

    fn record(&mut self, event: E) {
        self.push(event);
    }
}

/// A sink that drops everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deaf;

impl<E> EventSink<E> for Deaf {
    fn listening(&self) -> bool {
        false
    }

    fn record(&mut self, _: E) {}
}
