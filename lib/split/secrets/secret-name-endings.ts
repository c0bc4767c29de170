import type { SecretKind } from './secret-kind.ts';

/** How settings that hold a secret are called, at the end of their name, without dashes and in small letters. */
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
/** Whole names, which as an ending are too common. */
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

/** Told by its last character: most names are none that `kindOfName` knows. */
export const mayEndName = (character: number | undefined): boolean => isLast[character ?? 0] === 1;

/** Tokens that let nobody in. */
const harmless =
  /(?:page|next|continuation|sync|cancel|cancellation|change|csrf|xsrf|sort|stop|eos|pad)token$/;

/** What a name says its value is; `null`: no secret. */
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
