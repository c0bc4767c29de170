import type { ValueSink } from './value-sink.ts';

export interface Fingerprint {
  mark(text: string): void;
  readonly value: number;
}

/** Of each value so much counts, and its length. */
const markedCharacters = 12;

/** Tells documents apart by their values, however they are printed: FNV-1a over the start of each. */
export function createFingerprint(): Fingerprint {
  let value = 0x811c9dc5;
  return {
    mark(text) {
      const length = Math.min(text.length, markedCharacters);
      let hash = Math.imul(value ^ text.length, 0x01000193);
      for (let offset = 0; offset < length; offset += 1)
        hash = Math.imul(hash ^ text.charCodeAt(offset), 0x01000193);
      value = hash;
    },
    get value() {
      return value >>> 0;
    },
  };
}

/** The fingerprint of what is given, and nothing else of it. */
export const fingerprintSink = ({ mark }: Fingerprint): ValueSink => ({
  openObject: () => mark('{'),
  openArray: () => mark('['),
  close: () => mark('}'),
  key: mark,
  string: (start) => mark(start),
  number: mark,
  literal: mark,
});
