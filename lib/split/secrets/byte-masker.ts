import { formsOf, type KnownSecret } from './known-secret.ts';

/** Removes secrets from bytes as they pass, before anybody sees them. */
export interface ByteMasker {
  /** @returns what can be passed on: an end that may be the start of a secret is kept back */
  push(bytes: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

/** A secret that may be in what is masked. */
export interface SecretToMask extends KnownSecret {
  /**
   * The command got it, so that pieces of it are masked too. Of others only what is long enough not to be guessed: what is
   * masked tells whoever reads it that it is part of a secret.
   */
  isAsked: boolean;
}

/**
 * Replaces each secret by its name: whole, in the forms that programs write it in (Base64, hexadecimal, JSON, URLs), and
 * in pieces: of 8 characters of those that a command got, of 16 and more of the others.
 */
export function createByteMasker(secrets: readonly SecretToMask[]): ByteMasker {
  const pieces = knownPieces(secrets);
  let kept = '';
  /** How much of what is kept was replaced already. */
  let covered = 0;

  function take(text: string, isEnd: boolean): string {
    const ranges = merged([
      ...(covered > 0 ? [{ start: 0, end: covered, name: null }] : []),
      ...rangesIn(text, pieces),
    ]);
    const end = isEnd ? text.length : text.length - pieces.unfinished(text);
    let output = '';
    let position = 0;
    covered = 0;
    for (const range of ranges) {
      if (range.start >= end) break;
      output += text.slice(position, range.start) + (range.name === null ? '' : `[secret ${range.name}]`);
      position = range.end;
    }
    if (position > end) covered = position - end;
    else output += text.slice(position, end);
    kept = text.slice(end);
    return output;
  }

  return {
    push(bytes) {
      // One character for each byte: what is no text passes unchanged.
      return Buffer.from(take(kept + Buffer.from(bytes).toString('latin1'), false), 'latin1');
    },
    end: () => Buffer.from(take(kept, true), 'latin1'),
  };
}

interface Range {
  start: number;
  end: number;
  /** `null`: it was named before. */
  name: string | null;
}

interface Pieces {
  /** Names of secrets by piece, by the length of pieces. */
  byLength: ReadonlyMap<number, ReadonlyMap<string, string>>;
  /** Whether a piece begins with these two characters. */
  mayBegin(first: number, second: number): boolean;
  /** Length of an end that a piece may begin with. */
  unfinished(text: string): number;
}

/** How much of a form has to be there. */
function pieceLength(formLength: number, { isAsked }: SecretToMask, isHexadecimal: boolean): number {
  if (isAsked) return Math.min(isHexadecimal ? 16 : 8, Math.ceil((formLength * 2) / 3));
  return Math.min(formLength, 32, Math.max(16, Math.ceil((formLength * 2) / 3)));
}

let latest: { key: string; pieces: Pieces } | null = null;

/** Those of a long secret are many, and most commands of a server have the same. */
function knownPieces(secrets: readonly SecretToMask[]): Pieces {
  const key = JSON.stringify(secrets);
  if (latest?.key !== key) latest = { key, pieces: piecesOf(secrets) };
  return latest.pieces;
}

function piecesOf(secrets: readonly SecretToMask[]): Pieces {
  const byLength = new Map<number, Map<string, string>>();
  const beginnings = new Uint8Array(65_536);
  const starts = new Set<string>();
  let longest = 0;
  const add = (form: string, secret: SecretToMask, isHexadecimal: boolean) => {
    const text = Buffer.from(form).toString('latin1');
    const length = pieceLength(text.length, secret, isHexadecimal);
    const ofLength = byLength.get(length) ?? new Map<string, string>();
    byLength.set(length, ofLength);
    longest = Math.max(longest, length);
    for (let start = 0; start + length <= text.length; start += 1) {
      const piece = text.slice(start, start + length);
      ofLength.set(piece, secret.name);
      beginnings[(piece.charCodeAt(0) << 8) | piece.charCodeAt(1)] = 1;
      for (let part = 1; part < length; part += 1) starts.add(piece.slice(0, part));
    }
  };
  for (const secret of secrets) {
    for (const form of formsOf(secret)) add(form, secret, false);
    const hexadecimal = Buffer.from(secret.value).toString('hex');
    for (const form of [hexadecimal, hexadecimal.toUpperCase()]) add(form, secret, true);
  }
  return {
    byLength,
    mayBegin: (first, second) => beginnings[(first << 8) | second] === 1,
    unfinished(text) {
      for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1)
        if (starts.has(text.slice(-length))) return length;
      return 0;
    },
  };
}

function rangesIn(text: string, { byLength, mayBegin }: Pieces): Range[] {
  const ranges: Range[] = [];
  for (let start = 0; start + 1 < text.length; start += 1) {
    if (!mayBegin(text.charCodeAt(start), text.charCodeAt(start + 1))) continue;
    for (const [length, pieces] of byLength) {
      const name = pieces.get(text.slice(start, start + length));
      if (name !== undefined) ranges.push({ start, end: start + length, name });
    }
  }
  return ranges;
}

/** Ranges that overlap are one. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
