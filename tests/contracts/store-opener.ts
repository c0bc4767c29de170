import type { Stores } from '#lib/stores/stores.ts';

/** What a contract suite runs against: the same installation seen from two processes if the store allows it. */
export interface OpenedStores {
  stores: Stores;
  /** Another process' view of the same data (SQLite allows one process: the same stores). */
  elsewhere: Stores;
  /** Everything that is stored, as text: a deletion must leave nothing in it. */
  inventory(): Promise<string[]>;
  /** Every stored value as text, each after the name of its table or key: what was erased must be in none. */
  texts(): Promise<string[]>;
  /** Changes the first stored byte of an artifact behind the store's back. */
  tamper(artifactId: string): Promise<void>;
  /** Closes these stores and opens the same data again, as a new process would. */
  reopen(): Promise<Stores>;
  close(): Promise<void>;
}

/** The options the stores are opened with. */
export interface StoreOptions {
  /** The maximum size of all artifacts together, in bytes. */
  artifactBytes?: number;
}

/** Opens empty stores. */
export type StoreOpener = (options?: StoreOptions) => Promise<OpenedStores>;
