import { cutText } from '#lib/core/algorithms/text/cut-text.ts';

const reasons: readonly [RegExp, (host: string) => string][] = [
  [/returned error: 30\d/, (host) => `${host} redirects this address. Enter the address it redirects to.`],
  [
    /returned error: 40[134]|repository .* not found|could not read Username|terminal prompts disabled|Authentication failed/i,
    (host) => `${host} has no public repository at this address.`,
  ],
  [
    /Could not resolve host|Failed to connect|Connection refused|Couldn't connect/i,
    (host) => `${host} does not answer.`,
  ],
  [/certificate|SSL/i, (host) => `This server does not trust the certificate of ${host}.`],
  [/out of memory|malloc failed/i, () => 'The repository is larger than this server allows.'],
  [/No space left/i, () => 'The disk is full.'],
  [/transfer rate|too slow|Operation too slow/i, (host) => `${host} sends too slowly.`],
];

/** Why a clone failed, in one sentence based on git's output. It never contains a path of this machine. */
export function explainClone(stderr: string, href: string, folder: string): string {
  const { host } = new URL(href);
  const found = reasons.find(([pattern]) => pattern.test(stderr));
  if (found) return found[1](host);
  const fatal = stderr.split('\n').findLast((line) => line.startsWith('fatal:')) ?? '';
  const words = fatal.slice('fatal:'.length).replaceAll(folder, 'the clone').trim();
  return words === ''
    ? 'Git stopped without an error message.'
    : `Git says: ${cutText(words, 200)}.`.replace(/\.\.$/, '.');
}
