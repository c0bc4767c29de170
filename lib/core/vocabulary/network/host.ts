/**
 * A host that commands may reach, by name: `registry.example.org` includes its ports 80 and 443,
 * `registry.example.org:8443` for that port alone, `*.example.org` for every name below it.
 */
export interface Host {
  /** In lower case and ASCII, without a trailing dot. */
  name: string;
  /** `null`: 80 and 443. */
  port: number | null;
}

const usualPorts = [80, 443];
const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
/**
 * The last label begins with a letter. So no IP address passes, in whatever notation: all parsers of addresses want
 * the last part to be a number, and numbers begin with a digit.
 */
const namePattern = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`);

/** Reads a name as programs write it. `null`: it is none, or an address. */
export function parseHostName(text: string): string | null {
  // Letters outside ASCII are turned into what resolvers are asked, so that look-alikes differ.
  const ascii = /^[!-~]*$/.test(text) ? text : (URL.parse(`http://${text}`)?.hostname ?? '');
  const name = ascii.toLowerCase().replace(/\.$/, '');
  return namePattern.test(name) ? name : null;
}

/** Reads a host as people and models write it. `null`: it is none. */
export function parseHost(text: string): Host | null {
  const [, wildcard = '', written = '', digits] =
    /^(\*\.)?([^\s/:@?#[\]\\]+)(?::(\d{1,5}))?$/u.exec(text) ?? [];
  const name = parseHostName(written);
  const port = digits === undefined ? null : Number(digits);
  if (name === null || (port !== null && (port === 0 || port > 65_535))) return null;
  // All of a top-level domain would be the internet.
  if (wildcard !== '' && !name.includes('.')) return null;
  return { name: wildcard + name, port };
}

export const formatHost = ({ name, port }: Host): string => (port === null ? name : `${name}:${port}`);

/** Whether an allowed host covers a connection, or another host in full. */
export function coversHost(allowed: Host, { name, port }: Host): boolean {
  const isName = allowed.name.startsWith('*.') ? name.endsWith(allowed.name.slice(1)) : name === allowed.name;
  const isUsual = port !== null && usualPorts.includes(port);
  return isName && (allowed.port === port || (allowed.port === null && isUsual));
}

/** Of hosts in their usual form, those that no allowed one covers. */
export const uncoveredHosts = (hosts: readonly string[], allowed: readonly string[]): string[] =>
  hosts.filter((host) => !allowed.some((one) => isCovered(host, one)));

function isCovered(host: string, allowed: string): boolean {
  const [one, other] = [parseHost(allowed), parseHost(host)];
  return one !== null && other !== null && coversHost(one, other);
}
