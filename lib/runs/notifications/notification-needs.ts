import type { Config } from '#lib/config.ts';
import type { IdPrefix } from '#lib/core/vocabulary/ids.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Sealer } from '#lib/stores/sealer.ts';

/** What notifications need of the server's settings. */
export type NotificationConfig = Pick<Config, 'baseUrl' | 'signIn' | 'webhookOrigins' | 'pushOrigins'>;

/** What they need of the server besides its stores. */
export interface NotificationNeeds {
  /** The only member in local mode. */
  localMember: Member;
  sealer(): Sealer;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  onError(error: unknown): void;
}
