import type { Telemetry } from 'ai';
import type { Activity, ReportedTokens } from '../core/activity.ts';

interface ReportedUsage {
  inputTokens: number | undefined;
  inputTokenDetails: { cacheReadTokens: number | undefined };
  outputTokens: number | undefined;
}

/**
 * Steps and model calls of a run, as the AI SDK's telemetry tells of them: of all that it tells, figures alone are taken. A
 * model call that is tried again is another one.
 */
export function watchSteps(run: Activity<'run'>, messageId: () => string) {
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
  /** What a tool call belongs to: what people allowed runs before the first step. */
  const current = (): Activity => step ?? run;
  return { telemetry, current };
}

const unknownTokens: ReportedTokens = { inputTokens: null, cachedTokens: null, outputTokens: null };

const tokensOf = ({ inputTokens, inputTokenDetails, outputTokens }: ReportedUsage): ReportedTokens => ({
  inputTokens: inputTokens ?? null,
  cachedTokens: inputTokenDetails.cacheReadTokens ?? null,
  outputTokens: outputTokens ?? null,
});
