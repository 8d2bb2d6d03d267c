//! Sentences with named places, checked by the compiler.
//!
//! * `phrase!(tongue, "{name} has left")`: the sentence in that language, with the variable `name` put in. Values of
//!   other names: `phrase!(tongue, "{name} has left", name = seat.name())`. A text that means different things in
//!   other languages gets a context: `phrase!(tongue, in "button", "Seal")`.
//! * `phrase_count!(tongue, steps, "1 step", "{count} steps")`: the form for so many; `{count}` is the number.
//! * `say!` and `say_count!`: the same in the language that the program speaks now.
//! * `#[derive(Worded)]`: errors whose texts are in `#[error("…")]` can be told in every language.
//!
//! What is put in is told in the language of the sentence if it is `Worded`, and else as it is displayed.

mod derive;
mod sentence;

use proc_macro::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{DeriveInput, parse_macro_input};

use sentence::{Counted, Sentence, Speaker};

/// A sentence in the language that is handed in.
#[proc_macro]
pub fn phrase(input: TokenStream) -> TokenStream {
    expanded(|input: ParseStream<'_>| Sentence::parse(input, Speaker::given(input)?)?.expand(), input)
}

/// A sentence about so many, in the language that is handed in.
#[proc_macro]
pub fn phrase_count(input: TokenStream) -> TokenStream {
    expanded(|input: ParseStream<'_>| Counted::parse(input, Speaker::given(input)?)?.expand(), input)
}

/// A sentence in the language that the program speaks now.
#[proc_macro]
pub fn say(input: TokenStream) -> TokenStream {
    expanded(|input: ParseStream<'_>| Sentence::parse(input, Speaker::current())?.expand(), input)
}

/// A sentence about so many, in the language that the program speaks now.
#[proc_macro]
pub fn say_count(input: TokenStream) -> TokenStream {
    expanded(|input: ParseStream<'_>| Counted::parse(input, Speaker::current())?.expand(), input)
}

/// Errors that can be told in every language, by the texts of their `#[error("…")]`.
#[proc_macro_derive(Worded, attributes(error))]
pub fn worded(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn expanded(parser: impl Parser<Output = proc_macro2::TokenStream>, input: TokenStream) -> TokenStream {
    parser.parse(input).unwrap_or_else(syn::Error::into_compile_error).into()
}
