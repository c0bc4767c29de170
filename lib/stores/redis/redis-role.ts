const replicaWarning =
  'The Redis of REDIS_URL is a replica, which takes no writes: set REDIS_URL to its master, or to Sentinels that name it.';

/**
 * Why this Redis must not be used; `null`: it is a master, or does not say what it is.
 * @param info reply to `INFO replication`
 */
export const roleWarning = (info: string): string | null =>
  /^role:slave\b/m.test(info) ? replicaWarning : null;
