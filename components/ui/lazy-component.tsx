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
import { ErrorBoundary } from './error-boundary.tsx';
import { createLazyCode } from './lazy-code.ts';
import { PartBoundary } from './part-boundary.tsx';
import { whenIdle } from './when-idle.ts';

/** A component whose code is not in the page's initial scripts. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads its code, once; call it when the component is likely to be shown soon. */
  preload: () => void;
}

/**
 * Loads a component's code when the component is first shown or preloaded. Until then, and always on the
 * server, `Fallback` is shown with the same props. Not React's `lazy`: once `Suspense` shows a fallback,
 * React keeps it for 300 ms, however soon the code arrives.
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
 * A lazy component that the server renders, as the content of a `div`. While the page hydrates without the
 * code, the server's HTML stays in place; an instance added later shows its `Fallback`; the component takes
 * over when the code arrives. Not `Suspense`: from some 12 KB on, React's server sends its fallback first and
 * the content at the end of the page, so text would be missing for a moment.
 */
export function lazyContent<Props extends object>(
  className: string,
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
): LazyComponent<Props> {
  const code = createLazyCode(load);
  function Lazy(props: Props) {
    const rendered = isServer ? (code.read() ?? use(code.loaded())) : null;
    const Component = useSyncExternalStore(code.subscribe, code.read, () => rendered);
    const [wasHydrated] = useState(useIsHydrating());
    if (!Component && wasHydrated) {
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sets no HTML: React leaves the server-rendered content in place
      return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
    }
    return <div className={className}>{Component ? <Component {...props} /> : <Fallback {...props} />}</div>;
  }
  return Object.assign(Lazy, { preload: code.preload });
}

/**
 * A lazy component that stands by itself: if it cannot be shown, it says so, and the rest of the page works.
 * `lazyComponent` throws instead, for an error boundary around it that has something better to show.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
): LazyComponent<Props> {
  const Content = lazyComponent(load, Fallback);
  const Part = (props: Props) => (
    <PartBoundary>
      <Content {...props} />
    </PartBoundary>
  );
  return Object.assign(Part, { preload: Content.preload });
}

/**
 * A lazy component that the page is complete without: where its code does not come, its `Fallback` stays, and it is
 * tried again when the next one is shown.
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = ShowsNothing,
): LazyComponent<Props> {
  const Content = lazyComponent(load, Fallback);
  const Extra = (props: Props) => (
    <ErrorBoundary fallback={() => <Fallback {...props} />}>
      <Content {...props} />
    </ErrorBoundary>
  );
  return Object.assign(Extra, { preload: Content.preload });
}

/**
 * A lazy component that opens over the page. It is neither rendered nor loaded until `isOpen` is first true.
 */
export function lazyPopup<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Popup = lazyComponent<Props>(async () => {
    const Loaded = await load();
    return function Entering(props: Props) {
      // Rendered closed first: a popup that mounts open has no opening transition.
      const [isClosed, setIsClosed] = useState(true);
      useLayoutEffect(() => setIsClosed(false), []);
      return <Loaded {...props} isOpen={props.isOpen && !isClosed} />;
    };
  });
  function WhenOpened(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    if (props.isOpen && !wasOpened) setWasOpened(true);
    return (
      wasOpened && (
        <PartBoundary popup={props}>
          <Popup {...props} />
        </PartBoundary>
      )
    );
  }
  return Object.assign(WhenOpened, { preload: Popup.preload });
}

/** Props for the button that opens a popup: its code loads when somebody is about to press it. */
export const preloadOnApproach = ({ preload }: { preload: () => void }) => ({
  onPointerEnter: preload,
  onFocus: preload,
});

/** Preloads when the browser is idle. @param preload must be the same function on each render */
export const usePreload = (preload: () => void): void => useEffect(() => whenIdle(preload), [preload]);

const isServer = typeof window === 'undefined';
const readNothing = () => null;
const useIsHydrating = () =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
const neverChanges = () => () => {};
const ShowsNothing = () => null;
