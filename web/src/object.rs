//! Plain objects of JavaScript.

use js_sys::{Array, BigInt, JsString, Object, Reflect};
use stringent::{Binding, Integer, Value};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** What a model gives to a name. Where JavaScript has no such value (bit-vectors, sequences, functions), it is the text of SMT-LIB. */
export type Value = string | bigint | boolean | { smt2: string };
";

/// An object with these fields.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> Object {
    record(fields.into_iter())
}

/// An object with any names: it inherits none.
pub fn record<'a>(fields: impl Iterator<Item = (&'a str, JsValue)>) -> Object {
    let object = Object::create(JsValue::NULL.unchecked_ref());
    for (name, value) in fields.filter(|(_, value)| !value.is_undefined()) {
        // Fails on objects that are frozen only.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}

/// An array of texts.
pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> JsValue {
    texts.into_iter().map(JsValue::from).collect::<Array>().into()
}

/// A number of any size.
pub fn number(n: &Integer) -> JsValue {
    // Digits are a number.
    BigInt::new(&n.to_string().into()).map_or(JsValue::UNDEFINED, JsValue::from)
}

/// The value of a name.
pub fn value(binding: &Binding) -> JsValue {
    match &binding.value {
        Some(Value::Bool(b)) => (*b).into(),
        Some(Value::Int(n)) => number(n),
        Some(Value::Str(word)) => text(word),
        _ => object([("smt2", binding.text.as_str().into())]).into(),
    }
}

/// A text of JavaScript has halves of surrogates, too.
fn text(word: &[u32]) -> JsValue {
    let mut units = Vec::with_capacity(word.len());
    for &c in word {
        match char::from_u32(c) {
            Some(c) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            None => units.extend(u16::try_from(c)),
        }
    }
    JsString::from_char_code(&units).into()
}
