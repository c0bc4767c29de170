import type { FailureMeaning } from './failure-text.ts';
import type { SourceLocation } from './source-location.ts';

/**
 * `thread 'main' (12) panicked at src/lib.rs:5:1:`, with the message on the next line; before Rust 1.73
 * `panicked at 'message', src/lib.rs:5:1`.
 */
const panicked = /^thread '.*' (?:\(\d+\) )?panicked at (?:'(.*)', )?([^\s:]+\.rs):(\d+)(?::\d+)?:?$/;
const oldPanic = /^thread '.*' panicked at '(.*)$/;
const foreign = /^\/rustc\/|\.cargo\/registry|\/library\/(?:std|core|alloc)\//;

/** Reads what a failed Rust test printed. */
export interface PanicText {
  add(line: string): void;
  finish(): FailureMeaning;
}

export function createPanicText(): PanicText {
  const message: string[] = [];
  const left: string[] = [];
  const right: string[] = [];
  let location: SourceLocation | null = null;
  /** True when the panic's message is on the next line. */
  let isAwaited = false;

  /** `  left: 4.375`, ` right: 4.4`; `Error: "printer is offline"` of a test that returns one. */
  const readValues = (line: string) => {
    const value = /^\s*(left|right): (.+)$/.exec(line);
    if (value) {
      // Before Rust 1.73 the location followed the last value.
      const end = /', ([^\s:]+\.rs):(\d+)(?::\d+)?$/.exec(line);
      if (end) location ??= { path: end[1] ?? '', line: end[2] ?? null };
      const text = end ? (value[2] ?? '').slice(0, -end[0].length) : (value[2] ?? '');
      const side = value[1] === 'left' ? left : right;
      if (side.length === 0) side.push(text.replace(/^`(.*)`,?$/, '$1'));
    } else if (line.startsWith('Error: ') && message.length === 0) message.push(line);
  };
  return {
    add(line) {
      const panic = line.startsWith('thread ') ? panicked.exec(line) : null;
      if (panic) {
        const [, words, path = '', at = null] = panic;
        if (!foreign.test(path)) location ??= { path, line: at };
        isAwaited = words === undefined && message.length === 0;
        if (words !== undefined) message.push(words);
        return;
      }
      const cut = line.startsWith('thread ') ? oldPanic.exec(line)?.[1] : undefined;
      if (cut !== undefined) message.push(cut);
      else if (isAwaited) {
        message.push(line);
        isAwaited = false;
      } else readValues(line);
    },
    finish: () => ({
      test: location,
      raised: null,
      message: message.slice(0, 1),
      // `assert_eq!` does not say which of its two sides was expected.
      sides: { expected: left, actual: right, words: ['left', 'right'] },
    }),
  };
}
