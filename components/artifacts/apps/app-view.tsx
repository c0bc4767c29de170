'use client';

import { Maximize2, Minimize2, ShieldCheck, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { McpApp, OpenedApp } from '#lib/core/vocabulary/tools/mcp-app.ts';
import { useWork } from '../context/work-context.tsx';
import { openApp } from './app-api.ts';
import { AppAsk } from './app-ask.tsx';
import { type AppHead, appHead } from './app-head.ts';
import { reachOf } from './app-reach.ts';
import { AppSkeleton, firstHeightPx } from './app-skeleton.tsx';
import { hasHung, noteRunning } from './has-hung.ts';
import { type AppMode, maxHeightPx } from './host-context.ts';
import { type RunningApp, runApp } from './run-app.ts';
import { untilSeen } from './until-seen.ts';
import { useAppCalls } from './use-app-calls.ts';
import { useAsks } from './use-asks.ts';

const minHeightPx = 60;
/** Characters of an address that a person can look at. */
const maxUrl = 2_000;

interface Props {
  /** Of the artifact, or of the copy of a share. */
  baseUrl: string;
  title: string;
  /** What to say of it above; `null`: its text is shown. */
  onHead?: (head: AppHead | null) => void;
  /** The same as text, for where the app cannot be shown. */
  children: ReactNode;
}

/** The page of an MCP server that shows a result, in a frame of its own on another origin; or else the result as text. */
export const AppView = (props: Props) => <OneAppView key={props.baseUrl} {...props} />;

/** A call that is run again has another artifact, and nothing of this state. */
function OneAppView(props: Props) {
  const [attempt, setAttempt] = useState(0);
  const [isText, setIsText] = useState(false);
  const [hung] = useState(() => hasHung(props.baseUrl));
  const { opened, error } = useOpenedApp(props.baseUrl, attempt);
  const [ended, setEnded] = useState<string | null>(
    hung ? 'The app did not answer when it was shown last.' : null,
  );
  const reason = ended ?? error ?? (opened?.frameUrl === null ? noOrigin : null);
  const { onHead } = props;
  const isShown = reason === null && !isText;
  useEffect(() => {
    onHead?.(isShown ? appHead : null);
    return () => onHead?.(null);
  }, [onHead, isShown]);
  if (isText) {
    return (
      <>
        {props.children}
        <div className="card-more">
          <span className="grow">Shown as text.</span>
          <button type="button" className="link" onClick={() => setIsText(false)}>
            Show the app
          </button>
        </div>
      </>
    );
  }
  if (reason !== null) {
    const retry = () => {
      setEnded(null);
      setAttempt(attempt + 1);
    };
    return (
      <>
        {props.children}
        <div className="card-more card-note" role="status">
          <Icon of={TriangleAlert} isSmall />
          <span className="grow">{reason} Text is shown instead.</span>
          {reason !== noOrigin && (
            <button type="button" className="link" onClick={retry}>
              Try again
            </button>
          )}
        </div>
      </>
    );
  }
  if (opened === null || opened.frameUrl === null) return <AppSkeleton />;
  return (
    <AppStage
      key={opened.frameUrl}
      {...props}
      app={opened.app}
      frameUrl={opened.frameUrl}
      onEnd={setEnded}
      onText={() => setIsText(true)}
    />
  );
}

const noOrigin = 'Apps need a second address: VITRINE_CONTENT_URL.';

/** Opened anew with each attempt: the address of its frame is good for a minute. */
function useOpenedApp(baseUrl: string, attempt: number) {
  const [current, setCurrent] = useState<{ attempt: number; opened: OpenedApp | null; error: string | null }>(
    {
      attempt,
      opened: null,
      error: null,
    },
  );
  useEffect(() => {
    const controller = new AbortController();
    void openApp(baseUrl, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      setCurrent({
        attempt,
        opened: result.ok ? result.value : null,
        error: result.ok ? null : `The app could not be loaded: ${result.error}`,
      });
    });
    return () => controller.abort();
  }, [baseUrl, attempt]);
  return current.attempt === attempt ? current : { opened: null, error: null };
}

function AppStage(
  props: Props & { app: McpApp; frameUrl: string; onEnd: (reason: string) => void; onText: () => void },
) {
  const { app, frameUrl, baseUrl, title, onEnd } = props;
  const { suggest } = useWork();
  // On the page of a share there is no conversation: nothing to write a message in, or to call a tool for.
  const mayCall = suggest !== null;
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDialogElement>(null);
  const running = useRef<RunningApp>(null);
  const [isReady, setIsReady] = useState(false);
  const [height, setHeight] = useState(firstHeightPx);
  const [mode, setMode] = useState<AppMode>('inline');
  const { first, ask, close } = useAsks();
  const calls = useAppCalls(app, mayCall ? baseUrl : null, { ask, seen: () => untilSeen(stage.current) });
  const handlers = useRef({ call: calls.call, suggest, onEnd });
  useEffect(() => {
    handlers.current = { call: calls.call, suggest, onEnd };
  });

  useEffect(() => {
    if (!frame.current) return;
    const leave = noteRunning(baseUrl);
    const started = runApp(
      frame.current,
      { app, frameUrl },
      {
        onReady: () => setIsReady(true),
        onEnd: (reason) => handlers.current.onEnd(reason),
        onHeight: (px) => setHeight(Math.min(maxHeightPx, Math.max(minHeightPx, Math.ceil(px)))),
        callTool: (name, args) => handlers.current.call(name, args),
        async openLink(url) {
          if (url.length > maxUrl || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
          if ((await ask({ kind: 'link', url: new URL(url).href })) === 'no') return false;
          window.open(url, '_blank', 'noopener,noreferrer');
          return true;
        },
        suggest: mayCall
          ? async (text) => {
              if ((await ask({ kind: 'message', text })) === 'no') return false;
              setMode('inline');
              handlers.current.suggest?.(text);
              return true;
            }
          : null,
        changeMode: setMode,
      },
    );
    running.current = started;
    return () => {
      started.end();
      leave();
      close();
    };
  }, [app, frameUrl, baseUrl, mayCall, ask, close]);

  const isLarge = mode === 'fullscreen';
  useEffect(() => running.current?.changeMode(mode), [mode]);
  useLayoutEffect(() => {
    const dialog = stage.current;
    if (!dialog || !isLarge) return;
    // Above everything else, which cannot be reached meanwhile, without being moved in the document: that would load the
    // frame again.
    dialog.removeAttribute('open');
    dialog.showModal();
    return () => {
      dialog.close();
      dialog.setAttribute('open', '');
    };
  }, [isLarge]);

  return (
    <dialog
      ref={stage}
      open
      className="app-stage"
      onCancel={(event) => {
        event.preventDefault();
        setMode('inline');
      }}
      aria-label={`App: ${title}`}
    >
      {isLarge && (
        <div className="app-bar">
          <b className="clip grow">{title}</b>
          <span className="dim">Page of {app.server}</span>
          <IconButton
            icon={Minimize2}
            label="Back to its card"
            shortcut="Esc"
            onClick={() => setMode('inline')}
          />
        </div>
      )}
      <div className="card-body app-frame" style={{ '--app-height': `${height}px` } as CSSProperties}>
        <iframe
          ref={frame}
          className={isReady ? '' : 'waits'}
          title={`App: ${title}`}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
        />
      </div>
      {first && <AppAsk key={first.id} title={title} server={app.server} open={first} />}
      <div className="card-more app-note">
        <Icon of={ShieldCheck} isSmall />
        <span className="grow">
          Page of <b>{app.server}</b>. {reachOf(app, mayCall)}
        </span>
        <span className="app-acts">
          {calls.count > 0 && <span>{formatCount(calls.count, 'call')}, 0 tokens</span>}
          <button type="button" className="link" onClick={props.onText}>
            As text
          </button>
          {!isLarge && (
            <IconButton icon={Maximize2} label="Open the app large" onClick={() => setMode('fullscreen')} />
          )}
        </span>
      </div>
    </dialog>
  );
}
