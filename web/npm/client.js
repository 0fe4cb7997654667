// A solver in a worker, so that a page goes on while it is asked, and can cancel.

/** Why a question that was cancelled has no answer. */
function cancelled() {
  return new DOMException("the question was cancelled", "AbortError");
}

export class Client {
  #module;
  #startWorker;
  #worker;
  #waiting = new Map();
  #asked = 0;

  constructor({ module, worker } = {}) {
    this.#module = Promise.resolve(module ?? compile());
    // Told to whoever asks.
    this.#module.catch(() => {});
    this.#startWorker = worker ?? (() => new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    this.#start();
  }

  check(script, options, signal) {
    return this.#ask("check", [script, options], signal);
  }

  compare(first, second, options, signal) {
    return this.#ask("compare", [[first, second], options], signal);
  }

  picture(patterns, part, options, signal) {
    return this.#ask("picture", [patterns, part, options], signal);
  }

  /** Ends all questions at once; later ones go to a new worker, which has the compiled module already. */
  cancel() {
    this.#restart(cancelled());
  }

  /** Ends all questions, and the worker. */
  close() {
    this.#worker.terminate();
    this.#reject(cancelled());
  }

  #restart(why) {
    this.#worker.terminate();
    this.#reject(why);
    this.#start();
  }

  #reject(why) {
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }

  #start() {
    const worker = this.#startWorker();
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#answered(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#restart(new Error(`the worker failed: ${event.message}`));
    };
    // A question that is asked meanwhile is posted after this.
    this.#module.then((module) => worker.postMessage({ id: 0, question: "start", args: [module] }), () => {});
  }

  #answered({ id, answer, error }) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) return asked?.resolve(answer);
    const { message, ...fields } = error;
    asked?.reject(Object.assign(new Error(message), fields));
    if (error.broken) this.#restart(new Error("the solver failed at another question"));
  }

  async #ask(question, args, signal) {
    signal?.throwIfAborted();
    const worker = this.#worker;
    const id = ++this.#asked;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const cancel = () => this.cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      this.#module.then(
        () => worker.postMessage({ id, question, args }),
        (why) => this.#reject(why),
      );
      return await answer;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }
}

function compile() {
  return WebAssembly.compileStreaming(fetch(new URL("stringent_bg.wasm", import.meta.url)));
}
