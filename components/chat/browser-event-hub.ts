import { createEventHub, type EventHub, type TabMessage } from './event-hub.ts';
import type { OpenSource, Timers } from './stream-connection.ts';

const channelName = 'vitrine-events';

const openSource: OpenSource = (url, on) => {
  const source = new EventSource(url);
  source.onmessage = (message: MessageEvent<string>) => on.message(message.data);
  source.addEventListener('ready', ({ data }) => on.ready(data));
  source.addEventListener('list', on.list);
  source.addEventListener('ping', on.ping);
  source.onerror = on.error;
  return source;
};

const timers: Timers = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

function createBrowserHub(): EventHub {
  // Sharing a stream needs both: without one of them each tab leads itself.
  const canShare = 'locks' in navigator && typeof BroadcastChannel === 'function';
  const channel = canShare ? new BroadcastChannel(channelName) : null;
  const hub = createEventHub({
    tabId: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    streamPath: '/api/events',
    openSource,
    timers,
    post: (message) => channel?.postMessage(message),
  });
  if (channel === null) hub.lead();
  else {
    channel.onmessage = (message: MessageEvent<TabMessage>) => hub.handle(message.data);
    // Held until the tab closes: then the browser grants it to the next tab in line.
    void navigator.locks.request(channelName, () => {
      hub.lead();
      return new Promise<never>(() => undefined);
    });
  }
  window.addEventListener('pagehide', hub.leaveAll);
  window.addEventListener('pageshow', (event) => event.persisted && hub.resume());
  return hub;
}

let hub: EventHub | null = null;

/** The hub of this tab, created on first use; never on the server. */
export function browserEventHub(): EventHub {
  hub ??= createBrowserHub();
  return hub;
}
