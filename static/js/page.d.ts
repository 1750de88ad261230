/* What the pages give to every script: htmx, and elements by their selectors. Types only: no page loads this file. */

interface HtmxRequest {
  elt: HTMLElement;
  /** When it was asked; noted by write_now.js. */
  asked: number;
}

interface HtmxDetail extends HtmxRequest {
  headers: Record<string, string>;
  isError: boolean;
  parameters: Record<string, string>;
  pathInfo: { requestPath: string };
  requestConfig: HtmxRequest;
  shouldSwap: boolean;
  target: HTMLElement;
  xhr: XMLHttpRequest;
}

type HtmxEvent = CustomEvent<HtmxDetail>;

declare const htmx: {
  config: { responseHandling: { code: string; swap: boolean }[]; timeout: number };
  process(element: Element): void;
  trigger(element: Element, event: string): void;
  ajax(method: string, address: string, how: { target: string; swap: string; values: object }): Promise<void>;
};

/** The text in small plain letters, without accents: of letters.js. */
// deno-lint-ignore no-var
declare var foldLetters: (text: string) => string;

interface Window {
  htmx: typeof htmx;
}

/** The last part of a selector: "#sheet form[data-x]" ends in "form[data-x]". */
type LastPart<S extends string> = S extends `${string} ${infer Rest}` ? LastPart<Rest> : S;

/** The class of the elements that a selector finds, as far as it begins with a tag; every element of ours is HTML. */
type Found<S extends string> = S extends `${string},${string}` ? HTMLElement : ByTag<LastPart<S>>;
type ByTag<S extends string> = S extends `input${string}` ? HTMLInputElement
  : S extends `[type=radio]${string}` ? HTMLInputElement
  : S extends `form${string}` ? HTMLFormElement
  : S extends `button${string}` ? HTMLButtonElement
  : S extends `a${"[" | "."}${string}` ? HTMLAnchorElement
  : S extends `table${string}` ? HTMLTableElement
  : S extends `tr${"" | "[" | "."}${string}` ? HTMLTableRowElement
  : S extends `details${string}` ? HTMLDetailsElement
  : HTMLElement;

interface ParentNode {
  querySelector<S extends string>(selector: S): Found<S> | null;
  querySelectorAll<S extends string>(selector: S): NodeListOf<Found<S>>;
}

interface Element {
  closest<S extends string>(selector: S): Found<S> | null;
}

/** An event that comes from an element, as all do that the document and a page's parts hear. */
type FromElement<E> = E & { target: HTMLElement };

interface HTMLElement {
  addEventListener(type: `htmx:${string}`, listener: (event: HtmxEvent) => void): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (event: FromElement<HTMLElementEventMap[K]>) => unknown, options?: boolean): void;
}
interface Document {
  addEventListener(type: `htmx:${string}`, listener: (event: HtmxEvent) => void): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (event: FromElement<HTMLElementEventMap[K]>) => unknown, options?: boolean): void;
}

/** The fields that scripts read by name. */
interface HTMLFormControlsCollection {
  readonly announcements: HTMLTextAreaElement;
  readonly bid: HTMLInputElement;
  readonly called: HTMLInputElement;
  readonly caller: RadioNodeList;
  readonly dealer?: HTMLSelectElement;
  readonly key: HTMLInputElement;
  readonly number: HTMLInputElement;
  readonly partner: RadioNodeList & Iterable<HTMLInputElement>;
  readonly points: HTMLInputElement;
  readonly rank: RadioNodeList;
  readonly retourne: HTMLInputElement;
  readonly suit: RadioNodeList;
}

/** What scripts note on a form of the table's page. */
interface HTMLFormElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: (event: FromElement<HTMLElementEventMap[K]>) => unknown, options?: boolean): void;
  /** What it says while nothing is typed. */
  blank?: string;
  /** The inputs that the page filled by itself; was anything typed since it came? */
  live?: { computed: string[]; typed?: boolean };
  /** True once what it said is in the book, or in the list of what waits. */
  written?: boolean;
}
