import type { ValueSink } from './value-sink.ts';

export interface Fingerprint {
  mark(text: string): void;
  readonly value: number;
}

/** Each value contributes its length and this many characters. */
const markedCharacters = 12;

/** Identifies documents by their values, however they are printed: FNV-1a over the start of each value. */
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

/** A sink that only computes the fingerprint. */
export const fingerprintSink = ({ mark }: Fingerprint): ValueSink => ({
  openObject: () => mark('{'),
  openArray: () => mark('['),
  close: () => mark('}'),
  key: mark,
  string: (start) => mark(start),
  number: mark,
  literal: mark,
});
