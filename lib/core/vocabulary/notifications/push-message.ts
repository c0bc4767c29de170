import type { NotificationKind } from './notification.ts';

/** What the service worker of a browser gets, and shows. */
export interface PushMessage {
  kind: NotificationKind | 'test';
  title: string;
  /** Empty: the title says all. */
  body: string;
  /** The page that a click opens, with its fragment. */
  path: string;
}
