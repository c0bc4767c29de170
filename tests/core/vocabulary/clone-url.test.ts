import { describe, expect, test } from 'vitest';
import { isCloneAllowed, nameFrom, nameOfClone, parseCloneUrl } from '#lib/core/vocabulary/clone-url.ts';

const prefixes = [
  'https://git.example.com/team',
  'https://code.example:8443/',
  'http://127.0.0.1:9000/repos',
];
const isAllowed = (text: string): boolean => {
  const url = parseCloneUrl(text);
  return url !== null && isCloneAllowed(url, prefixes);
};

describe('cloning a repository', () => {
  test('is allowed below a configured prefix: same server, whole path segments', () => {
    for (const text of [
      'https://git.example.com/team/tool',
      'https://git.example.com/team/tool.git',
      'https://git.example.com/team/deep/er/tool.git/',
      'https://GIT.example.com/team/tool',
      'https://git.example.com:443/team/tool',
      'https://git.example.com/team',
      'https://git.example.com/team/My%20Project/_git/tool',
      'https://code.example:8443/any/thing',
      'http://127.0.0.1:9000/repos/a.git',
    ])
      expect(isAllowed(text), text).toBe(true);
  });

  test('is refused from any other address', () => {
    for (const text of [
      'https://git.example.com/teammate/tool',
      'https://git.example.com/Team/tool',
      'https://git.example.com/other/team/tool',
      'https://git.example.com/',
      'https://git.example.com',
      'https://git.example.com.evil.example/team/tool',
      'https://evil.example/https://git.example.com/team/tool',
      'https://git.example.com:8443/team/tool',
      'https://code.example/any',
      'https://code.example:8443/',
      'http://git.example.com/team/tool',
      'http://127.0.0.1:9001/repos/a.git',
      'https://127.0.0.1:9000/repos/a.git',
    ])
      expect(isAllowed(text), text).toBe(false);
    expect(isCloneAllowed({ href: 'x', origin: 'https://git.example.com', names: ['a'] }, [])).toBe(false);
  });

  test('is refused for an address that can be read in two ways', () => {
    for (const text of [
      '',
      'tool',
      '-https://git.example.com/team/tool',
      '--upload-pack=touch /tmp/x',
      'ext::sh -c touch% /tmp/x',
      'file:///etc',
      '/srv/git/team/tool',
      'git@git.example.com:team/tool.git',
      'ssh://git.example.com/team/tool',
      'git://git.example.com/team/tool',
      'ftp://git.example.com/team/tool',
      'https:git.example.com/team/tool',
      'https:/git.example.com/team/tool',
      'https:///git.example.com/team/tool',
      'https:\\\\git.example.com\\team\\tool',
      'https://git.example.com\\@evil.example/team/tool',
      'https://user@git.example.com/team/tool',
      'https://user:secret@git.example.com/team/tool',
      'https://@git.example.com/team/tool',
      'https://git.example.com@evil.example/team/tool',
      'https://git.example.com/team/../other/tool',
      'https://git.example.com/team/./tool',
      'https://git.example.com/team/%2e%2e/other/tool',
      'https://git.example.com/team/.%2E/other/tool',
      'https://git.example.com/team%2ftool',
      'https://git.example.com/team/a%5cb',
      'https://git.example.com/team/a%00b',
      'https://git.example.com/team/a%0ab',
      'https://git.example.com/team/%zz',
      'https://git.example.com/team//tool',
      'https://git.example.com//team/tool',
      'https://git.example.com/team/--upload-pack=x',
      'https://git.example.com/team/-x',
      'https://git.example.com/team/tool?service=x',
      'https://git.example.com/team/tool?',
      'https://git.example.com/team/tool#x',
      'https://git.example.com/team/tool#',
      'https://git.example.com/team/to ol',
      ' https://git.example.com/team/tool',
      'https://git.example.com/team/tool\n',
      'https://git.example.com/team/tool;x',
      'https://git.example.com/team/$(x)',
      'https://git.example.com/team/`x`',
      `https://git.example.com/team/${'a'.repeat(3_000)}`,
    ])
      expect(parseCloneUrl(text), JSON.stringify(text)).toBeNull();
  });
});

test('a clone is named after the last part of its address, in the characters a workspace name allows', () => {
  const nameOf = (text: string) => {
    const url = parseCloneUrl(text);
    return url && nameOfClone(url);
  };
  expect(nameOf('https://x.example/team/tool.git')).toBe('tool');
  expect(nameOf('https://x.example/team/My%20Tool')).toBe('My-Tool');
  expect(nameFrom('..hidden')).toBe('hidden');
  expect(nameFrom('日本')).toBe('workspace');
});
