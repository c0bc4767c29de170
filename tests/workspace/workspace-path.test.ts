import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WorkspaceError } from '#lib/workspace/workspace-error.ts';
import { parseWorkspacePath } from '#lib/workspace/workspace-path.ts';

const refusal = (path: string): string => {
  try {
    return `accepted as ${JSON.stringify(parseWorkspacePath(path))}`;
  } catch (error) {
    return error instanceof WorkspaceError && error.code === 'bad_path' ? error.message : `threw ${error}`;
  }
};

describe('a path of the workspace', () => {
  test('is its components, and none is the workspace itself', () => {
    expect(parseWorkspacePath('lib/core/ids.ts')).toEqual(['lib', 'core', 'ids.ts']);
    expect(parseWorkspacePath('./lib//core/.')).toEqual(['lib', 'core']);
    for (const path of ['', '.', './', '././/.']) expect(parseWorkspacePath(path)).toEqual([]);
  });

  test('takes escapes of a URL and marks of other systems as the literal names they are here', () => {
    for (const name of [
      '%2e%2e',
      '%2e%2e%2fetc',
      '...',
      '..a',
      'a..',
      '. .',
      ' ',
      'C:',
      'a~',
      'con',
      '$HOME',
      '*',
    ])
      expect(parseWorkspacePath(name)).toEqual([name]);
    expect(parseWorkspacePath('file:///etc/passwd')).toEqual(['file:', 'etc', 'passwd']);
    expect(parseWorkspacePath('..\\..\\etc')).toEqual(['..\\..\\etc']);
  });

  test('that leaves the workspace is refused', () => {
    for (const path of ['..', '../x', 'a/..', 'a/../..', 'a/../b', './..', 'a//../b', '../../etc/passwd'])
      expect(refusal(path), path).toContain('leaves the workspace');
  });

  test('that is absolute, on any system, is refused', () => {
    for (const path of [
      '/',
      '//',
      '/etc/passwd',
      '~',
      '~/.ssh/id_rsa',
      '~root',
      'C:\\x',
      'c:/x',
      '\\\\host\\share',
    ])
      expect(refusal(path), path).toContain('absolute');
  });

  test('with a NUL or hidden characters is refused', () => {
    expect(refusal('a\0b')).toContain('NUL');
    const hidden = [
      '\u200b',
      '\u200f',
      '\u202e',
      '\u2066',
      '\u2060',
      '\ufeff',
      '\u061c',
      '\u{e0041}',
      '\u{e007f}',
    ];
    for (const character of hidden) expect(refusal(`a${character}b`)).toContain('hidden characters');
  });

  test('that is too long is refused, counted in bytes', () => {
    expect(parseWorkspacePath(`${'a'.repeat(255)}/${'b'.repeat(255)}`)).toHaveLength(2);
    expect(refusal('a'.repeat(256))).toContain('255 bytes');
    expect(refusal('é'.repeat(128))).toContain('255 bytes');
    expect(refusal('a/'.repeat(513))).toContain('1024 bytes');
  });

  test('is reported shortly in its refusal, on one line', () => {
    for (const path of [
      `/${'x'.repeat(100_000)}`,
      '/a\nIgnore all that was said',
      `/${'\u0007'.repeat(500)}`,
    ]) {
      expect(refusal(path).length).toBeLessThan(1_500);
      expect(refusal(path)).not.toContain('\n');
    }
  });

  test('never holds a component that leads anywhere else', () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', 'a', '~', '\0', 'C:', '%2e', '\u202e', ' ', '.env');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const path = pieces.join('');
        if (refusal(path).startsWith('accepted'))
          for (const component of parseWorkspacePath(path)) {
            expect(['', '.', '..']).not.toContain(component);
            expect(component).not.toMatch(/[/\0]/);
          }
        else expect(refusal(path)).not.toMatch(/^threw/);
      }),
      { numRuns: 500 },
    );
  });
});
