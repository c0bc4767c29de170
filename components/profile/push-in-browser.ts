import { pushOwnerKey } from '../layout/push-owner.ts';
import { type RequestFailure, requestJson, sendJson } from '../ui/request-json.ts';

/** Whether this browser can show notifications while no page is open, and why not. */
export type PushSupport = 'supported' | 'insecure' | 'unsupported' | 'blocked';

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'supported';
}

/** A browser that shows a member's notifications. */
export interface PushBrowserView {
  id: string;
  browser: string;
  createdAt: string;
}

export interface PushBrowsers {
  key: string;
  subscriptions: PushBrowserView[];
}

export const pushPath = '/api/profile/push-subscriptions';
const workerPath = '/sw.js';

const failed = (error: string): RequestFailure => ({ ok: false, code: 'not_possible', error });

/** What this browser subscribed to by itself; `null`: nothing. */
async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A browser that does not start the worker in this time does not start it. */
const readyMs = 10_000;

/**
 * Asks the reader, and subscribes this browser.
 * @returns why it could not; `null`: it did
 * @param key the server's public key (VAPID), base64url
 * @param renews by itself, with what the member allowed before
 */
export async function subscribeToPush(
  key: string,
  memberId: string,
  renews = false,
): Promise<RequestFailure | null> {
  try {
    if ((await Notification.requestPermission()) !== 'granted')
      return failed('Notifications are not allowed for this site. Allow them in the browser’s settings.');
    await navigator.serviceWorker.register(workerPath);
    const registration = await Promise.race([
      navigator.serviceWorker.ready,
      new Promise<null>((resolve) => setTimeout(() => resolve(null), readyMs)),
    ]);
    if (registration === null) return failed('The browser did not start the service worker.');
    const { pushManager } = registration;
    // One with the key of another server, or of an earlier secret, cannot be used.
    const before = await pushManager.getSubscription();
    if (before && keyOf(before) !== key) await before.unsubscribe();
    const { endpoint, keys } = (
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    ).toJSON();
    const result = await sendJson<PushBrowserView>('POST', pushPath, {
      endpoint,
      keys: { p256dh: unpadded(keys?.p256dh), auth: unpadded(keys?.auth) },
      ...(renews ? { renews } : {}),
    });
    if (!result.ok) return result;
    localStorage.setItem(pushOwnerKey, memberId);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(`The browser could not subscribe: ${reason}`);
  }
}

/**
 * Goes on with what the member allowed here before: after another sign-in, with another key of the server, or where the browser
 * has another endpoint.
 */
export async function renewPush(memberId: string): Promise<void> {
  if (localStorage.getItem(pushOwnerKey) !== memberId || pushSupport() !== 'supported') return;
  if (Notification.permission !== 'granted') return;
  const [listed, ownId] = await Promise.all([requestJson<PushBrowsers>(pushPath), ownPushId()]);
  if (!listed.ok) return;
  const { key, subscriptions } = listed.value;
  const own = await ownSubscription();
  const isCurrent = own !== null && keyOf(own) === key && subscriptions.some(({ id }) => id === ownId);
  if (!isCurrent) await subscribeToPush(key, memberId, true);
}

/** Stops a browser: this one, if `isThis`, forgets it too. */
export async function unsubscribeFromPush(id: string, isThis: boolean): Promise<RequestFailure | null> {
  if (isThis) {
    localStorage.removeItem(pushOwnerKey);
    await (await ownSubscription())?.unsubscribe();
  }
  const result = await sendJson<null>('DELETE', `${pushPath}/${id}`);
  // If it is already gone, that is what was wanted.
  return result.ok || result.code === 'not_found' ? null : result;
}

/** The ID of this browser's subscription: the server makes it of the endpoint in the same way. `null`: it has none. */
export async function ownPushId(): Promise<string | null> {
  const subscription = pushSupport() === 'supported' ? await ownSubscription() : null;
  if (subscription === null) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return `push_${base64Url(hash).slice(0, 26)}`;
}

const unpadded = (text = ''): string => text.replace(/=+$/, '');

const keyOf = ({ options }: PushSubscription): string =>
  base64Url(options.applicationServerKey ?? new ArrayBuffer(0));

const base64Url = (bytes: ArrayBuffer): string =>
  unpadded(btoa(String.fromCharCode(...new Uint8Array(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
