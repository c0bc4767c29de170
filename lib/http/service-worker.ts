/**
 * The script that a browser runs while no page is open (Service Workers, W3C): it shows what the server pushes, and
 * opens what is clicked. It caches nothing: pages come from the server alone.
 */
export const serviceWorker = `'use strict';
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const pathOf = (url) => new URL(url).pathname;

self.addEventListener('push', (event) => {
  const message = event.data?.json();
  if (message) event.waitUntil(show(message));
});

async function show({ kind, title, body, path }) {
  // Whoever looks at the conversation has seen it.
  const target = pathOf(new URL(path, self.location.origin));
  const isSeen = (client) => client.focused && client.visibilityState === 'visible' && pathOf(client.url) === target;
  if (kind !== 'test' && (await windows()).some(isSeen)) return;
  await self.registration.showNotification(title, {
    body,
    icon: '/icon1.png',
    // A later one of the same kind and conversation takes the place of the one before.
    tag: kind + ' ' + target,
    renotify: true,
    data: { path },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  // Only pages of this site.
  if (url.origin !== self.location.origin) return;
  const all = await windows();
  const shown = all.find((client) => pathOf(client.url) === url.pathname);
  if (shown) {
    await shown.focus();
    await shown.navigate(url.href).catch(() => undefined);
  } else await self.clients.openWindow(url.href);
}
`;
