import type { Telemetry } from 'ai';
import type { Activity, ReportedTokens } from '../core/vocabulary/activity.ts';

interface ReportedUsage {
  inputTokens: number | undefined;
  inputTokenDetails: { cacheReadTokens: number | undefined };
  outputTokens: number | undefined;
}

/**
 * Steps and model calls of a run, from the AI SDK's telemetry: only figures are used. A retried model call
 * counts as another one.
 */
export function watchSteps(run: Activity<'run' | 'agent'>, messageId: () => string) {
  let step: Activity<'step'> | null = null;
  let call: Activity<'model_call'> | null = null;
  let steps = 0;
  const failCall = () => {
    call?.end({ outcome: 'failed', usage: unknownTokens });
    call = null;
  };
  const end = (outcome: 'completed' | 'failed') => {
    step?.end({ outcome });
    step = null;
  };
  const telemetry: Telemetry = {
    onStepStart() {
      steps += 1;
      step = run.begin('step', { number: steps, messageId: messageId() });
    },
    onLanguageModelCallStart({ modelId }) {
      failCall();
      call = (step ?? run).begin('model_call', { model: modelId });
    },
    onLanguageModelCallEnd({ usage }) {
      call?.end({ outcome: 'completed', usage: tokensOf(usage) });
      call = null;
    },
    onStepEnd: () => end('completed'),
    onStepError() {
      failCall();
      end('failed');
    },
  };
  /** The parent of a tool call: approved calls run before the first step. */
  const current = (): Activity => step ?? run;
  return { telemetry, current };
}

const unknownTokens: ReportedTokens = { inputTokens: null, cachedTokens: null, outputTokens: null };

const tokensOf = ({ inputTokens, inputTokenDetails, outputTokens }: ReportedUsage): ReportedTokens => ({
  inputTokens: inputTokens ?? null,
  cachedTokens: inputTokenDetails.cacheReadTokens ?? null,
  outputTokens: outputTokens ?? null,
});
