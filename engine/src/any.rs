//! The game that a table has chosen, at run time: a trait for generic code, one enum for the choice.
