import type { SecretKind } from './secret-kind.ts';

/** The ends of setting names that hold a secret, without dashes and in lower case. */
const endings: readonly (readonly [kind: SecretKind, ...endings: string[]])[] = [
  ['password', 'password', 'passwd', 'passphrase', 'passcode', 'pwd'],
  ['secret', 'secret', 'secretkeybase', 'credential', 'credentials'],
  ['token', 'token', 'bearer', 'authorization', 'phpsessid', 'jsessionid'],
  ['azure key', 'accountkey', 'storagekey', 'sharedkey', 'sharedaccesskey'],
  [
    'api key',
    'apikey',
    'accesskey',
    'secretkey',
    'privatekey',
    'authkey',
    'encryptionkey',
    'signingkey',
    'appkey',
  ],
  ['api key', 'masterkey', 'servicekey', 'clientkey', 'licensekey', 'deploykey', 'xamzsignature'],
];
const kinds = new Map(endings.flatMap(([kind, ...words]) => words.map((word) => [word, kind] as const)));
/** Whole names that would be too common as endings. */
const wholeNames = new Map<string, SecretKind>([
  ['pass', 'password'],
  ['basic', 'password'],
  ['pw', 'password'],
  ['auth', 'password'],
]);
const longest = Math.max(...[...kinds.keys()].map((word) => word.length));

const isLast = new Uint8Array(256);
for (const word of [...kinds.keys(), ...wholeNames.keys()]) {
  isLast[word.charCodeAt(word.length - 1)] = 1;
  isLast[word.toUpperCase().charCodeAt(word.length - 1)] = 1;
}

/** Decides by a name's last character, which rules out most names that `kindOfName` does not know. */
export const mayEndName = (character: number | undefined): boolean => isLast[character ?? 0] === 1;

/** Tokens that give no access. */
const harmless =
  /(?:page|next|continuation|sync|cancel|cancellation|change|csrf|xsrf|sort|stop|eos|pad)token$/;

/** The kind of secret a name announces; `null`: not a secret. */
export function kindOfName(name: string): SecretKind | null {
  const letters = name
    .slice(-64)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  for (let length = Math.min(longest, letters.length); length >= 3; length -= 1) {
    const kind = kinds.get(letters.slice(-length));
    if (kind) return harmless.test(letters) ? null : kind;
  }
  return wholeNames.get(/[a-z]*$/.exec(name.toLowerCase())?.[0] ?? '') ?? null;
}
