// The solver of the page. It works from a file, too: the module and the code of the worker are in the page.

import { Client } from "../npm/client.js";

/** A solver in a worker. */
export function start() {
  // A worker cannot be read from another file when the page is one.
  const worker = URL.createObjectURL(new Blob([__WORKER__], { type: "text/javascript" }));
  return new Client({ module: compile(), worker: () => new Worker(worker) });
}

/**
 * The module is behind everything else in the page, and in pieces: the page is shown and the worker starts before it is read, and it is
 * compiled while it is read.
 */
function compile() {
  const packed = new ReadableStream({
    start(stream) {
      globalThis.modulePiece = (base64) => stream.enqueue(bytes(base64));
      addEventListener("DOMContentLoaded", () => stream.close(), { once: true });
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(packed.pipeThrough(new DecompressionStream("gzip")), { headers }));
}

function bytes(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}
