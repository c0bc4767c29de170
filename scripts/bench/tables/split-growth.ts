import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { levelBudgets, split } from '#lib/split/split.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { createTextIngest } from '#lib/tools/text-ingest.ts';
import { sampleArtifactId, subjectOfRecording } from '#scripts/split/split-recording.ts';
import type { Bench } from '../bench.ts';
import type { Report, ReportRow } from '../report.ts';

const megabyte = 1_000_000;
const chunkBytes = 64 * 1024;
/** How much more time a MB of the largest output may take than one of the smallest. */
const goalGrowth = 1.5;
const goalHeapMegabytes = 64;

interface Growing {
  name: string;
  tool: string;
  args: Record<string, unknown>;
  exitCode: number;
  line(at: number): string;
}

const kinds: readonly Growing[] = [
  {
    name: 'log',
    tool: 'run_pty_cmd',
    args: { command: './serve' },
    exitCode: 1,
    line: (at) =>
      `2026-03-0${1 + (at % 9)}T10:${String(at % 60).padStart(2, '0')}:00Z ${at % 97 === 0 ? 'ERROR' : 'INFO'} request ${at} to /items/${at % 1_000} took ${at % 300} ms\n`,
  },
  {
    name: 'tests',
    tool: 'run_pty_cmd',
    args: { command: 'python -m pytest -v' },
    exitCode: 1,
    line: (at) =>
      `tests/test_${at % 400}.py::test_case_${at} ${at % 5_000 === 77 ? 'FAILED' : 'PASSED'}          [ ${at % 100}%]\n`,
  },
  {
    name: 'matches',
    tool: 'grep_file',
    args: { pattern: 'needle' },
    exitCode: 0,
    line: (at) =>
      `src/part-${at % 900}/file-${at % 7_000}.ts:${1 + (at % 500)}:  const needle${at} = find(needle, ${at});\n`,
  },
  {
    name: 'JSON lines',
    tool: 'mcp_result',
    args: { tool: 'rows' },
    exitCode: 0,
    line: (at) =>
      `{"id":${at},"name":"row ${at}","status":"${at % 7 === 0 ? 'failed' : 'done'}","ms":${at % 900}}\n`,
  },
];

/** Time, view and memory as an output grows, streamed like a command's output. */
export async function measureSplitGrowth({ isQuick }: Bench): Promise<Report> {
  const sizes = isQuick ? [1, 8] : [1, 4, 16, 100];
  const { count } = await loadTokenizer();
  const rows: ReportRow[] = [];
  for (const kind of kinds) {
    await measure(kind, 1, count);
    const measured: Measured[] = [];
    for (const size of sizes) measured.push(await measure(kind, size, count));
    const [first] = measured;
    for (const [index, { milliseconds, viewTokens, heapMegabytes }] of measured.entries()) {
      const size = sizes[index] ?? 0;
      const perMegabyte = milliseconds / size;
      const isLast = index === sizes.length - 1;
      rows.push({
        cells: [
          `${kind.name}, ${size} MB`,
          perMegabyte.toFixed(1),
          String(viewTokens),
          heapMegabytes.toFixed(0),
        ],
        isMet: isLast
          ? perMegabyte <= goalGrowth * ((first?.milliseconds ?? 0) / (sizes[0] ?? 1)) &&
            heapMegabytes <= goalHeapMegabytes &&
            viewTokens <= levelBudgets.balanced.tokens
          : null,
      });
    }
  }
  return {
    title: 'Growth: an output streamed in pieces of 64 KiB, from bytes to view',
    method:
      'decoded, cleaned, secrets masked, recognised, summarised, packed, one core; heap: the most over what was there before, read between the pieces after a collection where it can be forced',
    goal: `a MB of the largest at most ${goalGrowth}x the smallest's time; view within its budget; heap at most ${goalHeapMegabytes} MB more`,
    columns: ['what', 'ms/MB', 'view tokens', 'heap MB'],
    rows,
  };
}

interface Measured {
  milliseconds: number;
  viewTokens: number;
  heapMegabytes: number;
}

async function measure(
  { tool, args, exitCode, line }: Growing,
  megabytes: number,
  count: (text: string) => number,
): Promise<Measured> {
  const subject = subjectOfRecording(tool, args, exitCode);
  const secrets = { known: [], names: createSecretNames() };
  const ingest = createTextIngest(subject, () => createSecretMasker(secrets).mask);
  const idle = heapUsed();
  let max = idle;
  let milliseconds = 0;
  let created = 0;
  let bytes = 0;
  while (bytes < megabytes * megabyte) {
    const lines: string[] = [];
    for (let length = 0; length < chunkBytes; created += 1) {
      const next = line(created);
      lines.push(next);
      length += next.length;
    }
    const chunk = Buffer.from(lines.join(''));
    bytes += chunk.length;
    const start = performance.now();
    await ingest.push(chunk);
    milliseconds += performance.now() - start;
    if (created % 50_000 < 700) max = Math.max(max, heapUsed());
  }
  const start = performance.now();
  const text = await ingest.finish();
  const full = {
    ...text,
    ...subject,
    counts: null,
    outcome: `exit ${exitCode}`,
    fullTokens: null,
    understood: await text.understand({ exitCode, counts: null }),
  };
  const view = split(full, {
    level: 'balanced',
    budgetTokens: null,
    widened: new Map(),
    canRecall: true,
    artifactId: sampleArtifactId,
    count,
  });
  milliseconds += performance.now() - start;
  max = Math.max(max, heapUsed());
  return { milliseconds, viewTokens: count(view.text), heapMegabytes: (max - idle) / megabyte };
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
