/** What the package `@vitrine/split` exports: see its README. */
export { openMemoryStore, openRedisStore, openSqliteStore } from './open-split-stores.ts';
export type { ResultKind } from './result-kind.ts';
export type { FileOfTool, SplitOutput } from './split-output.ts';
export type { SplitStore, StoredResult } from './split-store.ts';
export { type RecallInput, type SplitTools, type SplitToolsOptions, splitTools } from './split-tools.ts';
