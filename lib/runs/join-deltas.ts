import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type PartSink, type PartTransform, transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

type Delta = Extract<
  LanguageModelV4StreamPart,
  { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }
>;

/**
 * A model whose words come joined if they arrived together. A raw chunk may overtake them; it is only looked at for
 * usage.
 */
export const joinDeltas = (model: LanguageModelV4): LanguageModelV4 =>
  wrapModel(model, async (options) => {
    const result = await model.doStream(options);
    return { ...result, stream: transformParts(result.stream, join()) };
  });

function join(): PartTransform {
  let joined: Delta | null = null;
  let sending: NodeJS.Immediate | null = null;

  const send = (sink: PartSink) => {
    if (sending !== null) clearImmediate(sending);
    sending = null;
    if (joined === null) return;
    const part = joined;
    joined = null;
    sink.enqueue(part);
  };

  return {
    transform(part, sink) {
      if (part.type === 'raw') return sink.enqueue(part);
      if (!isDelta(part)) {
        send(sink);
        return sink.enqueue(part);
      }
      if (joined !== null && continues(part, joined)) {
        joined = { ...joined, delta: joined.delta + part.delta };
        return;
      }
      send(sink);
      joined = part;
      // What arrived in one piece has passed the stages before this one by then.
      sending = setImmediate(send, sink);
    },
    flush: send,
  };
}

const isDelta = (part: LanguageModelV4StreamPart): part is Delta =>
  part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'tool-input-delta';

const continues = (part: Delta, before: Delta): boolean =>
  part.type === before.type && part.id === before.id && part.providerMetadata === undefined;
