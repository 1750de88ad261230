/* What the scripts hand to each other, keep on the phone and receive from the server. Types only: no page loads this file.
   Whatever is marked "stored" lies on phones already: its names stay. */

/** A form's fields as [name, value] pairs; what the user reads in the list as [label, value] pairs. */
export type Pairs = [string, string][];

/* ── what waits to be sent (stored in IndexedDB "corbillon", store "queue", by `id`) */

/** Why an item is not sent before somebody has decided. */
export interface Stop {
  /** "refused": the server found a mistake in it (422). "correcting": it is open in its form. The others come from a
      409: "stale": its number is taken or is still to come; "reused": its id was used for something else; "both". */
  kind: string;
  /** True where what is corrected was refused: as it is, it cannot be sent again. */
  refused?: boolean;
  /** The server's answer, shown to the user. Absent while the item is corrected in its form. */
  html?: string;
  /** True where another phone wrote the very same under this number. */
  same?: boolean;
  /** True where another phone wrote something else under this number: somebody says which is right. */
  differs?: boolean;
  /** The number that the server's book expects next. */
  next?: number;
}

/** What a form says, as the queue takes it. */
export interface Entry {
  /** 32 hexadecimal digits, made on the phone. The server writes one record for one id. */
  id: string;
  /** The table: the number before the dash of its key. */
  table: string;
  /** Which table of which evening it is for, as the sheet says it. */
  book?: string;
  /** The number that its record is expected to bear in the table's book. */
  number: number;
  /** Where it is sent. */
  url: string;
  /** The form as it is sent, without its number and its id. */
  body: string;
  /** The seat of who holds the phone, where it is known. */
  seat?: string;
  title: string;
  said: Pairs;
  /** The inputs that the page had filled by itself. */
  computed?: string[];
  /** Is it a coup? Else it is a penalty, a departure and so on. */
  coup: boolean;
  /** Does it end the partie? */
  last: boolean;
  /** True where the sheet has no form of it, into which it could go back: it was put together of several pages. */
  formless?: boolean;
}

/** An entry in the queue. */
export interface Item extends Entry {
  /** Its place among all items of the phone; a fraction where it was put between two. */
  order: number;
  /** When it was kept, in milliseconds. */
  at: number;
  /** True once it may have reached the server. */
  left: boolean;
  /** The number of its record in the book, once the server has said so; null before. */
  recorded: number | null;
  /** The last number that it took in the book, with its consequences. */
  through?: number | null;
  /** When the server said so, in milliseconds. */
  told?: number;
  /** True once a sheet showed the record: kept until a backup holds it and for some days, in case the book goes back. */
  settled?: boolean;
  /** True once a sheet said that a backup holds the record. */
  saved?: boolean;
  stopped: Stop | null;
  /** The recorded item that bears the same id, where the id was used twice. */
  was?: Item | null;
}

/** What to write into the store in one transaction, and what `rework` answers. */
export interface Plan<Answer = undefined> {
  put?: Item[];
  remove?: string[];
  answer?: Answer;
}

/** What the queue needs of a store: store.js, or a fake one in tests. */
export interface QueueStore {
  /** Every item, in order. */
  all(): Promise<Item[]>;
  /** Change the items in one transaction: `change` gets all of them, in order. */
  rework<Answer>(change: (items: Item[]) => Plan<Answer>): Promise<Answer | undefined>;
}

/** What `Queue.save` answers: stored now; the very same was stored already; another tab stored something else under this id. */
export type SaveResult = "saved" | "known" | "taken";

/* ── the other records on the phone */

/** The last sheet of a table (stored in IndexedDB "corbillon", store "sheets", by `table`). */
export interface StoredSheet {
  table: string;
  html: string;
  at: number;
}

/** What is being typed into a form (stored in localStorage under corbillon.draft.TABLE.FORM). */
export interface Draft {
  id: string;
  /** The form's number when it was typed, as its field holds it. */
  number: string;
  /** [name, value] pairs; older phones stored an object. */
  said: Pairs | Record<string, string>;
  /** The names of the inputs that the page filled by itself. */
  computed: string[];
}

/** The last coup sent from a form, for when it is undone (localStorage, corbillon.sent.TABLE.FORM). */
export interface SentForm {
  id: string;
  said: Pairs;
  computed: string[];
}

/** One row of a paper sheet that is half typed. */
export interface PaperRow {
  /** The coup it stands for. */
  n: number;
  /** The id of the record it will become. */
  key: string;
  /** What was typed, by the cell's path. */
  cells: Record<string, string>;
  /** The paths of the cells that the page filled by itself. */
  auto: string[];
}

/** A paper sheet that is half typed (localStorage, corbillon.paper.DRAFT). */
export interface PaperDraft {
  book?: string;
  number: number;
  /** The first number that one of its rows may have in the book. */
  from?: number;
  at: number;
  dealer: string;
  rows: PaperRow[];
}

/** The newest record that a phone saw in the book of a table. */
export interface SeenRecord {
  id?: string;
  head?: string;
  number: number;
  at: number;
  book?: string;
}

/** A book that went back: the phone had seen it up to number `from`, it now expects `next`; `again`: items are resent. */
export interface WentBack {
  from: number;
  next: number;
  again: boolean;
}

/** What a phone remembers of one table. */
export interface TableFacts {
  label?: string;
  /** When its sheet was last shown, in milliseconds since 1970. */
  at?: number;
  seat?: string;
  seen?: SeenRecord;
  back?: WentBack | null;
  /** Does the table pay each card that is paid as soon as its trick is made? */
  pays?: boolean;
  /** Up to which record of the book its reader has read what others wrote. */
  read?: number;
}

/** The tables of a phone, by key (localStorage, corbillon.tables). */
export interface Keyring {
  current: string | null;
  tables: Record<string, TableFacts>;
}

/** The program that the page was loaded again for (localStorage, corbillon.renewed). */
export interface Renewal {
  program: string;
  told?: boolean;
}

/* ── messages */

/** A whole answer of the server. `json` throws Unreached where the text is not JSON. */
export interface Answer {
  status: number;
  text: string;
  json(): unknown;
}

/** How to ask: as for `fetch`. */
export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}

export type Ask = (url: string, question?: Question) => Promise<Answer>;

/** Whether the server was reached, and which program answered. */
export interface Contact {
  reached: boolean;
  program: string | null;
}

/** What the server answers to an item that is in the book. */
export interface Recorded {
  id: string;
  recorded: number;
  through?: number;
}

/** What a sheet says of its book: which it is, the number it expects next, the ids and digests of its records from number
 * `from` on. */
export interface BookFacts {
  book?: string;
  number: number;
  from: number;
  ids: Set<string>;
  digests: string[];
}

/** What the server says of a paper sheet's row: sentences, what is wrong in a cell, by its path, and the paths of all the
 * cells of which a sentence speaks. */
export interface RowFindings {
  sentences: string[];
  cells: Record<string, string>;
  wrong: string[];
}

/* ── the form of a coup */

/** Called whenever something was typed, with the names of the inputs that the page filled by itself. */
export type Changed = (computed: string[]) => void;

/** A form that reacts to the finger: `paint` shows it as its inputs say. */
export interface LiveForm {
  paint(): void;
}

/** What brings the form of a coup to life. `computed`: the inputs that the page had filled by itself. */
export type Enliven = (form: HTMLFormElement, computed: string[], changed: Changed) => LiveForm;

/** One of the things that may be announced: cards, points, words, line, short reason, reason; the last two are empty
    where it may be announced now. */
export type Choice = [cards: string[], points: number, words: string, line: string, short: string, reason: string];

/** What may be announced now, as the server says it. */
export interface Announceable {
  retourne?: string;
  won?: boolean;
  /** Can somebody exchange the seven of trump for the turn-up? */
  exchange?: boolean;
  /** Choices by seat, then by kind. */
  by?: Record<string, Record<string, Choice[]>>;
}

/* ── what a coup gives while nothing answers: figures for the eye, which nothing keeps or sends */

/** How a partie stands, as its sheet says it, by seat from 0. */
export interface TableState {
  /** The short names of the players. */
  names: string[];
  // deno-lint-ignore no-explicit-any
  options: Record<string, any>;
  /** The place whose inputs hold the figures of each seat: its own, or that of the first of its side. */
  figures: number[];
  /** The side of each seat; null where all play singly. */
  sides: number[] | null;
  /** Does a partie in which every total is 0 have winners? */
  zeroWins: boolean;
  totals: number[];
  /** What each holds in jetons; empty in a game of points. */
  purses: number[];
  pot: number;
  /** What the game carries over from one coup to the next. */
  carry: number;
  played: number;
  /** The number of coups after which the partie is over; null where something else ends it. */
  planned: number | null;
  dealer: number;
  /** The seats that deal, in turn. */
  dealers: number[];
}

/** A payment in jetons between seats; the seat after the last is the pot. */
export type Move = [payer: number, payee: number, jetons: number];

/** What a coup gives each seat, and what else its game says of it: the payments, what is carried over, the target that ends
 * the partie, whether it is over, who has won it whatever the totals say. */
export interface Scored {
  net: number[];
  moves?: Move[];
  carry?: number;
  target?: number;
  isOver?: boolean;
  winners?: number[];
}

/** What the table's page gives to what comes later, of which it has one alone. */
export interface TablePage extends PaperPage {
  addressOf: typeof import("./entry.js").addressOf;
  choose: typeof import("./keyring.js").choose;
  currentTable: typeof import("./keyring.js").currentTable;
  earlierItems: typeof import("./numbering.js").earlierItems;
  mayBeThere: typeof import("./numbering.js").mayBeThere;
  queue: typeof import("./page_queue.js").queue;
  read: typeof import("./keyring.js").read;
  sheet: typeof import("./page_state.js").sheet;
  shownSheet: typeof import("./page_state.js").shownSheet;
  start: typeof import("./sheet.js").start;
  store: typeof import("./keyring.js").store;
}

/** What a page with a paper sheet's grid has once alone. */
export interface PaperPage {
  current: typeof import("./keyring.js").current;
  restoreTyped: typeof import("./half_typed.js").restoreTyped;
  saveTyped: typeof import("./half_typed.js").saveTyped;
}

/** A game's scorer: of what stands in the form's inputs; null where that is not a whole coup. */
export type Scorer = (table: TableState, say: (name: string) => string) => Scored | null;
