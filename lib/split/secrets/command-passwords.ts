import type { FoundSecret } from './found-secret.ts';
import { cookiesIn } from './session-cookies.ts';

const maxCharacters = 2_048;
/** Placeholders for a password, or references to one stored elsewhere. */
const reference = /^(?:[$%{<[*(]|x{3,}$|-)|\$\{|\{\{/i;

/** The value of an option, attached or separate: in quotes or up to a blank. */
const value = String.raw`(?:"(?<double>[^"\n]{1,256})"|'(?<single>[^'\n]{1,256})'|(?<bare>[^\s"'|;&]{1,256}))`;
const between = String.raw`["']?(?:[ \t]{1,8}|=|["'], ?)`;

interface CommandRule {
  /** The program name in lower case. */
  word: string;
  /** Matches the option up to its value. */
  option: RegExp;
  /** Matches what precedes the password in the value. */
  before?: RegExp;
}

const rule = (word: string, option: string, before?: RegExp): CommandRule => ({
  word,
  option: new RegExp(`(?<=\\s)(?:${option})${value}`, 'dg'),
  ...(before ? { before } : {}),
});

const userName = /^[^\s:]{0,128}:/;

const rules: readonly CommandRule[] = [
  rule('curl ', `(?:-[a-zA-Z]{0,8}[uU]|--(?:proxy-)?user)(?:${between})?`, userName),
  rule('http -a ', `-a${between}`, userName),
  rule('mysql', '-p'),
  rule('mariadb', '-p'),
  rule('mongo', `-p${between}`),
  rule('sshpass', `-p(?:${between})?`),
  rule('redis-cli', `-a(?:${between})?`),
  rule('docker login', `-p(?:${between})?`),
  rule('podman login', `-p(?:${between})?`),
  rule('ldapsearch', `-w(?:${between})?`),
  rule('ldapmodify', `-w(?:${between})?`),
  rule('ldapadd', `-w(?:${between})?`),
  rule('sqlcmd', `-P(?:${between})?`),
  rule('smbclient', `-U${between}`, /^[^\s%]{1,128}%/),
  rule('htpasswd', `-[a-zA-Z]*b[a-zA-Z]* [^\\s-]\\S{0,255} \\S{1,128} `),
  rule('identified by', `(?<=[bB][yY] )(?=['"])`),
];

const byWord = new Map(rules.map((one) => [one.word, one]));
export const commandWords: readonly string[] = [...byWord.keys()];

const cookieOption = /(?<=\s)-b[ \t]{0,4}["']?(?=[\w.$-]{1,60}=)/g;
/** A port, a range of ports, or a path. */
const noPassword = /^(?:[\d:]+|ort|rotocol|[./].*)$/;

/** Finds passwords on command lines in one text, by the program's name. */
export function createCommandPasswords(text: string): (at: number, word: string) => FoundSecret[] {
  const readTo = new Map<string, number>();
  return (at, word) => {
    const known = byWord.get(word);
    if (!known || at < (readTo.get(word) ?? 0) || /[\w-]/.test(text.charAt(at - 1))) return [];
    const line = commandAt(text, at);
    readTo.set(word, at + line.length);
    const found = [...line.matchAll(known.option)].flatMap((match) => passwordOf(line, match, known));
    const cookies = word === 'curl ' ? [...line.matchAll(cookieOption)] : [];
    return [
      ...found.map((secret) => ({ ...secret, start: at + secret.start, end: at + secret.end })),
      ...cookies.flatMap(({ 0: option, index }) => cookiesIn(text, at + index + option.length)),
    ];
  };
}

function passwordOf(line: string, { indices }: RegExpMatchArray, { before }: CommandRule): FoundSecret[] {
  const { double, single, bare } = indices?.groups ?? {};
  const [start, end] = double ?? single ?? bare ?? [0, 0];
  const argument = line.slice(start, end);
  const skipped = before ? before.exec(argument)?.[0] : '';
  const password = skipped === undefined ? '' : argument.slice(skipped.length);
  if (skipped === undefined || password === '' || reference.test(password) || noPassword.test(password))
    return [];
  return [{ start: start + skipped.length, end, kind: 'password' }];
}

/** The command from `at` to the end of its line. */
function commandAt(text: string, at: number): string {
  const near = text.slice(at, at + maxCharacters);
  const lineEnd = near.indexOf('\n');
  return lineEnd === -1 ? near : near.slice(0, lineEnd);
}
