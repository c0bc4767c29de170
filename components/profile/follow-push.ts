import { renewPush } from './push-in-browser.ts';

/** One look in a tab: the server's key, the session and the browser's endpoint rarely change. */
const lookedKey = 'vitrine-push-looked';
let isFollowing = false;

/** Keeps the notifications going that the member has allowed in this browser, and follows clicks on them. */
export function followPush(memberId: string): void {
  if (!isFollowing) navigator.serviceWorker?.addEventListener('message', open);
  isFollowing = true;
  if (sessionStorage.getItem(lookedKey) === memberId) return;
  sessionStorage.setItem(lookedKey, memberId);
  void renewPush(memberId).catch(() => undefined);
}

/** Goes to what a notification of this page's conversation is about. */
function open({ data }: MessageEvent<{ open?: unknown } | null>): void {
  if (typeof data?.open === 'string' && /^#msg_\w+$/.test(data.open)) window.location.hash = data.open;
}
