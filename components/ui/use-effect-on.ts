import { type DependencyList, type EffectCallback, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Runs an effect once, and again whenever one of `triggers` changes. What else it reads is up to date, but
 * does not run it: for effects that are events.
 */
export function useEffectOn(triggers: DependencyList, effect: EffectCallback): void {
  const run = useEffectEvent(effect);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what runs it
  useEffect(() => run(), triggers);
}

/** The same before the browser paints. */
export function useLayoutEffectOn(triggers: DependencyList, effect: EffectCallback): void {
  const run = useEffectEvent(effect);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what runs it
  useLayoutEffect(() => run(), triggers);
}
