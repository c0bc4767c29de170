import { useEffect } from 'react';

/** One look in a tab: the server's key, the session and the browser's endpoint rarely change. */
const lookedKey = 'vitrine-push-looked';
const ownerKey = 'vitrine-push';

/** Keeps the notifications that the member has allowed in this browser. */
export function useRenewedPush(memberId: string): void {
  useEffect(() => {
    if (localStorage.getItem(ownerKey) !== memberId || sessionStorage.getItem(lookedKey) === memberId) return;
    sessionStorage.setItem(lookedKey, memberId);
    void renew(memberId);
  }, [memberId]);
}

/** Where the code or the answer does not come, the next tab tries again. */
async function renew(memberId: string): Promise<void> {
  const code = await import('../profile/push-in-browser.ts').catch(() => null);
  await code?.renewPush(memberId).catch(() => undefined);
}
