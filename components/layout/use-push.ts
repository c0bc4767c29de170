import { useEffect } from 'react';
import { pushOwnerKey } from './push-owner.ts';

/** Where this browser shows the member's notifications: keeps them going, and follows clicks on them. */
export function usePush(memberId: string): void {
  useEffect(() => {
    if (localStorage.getItem(pushOwnerKey) === memberId) void follow(memberId);
  }, [memberId]);
}

/** Where the code does not come, the next page tries again. */
async function follow(memberId: string): Promise<void> {
  const code = await import('../profile/follow-push.ts').catch(() => null);
  code?.followPush(memberId);
}
