import type { Stores } from '../../lib/stores/stores.ts';

/** What a contract suite is run against: the same installation seen from two processes where the store allows it. */
export interface OpenedStores {
  stores: Stores;
  /** Another process' view of the same data (SQLite, which allows one process: the same stores). */
  elsewhere: Stores;
  /** Everything that is stored, as text: what a deletion must leave nothing of. */
  inventory(): Promise<string[]>;
  /** Changes the first stored byte of an artifact behind the store's back. */
  tamper(artifactId: string): Promise<void>;
  /** Ends these and opens the same data again, as a new process would. */
  reopen(): Promise<Stores>;
  close(): Promise<void>;
}

/** What the stores are opened with. */
export interface StoreOptions {
  /** How many bytes all artifacts may take. */
  artifactBytes?: number;
}

/** Opens stores with nothing in them. */
export type StoreOpener = (options?: StoreOptions) => Promise<OpenedStores>;
