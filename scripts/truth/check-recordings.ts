import { splitRecording, subjectOfRecording } from '../split/split-recording.ts';
import { checkView } from './check-view.ts';
import { liesIn } from './lies.ts';
import { mutations, seeded } from './mutations.ts';
import { readRawText } from './raw-text.ts';
import type { Checked, Statement } from './statement.ts';

export interface RecordedToolCall {
  name: string;
  tool: string;
  args: Readonly<Record<string, unknown>>;
  exitCode: number | null;
  bytes: Uint8Array;
}

export interface CheckedCall {
  name: string;
  /** The mutation that was applied; `null`: none. */
  mutation: string | null;
  statements: readonly Statement[];
}

/** Compares the statements of a call's view with its bytes. */
export async function checkCall(
  call: RecordedToolCall,
  mutation: string | null = null,
): Promise<CheckedCall> {
  const created = await viewOf(call);
  return { name: call.name, mutation, statements: created ? checkView(created.view, created.checked) : [] };
}

/** Whether the checker detects each false statement inserted into the call's view. */
export async function liesOf(call: RecordedToolCall): Promise<{ name: string; isSeen: boolean }[]> {
  const created = await viewOf(call);
  if (!created) return [];
  const { view, checked } = created;
  return liesIn(view).map((lie) => ({
    name: lie.name,
    isSeen: checkView(lie.view, checked).some(({ is }) => is === 'false'),
  }));
}

/** `null`: it is not text, or nothing was selected for it. */
async function viewOf({
  tool,
  args,
  exitCode,
  bytes,
}: RecordedToolCall): Promise<{ view: string; checked: Checked } | null> {
  const { text, kind } = await splitRecording({
    tool,
    args,
    exitCode,
    bytes,
    level: 'balanced',
    isSummarized: true,
  });
  if (['binary', 'image', 'displayed', 'verdict'].includes(kind)) return null;
  const { firstLine } = subjectOfRecording(tool, args, exitCode);
  return { view: text, checked: { raw: readRawText(bytes, firstLine), exitCode, kind } };
}

/** A call that never happened, the same for the same seed: one of the calls, changed in one way. */
export function mutatedCall(
  calls: readonly RecordedToolCall[],
  seed: number,
): { call: RecordedToolCall; mutation: string } {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const call = pick(calls);
  const other = pick(calls);
  const mutation = mutations[seed % mutations.length] as (typeof mutations)[number];
  const text = (of: RecordedToolCall) => Buffer.from(of.bytes).toString('utf8');
  const changed = mutation.change(text(call), text(other), random);
  return {
    call: {
      ...call,
      name: `${call.name}, ${mutation.name} (${other.name}), seed ${seed}`,
      bytes: Buffer.from(changed),
    },
    mutation: mutation.name,
  };
}
