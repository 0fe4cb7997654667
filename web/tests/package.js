// Where the build put what is tested.

import { join } from "node:path";

export const OUT = process.env.STRINGENT_WEB ?? join(import.meta.dirname, "../../target/web");
export const PACKAGE = join(OUT, "package");
export const PAGE = join(OUT, "playground/index.html");
export const EXAMPLES = join(import.meta.dirname, "../../examples");
