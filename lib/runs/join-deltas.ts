import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type DeltaPart, isDeltaPart } from './delta-part.ts';
import { type PartSink, type PartTransform, transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

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
  let joined: DeltaPart | null = null;
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
      if (!isDeltaPart(part)) {
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

const continues = (part: DeltaPart, before: DeltaPart): boolean =>
  part.type === before.type && part.id === before.id && part.providerMetadata === undefined;
