//! Sentences with places, as the macros are given them.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, LitStr, Token};

/// A place in a text: its name, and whether what is put in is shown for programmers (`{name:?}`).
pub(crate) struct Place {
    pub(crate) name: String,
    pub(crate) debug: bool,
}

/// A text without format specifications, and its places.
pub(crate) fn places(text: &LitStr) -> syn::Result<(String, Vec<Place>)> {
    let written = text.value();
    let mut plain = String::new();
    let mut places: Vec<Place> = Vec::new();
    let mut rest = written.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        if from.starts_with("{{") || from.starts_with("}}") {
            plain.push_str(&from[..2]);
            rest = &from[2..];
            continue;
        }
        let Some(end) = from.find('}').filter(|_| from.starts_with('{')) else {
            return Err(syn::Error::new(text.span(), "a brace without its other half"));
        };
        let (name, debug) = match from[1..end].split_once(':') {
            None => (&from[1..end], false),
            Some((name, "?")) => (name, true),
            Some(_) => return Err(syn::Error::new(text.span(), "format a value before it is put in")),
        };
        if name.is_empty() {
            return Err(syn::Error::new(text.span(), "every place needs a name, for those who translate it"));
        }
        plain.push_str(&format!("{{{name}}}"));
        if !places.iter().any(|place| place.name == name) {
            places.push(Place { name: name.to_owned(), debug });
        }
        rest = &from[end + 1..];
    }
    plain.push_str(rest);
    Ok((plain, places))
}

/// The code for one `("name", value)`.
pub(crate) fn value(place: &Place, expression: &TokenStream) -> TokenStream {
    let name = &place.name;
    if place.debug {
        return quote! { (#name, ::std::format!("{:?}", #expression)) };
    }
    quote! { (#name, {
        #[allow(unused_imports)]
        use ::doubloons_engine::tongue::{AsDisplayed as _, InTongue as _};
        (&&::doubloons_engine::tongue::Value(&(#expression))).put(tongue)
    }) }
}

/// Who speaks.
pub(crate) struct Speaker(TokenStream);

impl Speaker {
    /// The first argument of the macro.
    pub(crate) fn given(input: ParseStream<'_>) -> syn::Result<Speaker> {
        let tongue: Expr = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(Speaker(quote! { #tongue }))
    }

    /// The language that the program speaks now.
    pub(crate) fn current() -> Speaker {
        Speaker(quote! { &::doubloons_words::current() })
    }

    fn bind(&self) -> TokenStream {
        let tongue = &self.0;
        quote! { let tongue: &dyn ::doubloons_engine::tongue::Tongue = #tongue; }
    }
}

/// `name = expression`.
pub(crate) struct Named<E> {
    pub(crate) name: Ident,
    pub(crate) expression: E,
}

/// What follows a text, to its end: `, name = expression`…, where `expression` reads what is behind the sign.
pub(crate) fn named<E>(
    input: ParseStream<'_>,
    expression: impl Fn(ParseStream<'_>) -> syn::Result<E>,
) -> syn::Result<Vec<Named<E>>> {
    let mut all = Vec::new();
    while !input.is_empty() {
        input.parse::<Token![,]>()?;
        if input.is_empty() {
            break;
        }
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        all.push(Named { name, expression: expression(input)? });
    }
    Ok(all)
}

/// The values of all places: those that are named, and variables of the same name.
fn values(places: &[Place], named: &[Named<Expr>], text: &LitStr) -> syn::Result<Vec<TokenStream>> {
    if let Some(useless) = named.iter().find(|given| !places.iter().any(|place| given.name == place.name)) {
        return Err(syn::Error::new(useless.name.span(), "the text has no such place"));
    }
    let value_of = |place: &Place| {
        let given = named.iter().find(|given| given.name == place.name);
        let expression = match given {
            Some(given) => {
                let expression = &given.expression;
                quote! { #expression }
            }
            None => {
                let variable = syn::parse_str::<Ident>(&place.name)
                    .map_err(|_| syn::Error::new(text.span(), "places are named like variables"))?;
                let variable = Ident::new(&variable.to_string(), text.span());
                quote! { #variable }
            }
        };
        Ok(value(place, &expression))
    };
    places.iter().map(value_of).collect()
}

/// `[in "context",] "text" [, name = expression]…`
pub(crate) struct Sentence {
    speaker: Speaker,
    context: String,
    text: LitStr,
    named: Vec<Named<Expr>>,
}

impl Sentence {
    pub(crate) fn parse(input: ParseStream<'_>, speaker: Speaker) -> syn::Result<Sentence> {
        let context = if input.peek(Token![in]) {
            input.parse::<Token![in]>()?;
            let context: LitStr = input.parse()?;
            input.parse::<Token![,]>()?;
            context.value()
        } else {
            String::new()
        };
        Ok(Sentence { speaker, context, text: input.parse()?, named: named(input, Expr::parse)? })
    }

    pub(crate) fn expand(&self) -> syn::Result<TokenStream> {
        let (plain, places) = places(&self.text)?;
        let values = values(&places, &self.named, &self.text)?;
        let (bind, context) = (self.speaker.bind(), &self.context);
        Ok(quote! {{
            #bind
            ::doubloons_engine::tongue::fill(tongue.text(#context, #plain), &[#(#values),*])
        }})
    }
}

/// `count, "one", "several" [, name = expression]…`
pub(crate) struct Counted {
    speaker: Speaker,
    count: Expr,
    one: LitStr,
    several: LitStr,
    named: Vec<Named<Expr>>,
}

impl Counted {
    pub(crate) fn parse(input: ParseStream<'_>, speaker: Speaker) -> syn::Result<Counted> {
        let count = input.parse()?;
        input.parse::<Token![,]>()?;
        let one = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(Counted { speaker, count, one, several: input.parse()?, named: named(input, Expr::parse)? })
    }

    pub(crate) fn expand(&self) -> syn::Result<TokenStream> {
        let (one, _) = places(&self.one)?;
        let (several, mut all) = places(&self.several)?;
        all.retain(|place| place.name != "count");
        let values = values(&all, &self.named, &self.several)?;
        let (bind, count) = (self.speaker.bind(), &self.count);
        let count_place = Ident::new("count", Span::mixed_site());
        Ok(quote! {{
            #bind
            let #count_place = (#count) as u64;
            ::doubloons_engine::tongue::fill(
                tongue.counted(#one, #several, #count_place),
                &[("count", tongue.number(#count_place)), #(#values),*],
            )
        }})
    }
}
