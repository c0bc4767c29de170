import './never-compile.ts';

import {
  AppBridge,
  type McpUiHostContext,
  type McpUiToolResultNotification,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import { onThemeChange } from '#components/ui/theme-colours.ts';
import type { McpApp } from '#lib/core/vocabulary/tools/mcp-app.ts';
import { type AppMode, hostContext } from './host-context.ts';
import { keepFocus } from './keep-focus.ts';
import { watchApp } from './watch-app.ts';

/** How long a page may take until it is ready. */
const readyMs = 10_000;

/** Characters of a message that an app suggests. */
const maxSuggestion = 4_000;

/** The result of a tool, as a page gets it. */
export type PageResult = Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;

/** What the page of an app asks of ours. */
export interface AppHandlers {
  onReady(): void;
  /** It is over, and why. */
  onEnd(reason: string): void;
  onHeight(px: number): void;
  callTool(name: string, args: Record<string, unknown>): Promise<PageResult>;
  /** @returns whether a person opened it */
  openLink(url: string): Promise<boolean>;
  /** Suggests a message to a person; `null`: nobody writes one here. @returns whether they took it */
  suggest: ((text: string) => Promise<boolean>) | null;
  changeMode(mode: AppMode): void;
}

export interface RunningApp {
  changeMode(mode: AppMode): void;
  end(): void;
}

/**
 * Shows an app in a frame: sends its page to the document there, and to the page the call and its result, once it is
 * ready. It speaks with our page by messages alone.
 */
export function runApp(
  frame: HTMLIFrameElement,
  { app, frameUrl }: { app: McpApp; frameUrl: string },
  handlers: AppHandlers,
): RunningApp {
  let mode: AppMode = 'inline';
  const context = (): McpUiHostContext => hostContext(frame, mode);
  const bridge = new AppBridge(
    null,
    { name: 'vitrine', version: '0.1.0' },
    {
      openLinks: {},
      serverTools: {},
      ...(handlers.suggest ? { message: { text: {} } } : {}),
    },
    { hostContext: { ...context(), toolInfo: { tool: app.tool } } },
  );
  let isReady = false;
  let isOver = false;
  let wasLeft = false;
  const end = (reason: string | null) => {
    if (isOver) return;
    isOver = true;
    for (const stop of [stopWatching, stopTheme, focus.stop]) stop();
    clearTimeout(patience);
    resizes.disconnect();
    void bridge.close().catch(() => {});
    frame.removeAttribute('src');
    if (reason !== null) handlers.onEnd(reason);
  };
  const update = () => {
    if (isReady) bridge.setHostContext(context());
  };
  const stopWatching = watchApp(frame, (what) => end(`The app was ended: ${what}.`));
  const stopTheme = onThemeChange(update);
  const focus = keepFocus(frame, () => end('The app was ended: it took the keyboard again and again.'));
  const resizes = new ResizeObserver(update);
  const patience = setTimeout(() => end(`The app was not ready in ${readyMs / 1_000} s.`), readyMs);

  bridge.onsandboxready = () => void bridge.sendSandboxResourceReady({ html: app.html });
  bridge.oninitialized = () => {
    if (isReady || isOver) return;
    isReady = true;
    clearTimeout(patience);
    resizes.observe(frame);
    handlers.onReady();
    void bridge.sendToolInput({ arguments: app.arguments });
    void bridge.sendToolResult(app.result as McpUiToolResultNotification['params']);
  };
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined && Number.isFinite(height)) handlers.onHeight(height);
  };
  bridge.oncalltool = ({ name, arguments: args = {} }) => handlers.callTool(name, args);
  bridge.onopenlink = async ({ url }) => ((await handlers.openLink(url)) ? {} : { isError: true });
  bridge.onmessage = async ({ content }) => {
    const text = content
      .flatMap((block) => (block.type === 'text' ? [block.text] : []))
      .join('\n')
      // What nobody sees must not go to the model.
      .replace(/\p{Cf}/gu, '');
    const canAsk = text !== '' && text.length <= maxSuggestion;
    const isTaken = canAsk && ((await handlers.suggest?.(text)) ?? false);
    return isTaken ? {} : { isError: true };
  };
  bridge.onrequestdisplaymode = async ({ mode: wanted }) => {
    // Whether a person has just clicked in it, its outer frame says. Who went back did not want it.
    const isAllowed = wanted === 'inline' || (wanted === 'fullscreen' && !wasLeft && focus.isWelcome());
    if (isAllowed && wanted !== mode) {
      mode = wanted;
      handlers.changeMode(wanted);
    }
    return { mode };
  };
  const { contentWindow } = frame;
  if (contentWindow) {
    void bridge.connect(new PostMessageTransport(contentWindow, contentWindow)).then(() => {
      if (!isOver) frame.src = frameUrl;
    });
  }
  return {
    changeMode(wanted) {
      if (mode === 'fullscreen' && wanted === 'inline') wasLeft = true;
      mode = wanted;
      update();
    },
    end: () => end(null),
  };
}
