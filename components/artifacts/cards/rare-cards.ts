/** What few cards show, loaded in one piece: each piece of its own would cost every page some bytes. */

export { HiddenCountNote } from '../lines/hidden-note.tsx';
export { MismatchNote } from './mismatch-note.tsx';
export { NotFoundCard } from './not-found-card.tsx';
export { ReadFirstRun, RunAgainBy } from './replaced-words.tsx';
export { ResultParts } from './result-parts.tsx';
export { SetUpLine } from './set-up-line.tsx';
export { TombstoneCard } from './tombstone-card.tsx';
export { TrafficList } from './traffic-list.tsx';
