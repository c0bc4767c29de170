import { createDigest } from '#lib/split/digest.ts';
import type { FullResult } from '#lib/split/full-result.ts';
import { createResultReading } from '#lib/split/read-result.ts';
import type { SplitOptions } from '#lib/split/split.ts';
import type { Subject, Summarizer } from '#lib/split/summarizer.ts';
import type { Understood } from '#lib/split/summary.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { createLineIndexer } from '#lib/stores/line-index.ts';

const { count } = await loadTokenizer();

export interface TextChange extends Partial<FullResult> {
  subject?: Partial<Subject>;
  exitCode?: number | null;
  /** Who reads it; default all there are. */
  summarizers?: readonly Summarizer[];
}

/** A full result as the choke point makes it of a text. */
export function fullResult(
  text: string,
  { subject, exitCode, summarizers, ...change }: TextChange = {},
): FullResult {
  const bytes = Buffer.from(text);
  const digest = createDigest();
  const indexer = createLineIndexer();
  digest.push(bytes);
  indexer.push(bytes);
  const { whole, head, tail, byteLength } = digest.finish();
  const decode = (part: Uint8Array) => new TextDecoder().decode(part);
  const { type = 'file', title = 'notes.txt', counts = null } = change;
  const lineCount = indexer.finish()?.lineCount ?? null;
  const asked: Subject = {
    tool: 'read_file',
    args: {},
    type,
    title,
    language: null,
    firstLine: 1,
    ...subject,
  };
  const read = () => {
    const reading = createResultReading(asked, { head: text, tail: text }, summarizers);
    reading.push(text);
    return reading.finish({ exitCode: exitCode ?? null, lineCount: lineCount ?? 0, byteLength, counts });
  };
  let understood: Understood | null = null;
  return {
    type,
    title,
    byteLength,
    lineCount,
    counts,
    outcome: null,
    isCleaned: false,
    whole: whole && decode(whole),
    head: decode(head),
    tail: decode(tail),
    fullTokens: change.fullTokens === undefined ? count(text) : change.fullTokens,
    /** Read when it is asked for, and once. */
    get understood() {
      understood ??= read();
      return understood;
    },
    ...change,
  };
}

export const artifactId = 'art_abcdefghijklmnopqrstuvwxyz';

export const splitOptions = (change: Partial<SplitOptions> = {}): SplitOptions => ({
  level: 'balanced',
  budgetTokens: null,
  widened: new Map(),
  canRecall: true,
  artifactId,
  count,
  ...change,
});

/** Texts that have broken splits and tokenizers. */
export const hostileTexts: Record<string, string> = {
  'equal characters': 'a'.repeat(80_000),
  spaces: ' '.repeat(50_000),
  'only newlines': '\n'.repeat(20_000),
  'carriage returns': '\r'.repeat(20_000),
  'special tokens': '<|endoftext|><|im_start|>'.repeat(2_000),
  emoji: '👩‍👩‍👧😀🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(1_500),
  'rare characters': Array.from({ length: 20_000 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7) % 20_000)),
  ).join(''),
  'long lines': `${'word '.repeat(20_000)}\n`.repeat(3),
  'many lines': Array.from({ length: 12_000 }, (_, at) => `line ${at}`).join('\n'),
  'many empty lines and one word': `${'\n'.repeat(9_000)}word${'\n'.repeat(9_000)}`,
  'terminal escapes': '\u001b[31mred\u001b[0m\r'.repeat(3_000),
  minified: 'function(a,b){return a?b:{x:[1,2,3]}};'.repeat(2_000),
  'lone marks': '\u0300\u0301\u200b\ufeff'.repeat(5_000),
};
