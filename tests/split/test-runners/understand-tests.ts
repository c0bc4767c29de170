import { wholeTextBytes } from '#lib/split/digest.ts';
import { createResultReading } from '#lib/split/read-result.ts';
import type { Subject } from '#lib/split/summarizer.ts';
import { testRunners } from '#lib/split/test-runners/test-runners.ts';
import { cleanTerminalText } from '#lib/tools/clean-terminal-text.ts';
import { recording } from '#scripts/split/recordings.ts';

export interface UnderstoodTests {
  kind: string;
  verdict: string;
  facts: string[];
  /** What each fact says to be literal. */
  quotes: (readonly [fact: string, quoted: string])[];
  explainsFailure: boolean;
  faults: readonly unknown[];
}

interface Around extends Partial<Pick<Subject, 'type' | 'language' | 'tool'>> {
  command?: string;
  exitCode?: number;
  /** The text comes in pieces of so many characters. */
  pieceLength?: number;
}

/** What the test runners alone make of a text, whatever its length; `general` where it is none of theirs. */
export function understandTests(text: string, around: Around = {}): UnderstoodTests {
  const { command = 'make check', exitCode = 1, pieceLength = 64 * 1024, ...subject } = around;
  const reading = createResultReading(
    {
      tool: 'run_pty_cmd',
      args: { command },
      type: 'terminal',
      title: command,
      language: null,
      firstLine: 1,
      ...subject,
    },
    { head: text, tail: text.length > wholeTextBytes ? '' : text },
    testRunners,
  );
  for (let start = 0; start < text.length; start += pieceLength)
    reading.push(text.slice(start, start + pieceLength));
  const lineCount = text.split('\n').length - 1;
  const known = reading.finish({ exitCode, lineCount, byteLength: text.length, counts: null });
  const facts = known.sections.flatMap((section) => section.facts).toSorted((a, b) => a.rank - b.rank);
  return {
    kind: known.kind,
    verdict: known.verdict.join(', '),
    facts: facts.map((fact) => fact.text),
    quotes: facts.flatMap((fact) => (fact.quotes ?? []).map((quoted) => [fact.text, quoted] as const)),
    explainsFailure: known.explainsFailure,
    faults: known.faults,
  };
}

export async function understandRecording(name: string): Promise<UnderstoodTests> {
  const { text, command, exitCode } = recording(`test-runners/${name}`);
  return understandTests(await cleanTerminalText(text), { command, exitCode: exitCode ?? 0 });
}
