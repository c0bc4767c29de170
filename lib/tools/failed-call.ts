import { limits } from '../core/limits.ts';
import { countTokens } from '../split/count-tokens.ts';
import { tokenizerName } from '../split/tokenizer.ts';
import type { ToolCallOutcome } from './tool-call.ts';

/** The outcome of a call without a result. The error is the text the model reads: bounded, and complete. */
export async function failedCall(toolCallId: string, error: string): Promise<ToolCallOutcome> {
  const message = error.slice(0, limits.toolErrorCharacters).toWellFormed();
  const tokens = await countTokens(message);
  return {
    toolCallId,
    success: false,
    resultType: 'failure',
    result: { content: message },
    error: { message },
    durationMs: 0,
    toolTelemetry: {
      artifactId: null,
      type: null,
      title: null,
      lineCount: null,
      byteLength: null,
      summarizer: null,
      fullTokens: tokens,
      sentTokens: tokens,
      tokenizer: tokenizerName,
      relation: 'equal',
    },
  };
}
