import { cutText } from '../../core/cut-text.ts';

const reasons: readonly [RegExp, (host: string) => string][] = [
  [
    /returned error: 30\d/,
    (host) => `${host} answered with a redirect, and none is followed: give the address it leads to.`,
  ],
  [
    /returned error: 40[134]|repository .* not found|could not read Username|terminal prompts disabled|Authentication failed/i,
    (host) => `${host} has no such repository that can be read without signing in.`,
  ],
  [
    /Could not resolve host|Failed to connect|Connection refused|Couldn't connect/i,
    (host) => `${host} does not answer.`,
  ],
  [/certificate|SSL/i, (host) => `The certificate of ${host} is not trusted here.`],
  [/out of memory|malloc failed/i, () => 'It unfolds to more than this server takes.'],
  [/No space left/i, () => 'The disk is full.'],
  [/transfer rate|too slow|Operation too slow/i, (host) => `${host} sends too slowly.`],
];

/** Why a clone failed, in one sentence, from what git wrote. Never a path of this machine. */
export function explainClone(stderr: string, href: string, folder: string): string {
  const { host } = new URL(href);
  const found = reasons.find(([pattern]) => pattern.test(stderr));
  if (found) return found[1](host);
  const fatal = stderr.split('\n').findLast((line) => line.startsWith('fatal:')) ?? '';
  const words = fatal.slice('fatal:'.length).replaceAll(folder, 'the clone').trim();
  return words === ''
    ? 'Git ended without a word.'
    : `Git says: ${cutText(words, 200)}.`.replace(/\.\.$/, '.');
}
