import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { ModelSilentError } from './run-failure.ts';
import { type PartTransform, transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

/**
 * A model that fails when its server sends nothing for `silenceMs`. The timer only runs while waiting for the
 * model, so a tool may take as long as it needs.
 */
export function guardSilence(model: LanguageModelV4, silenceMs: number): LanguageModelV4 {
  return wrapModel(model, async (options) => {
    const silent = new AbortController();
    const error = new ModelSilentError(
      `The model sent nothing for ${Math.round(silenceMs / 1000)} s, so the call was ended. Try again.`,
    );
    const timer = setTimeout(() => silent.abort(error), silenceMs).unref();
    const stop = () => clearTimeout(timer);
    const listenOn = () => void timer.refresh();
    try {
      const result = await model.doStream(withSignal(options, silent.signal));
      listenOn();
      return { ...result, stream: transformParts(result.stream, listen(listenOn, stop, silent.signal)) };
    } catch (failure) {
      stop();
      throw silent.signal.aborted ? error : failure;
    }
  });
}

function withSignal(options: LanguageModelV4CallOptions, signal: AbortSignal): LanguageModelV4CallOptions {
  const { abortSignal } = options;
  return { ...options, abortSignal: abortSignal ? AbortSignal.any([abortSignal, signal]) : signal };
}

function listen(listenOn: () => void, stop: () => void, silent: AbortSignal): PartTransform {
  return {
    start(sink) {
      silent.addEventListener('abort', () => sink.error(silent.reason), { once: true });
    },
    transform(part, sink) {
      if (part.type === 'finish') stop();
      else listenOn();
      sink.enqueue(part);
    },
    flush: () => stop(),
  };
}
