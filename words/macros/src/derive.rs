//! `#[derive(Worded)]`: reads the same `#[error("…")]` that thiserror reads.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Data, DeriveInput, Fields, Ident, LitStr, Token};

use crate::sentence::{Named, named, places, value};

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let (generics, types, conditions) = input.generics.split_for_impl();
    let body = match &input.data {
        Data::Struct(data) => {
            let pattern = pattern(&quote! { Self }, &data.fields);
            let told = told(&input.attrs, &data.fields, name)?;
            quote! { let #pattern = self; #told }
        }
        Data::Enum(data) => {
            let mut arms = Vec::new();
            for variant in &data.variants {
                let ident = &variant.ident;
                let pattern = pattern(&quote! { Self::#ident }, &variant.fields);
                let told = told(&variant.attrs, &variant.fields, ident)?;
                arms.push(quote! { #pattern => { #told } });
            }
            quote! { match self { #(#arms)* } }
        }
        Data::Union(_) => return Err(syn::Error::new(name.span(), "a union has no words")),
    };
    Ok(quote! {
        impl #generics ::doubloons_engine::tongue::Worded for #name #types #conditions {
            #[allow(unused_variables)]
            fn worded(&self, tongue: &dyn ::doubloons_engine::tongue::Tongue) -> ::std::string::String {
                #body
            }
        }
    })
}

/// All fields bound by their names; those of tuples are called `_0`, `_1`.
fn pattern(path: &TokenStream, fields: &Fields) -> TokenStream {
    match fields {
        Fields::Unit => quote! { #path },
        Fields::Named(named) => {
            let names = named.named.iter().map(|field| &field.ident);
            quote! { #path { #(#names),* } }
        }
        Fields::Unnamed(unnamed) => {
            let names = (0..unnamed.unnamed.len()).map(|index| format_ident!("_{index}"));
            quote! { #path(#(#names),*) }
        }
    }
}

/// What is between the brackets of `#[error(…)]`.
enum Text {
    Transparent,
    Sentence { text: LitStr, named: Vec<Named<TokenStream>> },
}

impl Parse for Text {
    fn parse(input: ParseStream<'_>) -> syn::Result<Text> {
        if input.peek(Ident) {
            let word: Ident = input.parse()?;
            return match word == "transparent" {
                true => Ok(Text::Transparent),
                false => Err(syn::Error::new(word.span(), "a text or 'transparent' is expected")),
            };
        }
        Ok(Text::Sentence { text: input.parse()?, named: named(input, with_fields)? })
    }
}

/// An expression, up to the next comma, that may name fields with a dot.
fn with_fields(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut expression = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        expression.extend([input.parse::<TokenTree>()?]);
    }
    Ok(fields_of(expression))
}

/// An expression in which `.0` and `.name`, where nothing is before the dot, are the fields.
fn fields_of(expression: TokenStream) -> TokenStream {
    let mut tokens = expression.into_iter().peekable();
    let mut result = TokenStream::new();
    let mut at_start = true;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(dot) if at_start && dot.as_char() == '.' => match tokens.next() {
                Some(TokenTree::Literal(index)) => {
                    result.extend([TokenTree::from(format_ident!("_{}", index.to_string()))]);
                }
                Some(field) => result.extend([field]),
                None => {}
            },
            TokenTree::Group(group) => {
                let inner = if group.delimiter() == Delimiter::Parenthesis {
                    fields_of(group.stream())
                } else {
                    group.stream()
                };
                result.extend([TokenTree::from(Group::new(group.delimiter(), inner))]);
                at_start = false;
                continue;
            }
            other => {
                at_start = matches!(&other, TokenTree::Punct(mark) if mark.as_char() == ',');
                result.extend([other]);
                continue;
            }
        }
        at_start = false;
    }
    result
}

/// The code that tells one variant.
fn told(attributes: &[Attribute], fields: &Fields, name: &Ident) -> syn::Result<TokenStream> {
    let Some(attribute) = attributes.iter().find(|attribute| attribute.path().is_ident("error")) else {
        return Err(syn::Error::new(name.span(), "there is no #[error(…)] to tell"));
    };
    match attribute.parse_args()? {
        Text::Transparent => {
            let inner = match fields {
                Fields::Named(named) => named.named.first().and_then(|field| field.ident.clone()),
                _ => Some(format_ident!("_0")),
            };
            let Some(inner) = inner else { return Err(syn::Error::new(name.span(), "nothing is inside")) };
            Ok(quote! { ::doubloons_engine::tongue::Worded::worded(#inner, tongue) })
        }
        Text::Sentence { text, named } => {
            let (plain, places) = places(&text)?;
            let mut values = Vec::new();
            for place in &places {
                let given = named.iter().find(|given| given.name == place.name);
                let expression = match given {
                    Some(given) => given.expression.clone(),
                    None if place.name.starts_with(|first: char| first.is_ascii_digit()) => {
                        let field = format_ident!("_{}", place.name);
                        quote! { #field }
                    }
                    None => {
                        let field = Ident::new(&place.name, text.span());
                        quote! { #field }
                    }
                };
                values.push(value(place, &expression));
            }
            // A text that is nothing but what is put in has nothing to translate.
            let text = match plain.as_str() {
                "{0}" => quote! { #plain },
                _ => quote! { tongue.text("", #plain) },
            };
            Ok(quote! { ::doubloons_engine::tongue::fill(#text, &[#(#values),*]) })
        }
    }
}
