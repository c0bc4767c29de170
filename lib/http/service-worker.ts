/**
 * The script that a browser runs while no page is open (Service Workers, W3C): it shows what the server pushes, and
 * opens what is clicked. It caches nothing: pages come from the server alone. For each message something has to be shown, or some
 * browsers end the subscription: what the member is looking at is shown without a sound, and closed at once.
 */
export const serviceWorker = `'use strict';
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const pathOf = (url) => new URL(url).pathname;

// The browser knows only the address that a page was loaded at.
const shownPath = (client) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    client.postMessage({ asks: 'path' }, [port2]);
    setTimeout(() => resolve(null), 500);
  });
const showing = async (clients, path) => {
  const paths = await Promise.all(clients.map(shownPath));
  return clients.find((_, index) => paths[index] === path);
};

self.addEventListener('push', (event) => {
  const message = event.data?.json();
  if (message) event.waitUntil(show(message));
});

async function show({ kind, title, body, path }) {
  const target = pathOf(new URL(path, self.location.origin));
  // A later one of the same kind and conversation replaces the one before.
  const tag = kind + ' ' + target;
  const looked = (await windows()).filter((client) => client.focused && client.visibilityState === 'visible');
  const isForNobody = kind !== 'test' && (await showing(looked, target)) !== undefined;
  const options = { body, tag, renotify: !isForNobody, silent: isForNobody, icon: '/icon1.png', data: { path } };
  await self.registration.showNotification(title, options);
  // Whoever looks at the conversation has seen it.
  if (isForNobody) for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  // Only pages of this site.
  if (url.origin !== self.location.origin) return;
  const shown = await showing(await windows(), url.pathname);
  if (!shown) return void (await self.clients.openWindow(url.href));
  // The page goes there itself: loading it again would close its panel.
  shown.postMessage({ open: url.hash });
  await shown.focus();
}
`;
