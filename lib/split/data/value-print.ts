import { createFingerprint, fingerprintSink } from './fingerprint.ts';
import { createJsonScanner, type JsonScanner } from './json-scanner.ts';

export interface ValuePrint {
  push(piece: string): void;
  /** Equal for equal values, however they are printed. `null`: it was no whole JSON. */
  finish(): number | null;
}

const heldCharacters = 64 * 1024;

/** The fingerprint of a text of JSON. Of most results nobody asks for it: then a text that is not long is never read for it. */
export function createValuePrint(): ValuePrint {
  const fingerprint = createFingerprint();
  let held = '';
  let scanner: JsonScanner | null = null;
  const scan = (): JsonScanner => {
    scanner ??= createJsonScanner(fingerprintSink(fingerprint));
    scanner.push(held);
    held = '';
    return scanner;
  };
  return {
    push(piece) {
      held += piece;
      if (held.length > heldCharacters) scan();
    },
    finish: () => (scan().finish().state === 'whole' ? fingerprint.value : null),
  };
}
