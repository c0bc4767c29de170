import { ranks, type Section } from '../facts.ts';
import type { Finding, Findings } from '../general/finding.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Ending, Evidence, ReadInside, Subject, Summarizer } from '../summarizer.ts';
import type { Understood } from '../summary.ts';
import { type ContentBlocks, createContentBlocks } from './content-blocks.ts';
import { describeShape } from './describe-shape.ts';
import { createJsonScanner } from './json-scanner.ts';
import { jsonStart } from './json-start.ts';
import { looksLikePaths } from './looks-like-paths.ts';
import { createTextPrint } from './text-print.ts';
import { createValuePrint } from './value-print.ts';

/**
 * The result of an MCP tool: its text is summarized by its own kind, and only once, even if the result
 * repeats it.
 */
export const summarizeMcp: Summarizer = {
  kind: 'mcp',
  covers: 'all',
  recognise({ type, head }) {
    if (type !== 'json' || !head.trimStart().startsWith('{')) return null;
    return /"content"\s{0,20}:\s{0,20}\[\s{0,20}\{\s{0,20}"/.test(head) && blockType.test(head)
      ? 'named'
      : null;
  },
  read(evidence, readInside) {
    const text = createInnerText(evidence, readInside);
    const blocks = createContentBlocks((piece) => text.push(piece));
    const scanner = createJsonScanner(blocks);
    return {
      text: (piece) => scanner.push(piece),
      finish(ending) {
        const end = scanner.finish();
        if (end.state === 'broken' || blocks.textCount + blocks.otherCount === 0) return null;
        const inner = blocks.textCount === 0 ? null : text.finish(ending);
        return {
          kind: inner && inner.summary.kind !== 'general' ? inner.summary.kind : 'mcp',
          verdict: [
            ...(blocks.isError ? ['error'] : []),
            ...(inner?.verdict ?? []),
            ...(blocks.otherCount > 0 ? [plural(blocks.otherCount, 'other block')] : []),
            ...(end.state === 'whole' ? [] : ['cut off']),
          ],
          statesSize: true,
          sections: [
            ...(inner?.summary.sections ?? []).map(asInner),
            otherSection(blocks),
            ...structuredSections(blocks, inner?.isSame ?? (() => false)),
          ],
          explainsFailure: blocks.isError || inner?.summary.explainsFailure === true,
          ...(inner && { findings: findingsInside(inner.summary.findings) }),
        };
      },
    };
  },
};

/** Line numbers and quotes of the inner text do not match the JSON around it, so they are dropped. */
const asInner = (section: Section): Section => ({
  ...section,
  facts: section.facts.map(({ rank, text }) => ({ rank, text })),
});

/** A finding that needs another comes after it. */
function findingsInside(inner: Findings): Findings {
  const created = new Map<Finding, Finding>();
  for (const finding of inner.all) {
    const { line: _, quotes: __, needs, ...rest } = finding;
    created.set(finding, { ...rest, needs: needs && (created.get(needs) ?? null) });
  }
  return { ...inner, all: [...created.values()] };
}

const blockType = /"type"\s{0,20}:\s{0,20}"(?:text|image|audio|resource|resource_link)"/;

interface InnerText {
  push(piece: string): void;
  finish(ending: Ending): {
    summary: Understood;
    verdict: readonly string[];
    isSame(structured: NonNullable<ContentBlocks['structured']>): boolean;
  };
}

const headCharacters = 32 * 1024;

/** Reads the text of all blocks as a result of its own. */
function createInnerText(evidence: Evidence, readInside: ReadInside): InnerText {
  /** Text not read yet, so that many short blocks are read together. */
  let waiting = '';
  let reading: ReturnType<ReadInside> | null = null;
  let isJson = false;
  let lineEnds = 0;
  let byteLength = 0;
  let last = '';
  const print = createTextPrint();
  const value = createValuePrint();
  const readWaiting = () => {
    isJson = reading === null ? jsonStart.test(waiting.slice(0, 300)) : isJson;
    reading ??= readInside(subjectInside(evidence, waiting), waiting);
    reading.push(waiting);
    if (isJson) value.push(waiting);
    print.push(waiting);
    lineEnds += countLineEnds(waiting);
    byteLength += waiting.length;
    last = waiting.at(-1) ?? last;
    waiting = '';
    return reading;
  };
  return {
    push(piece) {
      waiting += piece;
      if (waiting.length > headCharacters) readWaiting();
    },
    finish(ending) {
      const read = readWaiting();
      const lineCount = lineEnds + (last === '\n' ? 0 : 1);
      const summary = read.finish({ ...ending, lineCount, byteLength, counts: null });
      return {
        summary,
        verdict: [
          ...(summary.kind === 'general' ? [] : summary.verdict),
          ...(summary.statesSize ? [] : [plural(lineCount, 'line')]),
        ],
        isSame: (structured) =>
          structured.longestText === print.value ||
          (isJson && value.finish() === structured.shape.fingerprint),
      };
    },
  };
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let offset = text.indexOf('\n'); offset !== -1; offset = text.indexOf('\n', offset + 1)) count += 1;
  return count;
}

/**
 * What a call's arguments and the first lines reveal about its text: a file that was read, a command that
 * ran, a list of files.
 */
function subjectInside({ tool, args, title }: Evidence, text: string): Subject {
  const input = { ...args, ...(isRecord(args.arguments) ? args.arguments : {}) };
  const path = typeof input.path === 'string' ? input.path : null;
  const isFile = path !== null && /read|cat|get_file|file_contents/i.test(title);
  return {
    tool,
    args: input,
    type: isFile
      ? 'file'
      : jsonStart.test(text.slice(0, 300))
        ? 'json'
        : looksLikePaths(text)
          ? 'tree'
          : 'text',
    title: path ?? title,
    language: null,
    firstLine: 1,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function otherSection({ others, otherCount }: ContentBlocks): Section {
  const facts = others.map((text, index) => ({ rank: ranks.lead + index, text: quote(text, 160) }));
  return { heading: null, noun: 'other block', total: otherCount, layout: 'lines', facts };
}

function structuredSections(
  { structured }: ContentBlocks,
  isSame: (structured: NonNullable<ContentBlocks['structured']>) => boolean,
): Section[] {
  if (!structured) return [];
  const isKnown = isSame(structured);
  const head = isKnown ? 'structuredContent: the same' : 'structuredContent:';
  const result: Section = {
    heading: null,
    noun: null,
    total: 1,
    layout: 'lines',
    facts: [{ rank: ranks.lead + 6, text: head }],
  };
  return isKnown ? [result] : [result, ...describeShape(structured.shape)];
}
