import { renewPush } from './push-in-browser.ts';

/** Once for each page that is loaded: the server's key, the session and the browser's endpoint rarely change. */
let renewedFor: string | null = null;
let isFollowing = false;

/** Keeps the notifications going that the member has allowed in this browser, and follows clicks on them. */
export function followPush(memberId: string): void {
  if (!isFollowing) navigator.serviceWorker?.addEventListener('message', answerWorker);
  isFollowing = true;
  if (renewedFor === memberId) return;
  renewedFor = memberId;
  void renewPush(memberId).catch(() => {
    renewedFor = null;
  });
}

/** The worker asks where this page is, or says to what a notification of its conversation leads. */
function answerWorker({ data, ports }: MessageEvent<{ asks?: unknown; open?: unknown } | null>): void {
  if (data?.asks === 'path') ports[0]?.postMessage(window.location.pathname);
  if (typeof data?.open === 'string' && /^#msg_\w+$/.test(data.open)) window.location.hash = data.open;
}
