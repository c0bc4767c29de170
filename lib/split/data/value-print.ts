import { createFingerprint, fingerprintSink } from './fingerprint.ts';
import { createJsonScanner, type JsonScanner } from './json-scanner.ts';

export interface ValuePrint {
  push(piece: string): void;
  /** Equal for equal values, however they are printed. `null`: the text was not complete JSON. */
  finish(): number | null;
}

const maxCharacters = 64 * 1024;

/**
 * Computes the fingerprint of a JSON text. A short text is buffered and only parsed on `finish`, which most
 * results never need.
 */
export function createValuePrint(): ValuePrint {
  const fingerprint = createFingerprint();
  let buffered = '';
  let scanner: JsonScanner | null = null;
  const scan = (): JsonScanner => {
    scanner ??= createJsonScanner(fingerprintSink(fingerprint));
    scanner.push(buffered);
    buffered = '';
    return scanner;
  };
  return {
    push(piece) {
      buffered += piece;
      if (buffered.length > maxCharacters) scan();
    },
    finish: () => (scan().finish().state === 'whole' ? fingerprint.value : null),
  };
}
