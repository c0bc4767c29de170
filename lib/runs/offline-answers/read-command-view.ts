import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { packSummary } from '#lib/split/pack.ts';
import { createResultReading } from '#lib/split/read-result.ts';
import { levelBudgets } from '#lib/split/split.ts';
import type { Understood } from '#lib/split/summary.ts';
import { readEnd } from '#lib/tools/describe-end.ts';
import { titleOfCommand } from '#lib/tools/title-of-command.ts';
import { type OfflineResult, textArgument } from './offline-result.ts';
import { factLines, readView, viewLinesOf } from './read-view.ts';

/** What a view says about a command that has ended. */
export interface CommandView {
  /** `exit 0`, `exit 139, segmentation fault`, `stopped after 60 s`; `null`: the view does not say. */
  outcome: string | null;
  /** Counts and similar words for the sentence about how it ended; may be empty. */
  verdict: string;
  /** Failures and other findings, most important first. */
  facts: string[];
  /** Its output, if that says more than the facts. */
  printed: string[];
  /** `null`: the view is complete, or the rest could not be stored. */
  artifactId: string | null;
  /** `false`: only people see the output. */
  isRead: boolean;
}

export function readCommandView(result: OfflineResult): CommandView {
  const view = readView(result.view, profileOf(result.toolName)?.audience === 'people');
  switch (view.kind) {
    case 'shown':
      return {
        ...readEnding(afterTitle(result, view.words, ', ')),
        ...view,
        facts: [],
        printed: [],
        isRead: false,
      };
    case 'summary':
      return {
        ...readEnding(afterTitle(result, view.firstLine, ': ')),
        artifactId: view.artifactId,
        facts: view.facts,
        printed: [],
        isRead: true,
      };
    case 'whole':
      return readWhole(result, view.text);
  }
}

/** The text after the title, which is cut for a long command; programs have no title that the model knows. */
function afterTitle(result: OfflineResult, line: string, separator: string): string {
  const title = titleOfCommand(textArgument(result, 'command'));
  if (title !== '' && line.startsWith(title + separator)) return line.slice(title.length + separator.length);
  const from = title === '' ? 0 : Math.max(0, line.indexOf(`…${separator}`));
  const start = /(?:: |, )(?=(?:exit \d|stopped))/g;
  start.lastIndex = from;
  const match = start.exec(line);
  return match ? line.slice(start.lastIndex) : line;
}

type Ending = Pick<CommandView, 'outcome' | 'verdict'>;

/** `exit 1; network is off: the call names no hosts, 2 failed, 3 passed` */
function readEnding(words: string): Ending {
  const outcome = readEnd(words);
  const [, notes = '', counts = ''] =
    /^((?:; [^,;\n]+)*)(?:, )?(.*)/.exec(words.slice(outcome?.length ?? 0)) ?? [];
  return {
    outcome,
    verdict: join(notes.replace(/^; /, ''), shareOfTests(counts)),
  };
}

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ');

/** `2 failed, 19 passed, in 0.1 s`: `2 of 21 tests, in 0.1 s`. */
const shareOfTests = (counts: string): string =>
  counts
    .replace(/^([\d,]+) failed, .*? of ([\d,]+) tests/, '$1 of $2 tests')
    .replace(
      /^([\d,]+) failed, ([\d,]+) passed(?=$|, in |, [\d,]+ lines)/,
      (_, failed: string, passed: string) =>
        `${failed} of ${(figureOf(failed) + figureOf(passed)).toLocaleString('en-US')} tests`,
    );

const figureOf = (text: string): number => Number(text.replaceAll(',', ''));

/**
 * Reads the whole output the way the split would have read it. The ending comes first only if the command
 * failed or printed nothing.
 */
function readWhole(result: OfflineResult, text: string): CommandView {
  const [firstLine = '', ...others] = text.split('\n');
  const isEmpty = firstLine.endsWith(noOutput) && others.length === 0;
  const ended = readEnding(isEnding(firstLine) ? firstLine.replace(noOutput, '') : 'exit 0');
  const base = { ...ended, artifactId: null, isRead: true, facts: [], printed: [] };
  if (isEmpty) return { ...base, verdict: join(base.verdict, 'it printed nothing') };
  const output = isEnding(firstLine) ? others.join('\n') : text;
  const understood = understand(result, output, ended.outcome);
  const saysItself =
    understood.kind === 'general' || (ended.outcome === 'exit 0' && understood.verdict.length === 0);
  if (saysItself) return { ...base, printed: viewLinesOf(output) };
  return {
    ...base,
    verdict: join(base.verdict, shareOfTests(understood.verdict.join(', '))),
    facts: factsOf(understood),
  };
}

const noOutput = ', no output';

/** Whether a line only says how the command ended. */
function isEnding(line: string): boolean {
  const end = readEnd(line);
  return end !== null && /^(?:; [^;\n]+)*$/.test(line.replace(noOutput, '').slice(end.length));
}

function understand(result: OfflineResult, output: string, outcome: string | null): Understood {
  const exitCode = Number(/^exit (\d+)/.exec(outcome ?? '')?.[1] ?? 1);
  const subject = {
    tool: result.toolName,
    args: result.arguments,
    type: 'terminal',
    title: titleOfCommand(textArgument(result, 'command')),
    language: null,
    firstLine: 1,
  } as const;
  const reading = createResultReading(subject, { head: output, tail: output });
  reading.push(output);
  const byteLength = Buffer.byteLength(output);
  return reading.finish({ exitCode, lineCount: viewLinesOf(output).length, byteLength, counts: null });
}

/** The facts as a view would state them. */
function factsOf(understood: Understood): string[] {
  const { text } = packSummary(
    understood,
    { firstLine: 'facts:', wayBack: '' },
    levelBudgets.balanced,
    aboutTokens,
  );
  return factLines(text.split('\n'));
}

/** This text is sent to nobody, so its tokens need not be exact. */
const aboutTokens = (text: string): number => text.length / 4;
