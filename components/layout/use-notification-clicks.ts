import { useEffect } from 'react';

/** Goes to what a notification of this page's conversation is about, when somebody clicks it. */
export function useNotificationClicks(): void {
  useEffect(() => {
    // Only there on a secure origin.
    const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    const open = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      if (typeof data?.open === 'string' && /^#msg_\w+$/.test(data.open)) window.location.hash = data.open;
    };
    worker?.addEventListener('message', open);
    return () => worker?.removeEventListener('message', open);
  }, []);
}
