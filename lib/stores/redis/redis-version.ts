/** The first version with all commands that are used: `GETDEL` and `SET … PXAT`. */
const earliest = [6, 2] as const;

/**
 * Why a Redis of this version must not be used; `null`: it may, or does not say which it is.
 * @param info reply to `INFO server`. Valkey says there which Redis it is like.
 */
export function versionWarning(info: string): string | null {
  const [, version = '', major = '', minor = ''] = /^redis_version:((\d+)\.(\d+)\S*)/m.exec(info) ?? [];
  if (version === '') return null;
  const isEnough =
    Number(major) > earliest[0] || (Number(major) === earliest[0] && Number(minor) >= earliest[1]);
  return isEnough ? null : `Redis ${version} is too old: install ${earliest.join('.')} or a later one.`;
}
