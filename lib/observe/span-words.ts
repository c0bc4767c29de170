import type { ActivityKind, BeginOf } from '../core/vocabulary/activity.ts';
import type { Ended, Ids } from './observer.ts';

type Value = string | number | boolean | null;
/** Attributes that are `null` are left out. */
export type Attributes = Record<string, Value>;

interface Words {
  name: string;
  /** A request to another service. */
  isClient?: boolean;
  attributes: Attributes;
}

/**
 * Span name and attributes of an activity: those of https://opentelemetry.io/docs/specs/semconv/gen-ai/ where
 * they exist, else our own (`vitrine.`).
 */
export function spanWords<K extends ActivityKind>(kind: K, begun: BeginOf[K], ids: Ids): Words {
  const { name, isClient = false, attributes } = wordsOf[kind](begun);
  const common = {
    'gen_ai.conversation.id': ids.conversationId ?? null,
    'vitrine.run.id': ids.runId ?? null,
    'vitrine.message.id': ids.messageId ?? null,
  };
  return { name, isClient, attributes: { ...common, ...attributes } };
}

const wordsOf: { [K in ActivityKind]: (begun: BeginOf[K]) => Words } = {
  run: ({ model }) => ({
    name: 'invoke_agent vitrine',
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'vitrine',
      'gen_ai.request.model': model,
    },
  }),
  step: ({ number }) => ({ name: `step ${number}`, attributes: { 'vitrine.step.number': number } }),
  model_call: ({ model }) => ({
    name: `chat ${model}`,
    isClient: true,
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model },
  }),
  tool_call: ({ tool, toolCallId, level, isRerun }) => ({
    name: `execute_tool ${tool}`,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': toolCallId.slice(0, 64),
      'gen_ai.tool.type': 'function',
      'vitrine.split.level': level,
      'vitrine.is_rerun': isRerun,
    },
  }),
  agent: ({ agent, model, depth }) => ({
    name: `invoke_agent ${agent}`,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'gen_ai.request.model': model,
      'vitrine.agent.depth': depth,
    },
  }),
  split: ({ tool, level }) => ({
    name: `split ${tool}`,
    attributes: { 'gen_ai.tool.name': tool, 'vitrine.split.level': level },
  }),
};

/** Attributes that are known when the activity ends. */
export function endWords(activity: Ended): { isFailed: boolean; attributes: Attributes } {
  const { kind, ended } = activity;
  if (ended === null) return { isFailed: true, attributes: { 'vitrine.outcome': 'broken_off' } };
  if (kind === 'split') {
    const { summarizer, relation } = ended;
    return {
      isFailed: false,
      attributes: { 'vitrine.split.summarizer': summarizer, 'vitrine.split.relation': relation },
    };
  }
  const outcome = { 'vitrine.outcome': ended.outcome };
  const isFailed = ended.outcome === 'failed' || ended.outcome === 'failure';
  if (kind === 'model_call') {
    const { inputTokens, cachedTokens, outputTokens } = ended.usage;
    return {
      isFailed,
      attributes: {
        ...outcome,
        'gen_ai.usage.input_tokens': inputTokens,
        'gen_ai.usage.cache_read.input_tokens': cachedTokens,
        'gen_ai.usage.output_tokens': outputTokens,
      },
    };
  }
  if (kind !== 'tool_call') return { isFailed, attributes: outcome };
  return {
    isFailed,
    attributes: {
      ...outcome,
      'vitrine.tokens.full': ended.fullTokens,
      'vitrine.tokens.full_estimated': ended.isEstimated,
      'vitrine.tokens.sent': ended.sentTokens,
      'vitrine.split.summarizer': ended.summarizer,
    },
  };
}
