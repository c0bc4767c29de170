import { z } from 'zod';
import { type EphemeralEvent, parseEvent } from '#lib/core/vocabulary/events.ts';
import type { Appended, EventBatch, EventPosition } from '../stores.ts';

/** Words that were appended together. */
interface Piece {
  /** Position in the live buffer before them, and with them; empty: the buffer was empty. */
  before: string;
  live: string;
  /** The last durable event when they were appended. */
  durable: string;
  events: readonly EphemeralEvent[];
}

/**
 * The latest words of a conversation, as its channel announced them. Each announcement names what came before it, so
 * that one that was lost is noticed. Whoever has read up to one of them reads on from here, without asking Redis.
 */
export interface AnnouncedWords {
  /** @param message of the channel; `null`: messages before may have been missed */
  hear(message: string | null): Appended;
  /** What comes after a position. `null`: that is not known here. */
  readOn(after: EventPosition): EventBatch | null;
}

const wordsMessage = /^words (\S*) (\S+) (\S*) /;
const maxPieces = 64;

export function createAnnouncedWords(): AnnouncedWords {
  /** Without a gap. */
  let pieces: Piece[] = [];
  return {
    hear(message) {
      if (!message?.startsWith('words')) {
        pieces = [];
        return 'anything';
      }
      const piece = readPiece(message);
      // Words that are too long to be announced leave a gap.
      if (piece === null || piece.before !== pieces.at(-1)?.live) pieces = [];
      if (piece !== null) pieces.push(piece);
      if (pieces.length > maxPieces) pieces.shift();
      return 'words';
    },
    readOn(after) {
      const at = pieces.findLastIndex(({ live }) => live === after.live);
      const last = pieces.at(-1);
      if (at < 0 || last === undefined) return null;
      // Another durable event came between: it has to be read, and may contain these words.
      if (pieces.slice(at).some(({ durable }) => durable !== (after.durable ?? ''))) return null;
      const live = pieces.slice(at + 1).flatMap(({ events }) => events);
      return { durable: [], live, position: { durable: after.durable, live: last.live }, hasMore: false };
    },
  };
}

/** `null`: the message has no words, or not as this version writes them. */
function readPiece(message: string): Piece | null {
  const [head, before = '', live = '', durable = ''] = wordsMessage.exec(message) ?? [];
  if (head === undefined) return null;
  try {
    const events = z.array(z.unknown()).parse(JSON.parse(message.slice(head.length)));
    return { before, live, durable, events: events.map((event) => parseEvent(event) as EphemeralEvent) };
  } catch {
    return null;
  }
}
