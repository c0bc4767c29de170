'use client';

import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { whenIdle } from './when-idle.ts';

/** A component whose code is not among the scripts of the page. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads its code, once; for the moment before it is likely to be shown. */
  preload: () => void;
}

type Code<Props> =
  | { state: 'loading' }
  | { state: 'ready'; Component: ComponentType<Props> }
  | { state: 'failed'; error: unknown };

/**
 * Loads a component's code when it is first shown, or preloaded. Until then it shows `Fallback`, with the same props, and on the server
 * it always does. Not `lazy` of React: that holds a fallback which was shown for 300 ms, however soon the code is there.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = ShowsNothing,
): LazyComponent<Props> {
  const loading: Code<Props> = { state: 'loading' };
  let code: Code<Props> = loading;
  let isAsked = false;
  const listeners = new Set<() => void>();
  const settle = (next: Code<Props>) => {
    code = next;
    for (const listener of listeners) listener();
  };
  const preload = () => {
    if (isAsked) return;
    isAsked = true;
    load().then(
      (Component) => settle({ state: 'ready', Component }),
      (error: unknown) => {
        isAsked = false;
        // A preload that failed is tried again when the component is shown.
        if (listeners.size > 0) settle({ state: 'failed', error });
      },
    );
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    preload();
    return () => listeners.delete(listener);
  };
  function Lazy(props: Props) {
    const current = useSyncExternalStore(
      subscribe,
      () => code,
      () => loading,
    );
    if (current.state === 'failed') throw current.error;
    return current.state === 'ready' ? <current.Component {...props} /> : <Fallback {...props} />;
  }
  return Object.assign(Lazy, { preload });
}

/** A lazy component that opens over the page: until `isOpen` for the first time it is neither rendered nor loaded. */
export function lazyPopup<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Popup = lazyComponent<Props>(async () => {
    const Loaded = await load();
    return function Entering(props: Props) {
      // Rendered closed first, since what is open from the start has no transition.
      const [isClosed, setIsClosed] = useState(true);
      useLayoutEffect(() => setIsClosed(false), []);
      return <Loaded {...props} isOpen={props.isOpen && !isClosed} />;
    };
  });
  function WhenOpened(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    if (props.isOpen && !wasOpened) setWasOpened(true);
    return wasOpened && <Popup {...props} />;
  }
  return Object.assign(WhenOpened, { preload: Popup.preload });
}

/** For the button that opens it: the code is on its way when somebody is about to press. */
export const preloadOnApproach = ({ preload }: { preload: () => void }) => ({
  onPointerEnter: preload,
  onFocus: preload,
});

/** For what is likely to be shown at some time. @param preload the same at each render */
export const usePreload = (preload: () => void): void => useEffect(() => whenIdle(preload), [preload]);

const ShowsNothing = () => null;
