// The solver of the page. It works from a file, too: the module and the code of the worker are in the page.

import { Client } from "../npm/client.js";

/** A solver in a worker. */
export function start() {
  // A worker cannot be read from another file when the page is one.
  const worker = URL.createObjectURL(new Blob([__WORKER__], { type: "text/javascript" }));
  return new Client({ module: compile(), worker: () => new Worker(worker) });
}

async function compile() {
  const packed = await bytes(document.getElementById("module").textContent);
  const stream = packed.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

async function bytes(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Blob([bytes]).stream();
}
