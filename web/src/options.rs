//! Options as the fields of an object.

use crate::memory;
use js_sys::{Array, JsString, Object};
use stringent::{Options, options};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** Limits, and any other option of `docs/options.md` by its name. */
export interface Options {
    /** Milliseconds of one check; none by default. */
    timeout?: number;
    /** Steps of one check, the same on every machine; no limit by default. */
    rlimit?: number;
    /** MiB; 2048 by default. */
    memory?: number;
    [name: string]: string | number | boolean | undefined;
}
";

/// Reads options; absent fields keep their defaults.
pub fn read(given: &JsValue) -> Result<Options, JsError> {
    let mut read = Options { memory: memory::LIMIT, ..Options::default() };
    if given.is_undefined() || given.is_null() {
        return Ok(read);
    }
    let given =
        given.dyn_ref::<Object>().ok_or_else(|| JsError::new("options: expected an object"))?;
    for entry in Object::entries(given).iter() {
        let entry = Array::from(&entry);
        let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        if !value.is_undefined() {
            set(&mut read, &name, &value).map_err(|why| JsError::new(&why))?;
        }
    }
    Ok(read)
}

fn set(read: &mut Options, name: &str, value: &JsValue) -> Result<(), String> {
    if options::is_command_line_only(name) {
        return Err(format!("option {name}: only the command line may set it"));
    }
    if !(value.is_string() || value.as_f64().is_some() || value.as_bool().is_some()) {
        return Err(format!("option {name}: expected a text, a number or a Boolean"));
    }
    let text = JsString::from(value.clone()).as_string();
    let text = text.unwrap_or_else(|| {
        js_sys::JSON::stringify(value).map_or_else(|_| String::new(), String::from)
    });
    read.set(name, &text).map_err(|why| format!("option {name}: {why}, found {text}"))
}
