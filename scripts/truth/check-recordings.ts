import { splitRecording, subjectOfRecording } from '../split/split-recording.ts';
import { checkView, type Statement } from './check-view.ts';
import { mutations, seeded } from './mutations.ts';
import { readRawText } from './raw-text.ts';

export interface RecordedCall {
  name: string;
  tool: string;
  args: Readonly<Record<string, unknown>>;
  exitCode: number | null;
  bytes: Uint8Array;
}

export interface CheckedCall {
  name: string;
  /** What was done to it; `null`: nothing. */
  mutation: string | null;
  statements: readonly Statement[];
}

/** What a view of the call states, held against its bytes. */
export async function checkCall(call: RecordedCall, mutation: string | null = null): Promise<CheckedCall> {
  const { name, tool, args, exitCode, bytes } = call;
  const view = await splitRecording({ tool, args, exitCode, bytes, level: 'balanced', isSummarized: true });
  const { firstLine } = subjectOfRecording(tool, args, exitCode);
  const isText = !['binary', 'image', 'displayed', 'verdict'].includes(view.kind);
  const raw = readRawText(bytes, firstLine);
  return {
    name,
    mutation,
    statements: isText ? checkView(view.text, { raw, exitCode, kind: view.kind }) : [],
  };
}

/** A call that never was, the same for the same seed: one of the calls, changed in one way. */
export function mutatedCall(
  calls: readonly RecordedCall[],
  seed: number,
): { call: RecordedCall; mutation: string } {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const call = pick(calls);
  const other = pick(calls);
  const mutation = mutations[seed % mutations.length] as (typeof mutations)[number];
  const text = (of: RecordedCall) => Buffer.from(of.bytes).toString('utf8');
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
