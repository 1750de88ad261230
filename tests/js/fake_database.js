/* As much of IndexedDB as store.js uses: transactions that are done one after the other, and that are undone where the disk
   is full. */

/** @typedef {{result?: any, error?: Error, onsuccess?: () => void, onerror?: () => void, onupgradeneeded?: () => void}} FakeRequest */

export class FakeIndexedDb {
  /** @type {Map<string, {keyPath: string, values: Map<string, any>}>} what is on the disk, by store */
  stores = new Map();
  /** @type {string[]} the databases that were opened, as name:version */
  opened = [];
  /** Does the browser refuse to open a database? */
  refuses = false;
  /** Is the disk full? Nothing is written then. */
  isFull = false;
  /** @type {any} the connection that is open */
  connection = null;
  /** @type {Promise<unknown>} the end of the last transaction */
  #last = Promise.resolve();

  /** @param {string} name
   * @param {number} version */
  open(name, version) {
    /** @type {FakeRequest} */
    const request = {};
    this.opened.push(`${name}:${version}`);
    queueMicrotask(() => {
      if (this.refuses) {
        request.error = new Error("refused");
        return request.onerror?.();
      }
      this.connection = {
        createObjectStore: (/** @type {string} */ store, /** @type {{keyPath: string}} */ { keyPath }) =>
          this.stores.set(store, { keyPath, values: new Map() }),
        transaction: (/** @type {string} */ store) => this.#transaction(store),
        close() {},
      };
      request.result = this.connection;
      if (!this.stores.size) request.onupgradeneeded?.();
      request.onsuccess?.();
    });
    return request;
  }

  /** @param {string} name */
  #transaction(name) {
    const store = this.stores.get(name);
    if (!store) throw new Error(`no store ${name}`);
    const { keyPath } = store;
    /** @type {{work: () => unknown, request: FakeRequest}[]} */
    const asked = [];
    /** @type {Map<string, any>} */
    let values = new Map();
    let changed = false, aborted = false;
    /** @param {() => unknown} work */
    const ask = (work) => {
      /** @type {FakeRequest} */
      const request = {};
      asked.push({ work, request });
      return request;
    };
    /** @type {any} */
    const transaction = {
      error: null,
      abort: () => { aborted = true; },
      objectStore: () => ({
        transaction,
        get: (/** @type {string} */ key) => ask(() => structuredClone(values.get(key))),
        getAll: () => ask(() => structuredClone([...values.values()])),
        put: (/** @type {any} */ value) => {
          const copy = structuredClone(value);
          return ask(() => { changed = true; values.set(copy[keyPath], copy); });
        },
        delete: (/** @type {string} */ key) => ask(() => { changed = true; values.delete(key); }),
      }),
    };
    const run = () => {
      values = new Map(store.values);
      for (let next = asked.shift(); next && !aborted; next = asked.shift()) {
        next.request.result = next.work();
        next.request.onsuccess?.();
      }
      if (aborted || (changed && this.isFull)) return transaction.onabort();
      store.values = values;
      transaction.oncomplete();
    };
    this.#last = this.#last.then(run);
    return transaction;
  }
}
