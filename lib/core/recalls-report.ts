import type { KindReading } from './recall-control.ts';
import type { Widening } from './widening.ts';

/** How often the model comes back for more, and what is done about it. */
export interface RecallsReport {
  /** The team lets views widen by themselves. */
  isWidening: boolean;
  /** Kinds of views: those that are too thin first, then by how often the model came back. */
  kinds: KindReading[];
  /** The oldest first. */
  widenings: Widening[];
}
