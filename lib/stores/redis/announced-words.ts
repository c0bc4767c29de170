import { z } from 'zod';
import { type EphemeralEvent, parseEvent } from '#lib/core/vocabulary/events.ts';
import type { Appended, EventBatch, EventPosition } from '../stores.ts';

/** Words with their position in the live buffer. */
interface Piece {
  live: string;
  events: readonly EphemeralEvent[];
}

/**
 * The words of a conversation that its channel announced, in order and without a gap. Whoever has read up to one of them
 * reads on from here, without asking Redis.
 */
export interface AnnouncedWords {
  /** @param message of the channel; `null`: messages before were missed */
  hear(message: string | null): Appended;
  /** What comes after a position. `null`: that is not known here. */
  readOn(after: EventPosition): EventBatch | null;
  /** Call it before Redis is read, and the function that it returns with what was read. */
  beginRead(): (read: EventBatch) => void;
}

const wordsMessage = /^words (\S+) /;
const maxPieces = 64;

export function createAnnouncedWords(): AnnouncedWords {
  let pieces: Piece[] = [];
  /** The last durable event as far as anybody was told. `undefined`: Redis has to be asked. */
  let lastDurable: string | null | undefined;
  let changes = 0;

  const forget = () => {
    pieces = [];
    lastDurable = undefined;
    changes += 1;
  };

  return {
    hear(message) {
      if (!message?.startsWith('words')) {
        forget();
        return 'anything';
      }
      const piece = readPiece(message);
      // Words that are too long to be announced leave a gap.
      if (piece === null) pieces = [];
      else pieces.push(piece);
      if (pieces.length > maxPieces) pieces.shift();
      return 'words';
    },
    readOn(after) {
      if (lastDurable === undefined || after.durable !== lastDurable) return null;
      const at = pieces.findLastIndex(({ live }) => live === after.live);
      if (at < 0) return null;
      const live = pieces.slice(at + 1).flatMap(({ events }) => events);
      const position = { durable: after.durable, live: pieces.at(-1)?.live ?? after.live };
      return { durable: [], live, position, hasMore: false };
    },
    beginRead() {
      const before = changes;
      return ({ durable, position, hasMore }) => {
        // Their words are in them, and are not sent after them.
        if (durable.length > 0) pieces = [];
        if (!hasMore && changes === before) lastDurable = position.durable;
      };
    },
  };
}

/** `null`: the message has no words, or not as this version writes them. */
function readPiece(message: string): Piece | null {
  const [head, live = ''] = wordsMessage.exec(message) ?? [];
  if (head === undefined) return null;
  try {
    const events = z.array(z.unknown()).parse(JSON.parse(message.slice(head.length)));
    return { live, events: events.map((event) => parseEvent(event) as EphemeralEvent) };
  } catch {
    return null;
  }
}
