'use client';

import {
  type ComponentType,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { createLazyCode } from './lazy-code.ts';
import { whenIdle } from './when-idle.ts';

/** A component whose code is not among the scripts of the page. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads its code, once; for the moment before it is likely to be shown. */
  preload: () => void;
}

/**
 * Loads a component's code when it is first shown, or preloaded. Until then it shows `Fallback`, with the same props, and on the server
 * it always does. Not `lazy` of React: that holds a fallback which was shown for 300 ms, however soon the code is there.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = ShowsNothing,
): LazyComponent<Props> {
  const code = createLazyCode(load);
  function Lazy(props: Props) {
    const Component = useSyncExternalStore(code.subscribe, code.read, readNothing);
    return Component ? <Component {...props} /> : <Fallback {...props} />;
  }
  return Object.assign(Lazy, { preload: code.preload });
}

/**
 * A lazy component that the server renders, as the content of a `div`. The browser leaves there what the server sent until it has the
 * code; what comes later by itself is empty until then. Not within `Suspense`: of a long page the server would send placeholders first.
 */
export function lazyContent<Props extends object>(
  className: string,
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const code = createLazyCode(load);
  function Lazy(props: Props) {
    const rendered = isServer ? (code.read() ?? use(code.loaded())) : null;
    const Component = useSyncExternalStore(code.subscribe, code.read, () => rendered);
    if (!Component) {
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no HTML is set; it has React leave alone what is there.
      return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
    }
    return (
      <div className={className}>
        <Component {...props} />
      </div>
    );
  }
  return Object.assign(Lazy, { preload: code.preload });
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

const isServer = typeof window === 'undefined';
const readNothing = () => null;
const ShowsNothing = () => null;
