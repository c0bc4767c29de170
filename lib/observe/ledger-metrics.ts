import { Counter, Gauge, type Registry } from 'prom-client';
import type { LedgerEntry, StepEntry } from '../core/vocabulary/ledger/ledger.ts';
import { noSums, partsOf } from '../core/vocabulary/ledger/sums.ts';

interface Labels {
  tools: readonly string[];
  toolOf(name: string): string;
  modelOf(name: string): string;
}

const mirrors =
  'Mirrors the entries of the ledger as this process writes them; the ledger itself is the truth.';

/** Counts each ledger entry as it is written, by the same rules as the ledger's sums. */
export function createLedgerMetrics(registry: Registry, { tools, toolOf, modelOf }: Labels) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `vitrine_${name}`, help: `${help} ${mirrors}`, labelNames, registers });
  const signed = (name: string, help: string) =>
    new Gauge({ name: `vitrine_${name}`, help: `${help} ${mirrors}`, labelNames: ['tool'], registers });

  const steps = counter('steps_total', 'Model calls that were answered.', ['model']);
  const modelTokens = counter(
    'model_tokens_total',
    'Tokens as the provider reports them: `input`, `cached` (the part of the input read from its cache), `output`. What it does not report is not counted.',
    ['model', 'kind'],
  );
  const unreported = counter(
    'model_usage_unreported_total',
    'Model calls whose input or output the provider did not report.',
    ['model'],
  );
  const calls = counter('tool_calls_total', 'Tool calls that were recorded.', ['tool', 'result']);
  const fullTokens = counter('tool_full_tokens_total', 'Tokens of the full texts of successful calls.', [
    'tool',
  ]);
  const sentTokens = counter('tool_sent_tokens_total', 'Tokens that the model was sent of them.', ['tool']);
  const withheld = signed(
    'tool_withheld_tokens',
    'Full less sent, summed since the start. It may fall: a view can be longer than its text.',
  );
  const avoided = signed(
    'tool_avoided_tokens',
    'The same with each full text capped at what a plain host would have admitted.',
  );
  const recalls = counter(
    'recalls_total',
    'Times the model came back for more of a result, by the tool that made it.',
    ['tool'],
  );
  const takenBack = counter(
    'tool_calls_taken_back_total',
    'Calls whose figures were taken back, since their process ended before anybody was told of them.',
    ['tool'],
  );
  for (const tool of tools) {
    for (const result of ['success', 'failure']) calls.inc({ tool, result }, 0);
    for (const one of [fullTokens, sentTokens, recalls]) one.inc({ tool }, 0);
    for (const one of [withheld, avoided]) one.set({ tool }, 0);
  }

  /**
   * Counts by the rule of the ledger's sums. A reversed call was counted when it was recorded: counters never
   * fall.
   */
  function recordedCall(entry: Exclude<LedgerEntry, StepEntry>): void {
    for (const part of partsOf(entry, 'tool')) {
      const tool = toolOf(part.key);
      const sums = { ...noSums(), ...part.sums };
      withheld.inc({ tool }, sums.fullTokens - sums.sentTokens);
      avoided.inc({ tool }, sums.avoidedTokens);
      if (entry.kind === 'reversal') {
        takenBack.inc({ tool }, sums.failedCalls);
        continue;
      }
      calls.inc({ tool, result: 'failure' }, sums.failedCalls);
      calls.inc({ tool, result: 'success' }, sums.calls - sums.failedCalls);
      fullTokens.inc({ tool }, sums.fullTokens);
      sentTokens.inc({ tool }, sums.sentTokens);
      recalls.inc({ tool }, sums.recalls);
    }
  }

  function recordedStep({ model: name, usage }: StepEntry): void {
    const model = modelOf(name);
    const { inputTokens, cacheReadTokens, outputTokens } = usage;
    steps.inc({ model });
    if (inputTokens === null || outputTokens === null) unreported.inc({ model });
    for (const [kind, tokens] of [
      ['input', inputTokens],
      ['cached', cacheReadTokens],
      ['output', outputTokens],
    ] as const) {
      if (tokens !== null) modelTokens.inc({ model, kind }, tokens);
    }
  }

  return {
    recorded: (entry: LedgerEntry) => (entry.kind === 'step' ? recordedStep(entry) : recordedCall(entry)),
  };
}
