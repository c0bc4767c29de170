import type { SourceLocation } from './source-location.ts';
import { noSides, type TestFailure } from './test-failure.ts';

/** `    rates_test.go:12: got 1, want 2`. */
const logged = /^\s+([^\s:]+\.go):(\d+): ?(.*)$/;
/** `\t/src/rates/rates.go:9 +0x1d`. */
const frame = /^\t([^\s:]+\.go):(\d+)(?: \+0x[\da-f]+)?$/;
const foreign = /\/(?:go[\d.-]*|libexec)\/src\/|\/pkg\/mod\/|\/vendor\//;
/** Log lines have the same shape as failures; these words tell the two apart. */
const soundsWrong =
  /\b(?:want|wanted|expect|expected|got|error|fail|failed|unexpected|mismatch|should|cannot|must|differ|nil|not|no|invalid|missing)\b|!=/i;

/** Reads the messages of a failed Go test: `t.Errorf`, testify, or a panic with its stack. */
export function goMeaning(
  messages: readonly string[],
): Pick<TestFailure, 'test' | 'raised' | 'message' | 'sides'> {
  const panic = messages.find((text) => text.startsWith('panic: '));
  if (panic !== undefined) {
    const frames = messages
      .flatMap((text) => locationsOf(frame.exec(text)))
      .filter(({ path }) => !foreign.test(path));
    return {
      test: frames.find(({ path }) => path.endsWith('_test.go')) ?? frames.at(-1) ?? null,
      raised: frames[0] ?? null,
      message: [panic.replace(/ \[recovered.*\]$/, '')],
      sides: noSides,
    };
  }
  const lines = messages.flatMap((text) => {
    const match = logged.exec(text);
    return match ? [{ location: locationsOf(match)[0] ?? null, text: match[3] ?? '' }] : [];
  });
  const line = lines.find(({ text }) => soundsWrong.test(text)) ?? lines.at(-1);
  const location = line?.location ?? null;
  if (line !== undefined && line.text.trim() !== '')
    return { test: location, raised: null, message: [line.text], sides: noSides };
  return { test: location, raised: null, ...testifyMeaning(messages) };
}

function testifyMeaning(messages: readonly string[]): Pick<TestFailure, 'message' | 'sides'> {
  const valuesOf = (key: RegExp): string[] => {
    const found = messages.map((text) => key.exec(text)?.[1]?.trim()).find((text) => text !== undefined);
    return found === undefined || found === '' ? [] : [found];
  };
  return {
    message: [...valuesOf(/^\s+Error:\s+(\S.*)$/), ...valuesOf(/^\s+Messages:\s+(\S.*)$/)],
    sides: { expected: valuesOf(/^\s+expected: (.*)$/), actual: valuesOf(/^\s+actual {2}: (.*)$/) },
  };
}

const locationsOf = (match: RegExpExecArray | null): SourceLocation[] =>
  match ? [{ path: match[1] ?? '', line: match[2] ?? null }] : [];

/** `./rates_test.go:5:32: undefined: stamp`, `vet: rates.go:3:1: …`. */
export function goBuildError(text: string): Pick<TestFailure, 'test' | 'message'> | null {
  const match = /^(?:vet: )?(?:\.\/)?([^\s:]+\.go):(\d+)(?::\d+)?: (.+)$/.exec(text);
  return match ? { test: { path: match[1] ?? '', line: match[2] ?? null }, message: [match[3] ?? ''] } : null;
}
