import { assembleDecision, type FilterDecision, type Word } from './bpf-program.ts';
import { examinedCalls } from './examined-calls.ts';
import { allow, kill, refuseWith } from './seccomp-answers.ts';
import { allowedCalls, type CallNumbers, refusedCalls } from './system-calls.ts';

const architectures = {
  x64: { audit: 0xc000_003e, column: 0 },
  arm64: { audit: 0xc000_00b7, column: 1 },
} as const;
type Architecture = keyof typeof architectures;

/** x86-64: calls of the x32 interface have this bit set, beside the number of the usual call. */
const x32Bit = 0x4000_0000;

const notPermitted = refuseWith(1);
const notImplemented = refuseWith(38);

const callWord: Word = { offset: 0 };
const architectureWord: Word = { offset: 4 };

/**
 * A seccomp program as `bwrap --seccomp` expects it. Calls that are known to be needed are allowed; all
 * others fail as not implemented. (That includes calls whose arguments are in memory, which a filter cannot
 * read, `clone3` and `openat2`: programs fall back to the older calls.) `null` for a processor whose call
 * numbers are not known here.
 */
export function buildSeccompFilter(architecture: string): Uint8Array | null {
  if (!isKnown(architecture)) return null;
  return assembleDecision({
    word: architectureWord,
    is: 'equal',
    operand: architectures[architecture].audit,
    yes: search(rangesOf(architecture)),
    // On another architecture the same numbers mean other calls.
    no: kill,
  });
}

const isKnown = (architecture: string): architecture is Architecture =>
  Object.hasOwn(architectures, architecture);

/** Calls from this number up to the next range. */
interface Range {
  from: number;
  decision: FilterDecision;
}

function rangesOf(architecture: Architecture): Range[] {
  const decisions = decisionsByNumber(architectures[architecture].column);
  const ranges: Range[] = [{ from: 0, decision: notImplemented }];
  const add = (range: Range) => {
    const last = ranges.at(-1);
    if (last?.decision === range.decision) return;
    if (last?.from === range.from) ranges.pop();
    ranges.push(range);
  };
  for (const [number, decision] of [...decisions].toSorted(([a], [b]) => a - b)) {
    add({ from: number, decision });
    if (!decisions.has(number + 1)) add({ from: number + 1, decision: notImplemented });
  }
  if (architecture === 'x64') add({ from: x32Bit, decision: kill });
  return ranges;
}

function decisionsByNumber(column: 0 | 1): Map<number, FilterDecision> {
  const decisions = new Map<number, FilterDecision>();
  const add = (numbers: CallNumbers, decision: FilterDecision) => {
    const number = numbers[column];
    if (number !== null) decisions.set(number, decision);
  };
  for (const numbers of allowedCalls.values()) add(numbers, allow);
  for (const numbers of refusedCalls.values()) add(numbers, notPermitted);
  for (const { numbers, decision } of Object.values(examinedCalls)) add(numbers, decision);
  return decisions;
}

/** Binary search over the ranges: about nine comparisons a call. */
function search(ranges: readonly Range[]): FilterDecision {
  const middle = ranges.length >> 1;
  const half = ranges[middle];
  if (half === undefined || middle === 0) return ranges[0]?.decision ?? notImplemented;
  return {
    word: callWord,
    is: 'atLeast',
    operand: half.from,
    yes: search(ranges.slice(middle)),
    no: search(ranges.slice(0, middle)),
  };
}
