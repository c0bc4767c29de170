import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createCommands } from '../../lib/workspace/sandbox/create-commands.ts';
import { until } from '../support/conversations.ts';
import { tempFolder } from '../support/temp-folder.ts';

const commands = createCommands({ mode: 'auto' });
afterAll(() => commands.close());

let root = '';
beforeEach(() => {
  root = tempFolder();
  execFileSync('/usr/bin/git', ['init', '-q', root]);
});
const git = (...path: string[]) => join(root, '.git', ...path);

async function run(command: string) {
  const signal = new AbortController().signal;
  const program = { kind: 'shell' as const, command };
  const running = await commands.run({ root, conversationId: 'c', program, timeoutMs: 20_000, signal });
  let output = '';
  for await (const { bytes } of running.output) output += Buffer.from(bytes).toString();
  return { output, ...(await running.end) };
}

describe('a command cannot make a person’s own git run something', () => {
  test('by saying that the repository is another', async () => {
    const { output } = await run(
      `mkdir evil; cp -r .git/objects .git/refs .git/HEAD evil; printf '[core]\\nfsmonitor=touch pwned;echo\\n' >evil/config
       echo ../evil >.git/commondir; printf '[core]\\nfsmonitor=touch pwned;echo\\n' >.git/config.worktree; echo planted`,
    );
    expect(output).toContain('planted');
    await until(
      'the repair',
      async () => !existsSync(git('commondir')) && !existsSync(git('config.worktree')),
    );
    execFileSync('/usr/bin/git', ['status'], { cwd: root });
    expect(existsSync(join(root, 'pwned'))).toBe(false);
  });

  test('by the settings of a submodule that is there', async () => {
    mkdirSync(git('modules', 'sub'), { recursive: true });
    writeFileSync(git('modules', 'sub', 'config'), '[core]\n');
    expect((await run('echo evil >>.git/modules/sub/config')).exitCode).not.toBe(0);
    expect(readFileSync(git('modules', 'sub', 'config'), 'utf8')).toBe('[core]\n');
  });

  test('by hooks that a link leads to, nor by another link', async () => {
    execFileSync('/bin/rm', ['-rf', git('hooks')]);
    mkdirSync(join(root, 'shared', 'hooks'), { recursive: true });
    symlinkSync('../shared/hooks', git('hooks'));
    const { output } = await run(
      `echo evil >.git/hooks/pre-commit || echo closed
       mv shared other 2>/dev/null || echo pinned
       rm .git/hooks; mkdir .git/hooks; echo evil >.git/hooks/pre-commit; echo exchanged`,
    );
    expect(output).toContain('closed');
    expect(output).toContain('pinned');
    expect(output).toContain('exchanged');
    await until('the repair', async () => lstatSync(git('hooks')).isSymbolicLink());
    expect(readlinkSync(git('hooks'))).toBe('../shared/hooks');
    expect(existsSync(join(root, 'shared', 'hooks', 'pre-commit'))).toBe(false);
  });
});

test('hooks that are kept elsewhere keep no command from running', async () => {
  execFileSync('/bin/rm', ['-rf', git('hooks')]);
  symlinkSync(tempFolder(), git('hooks'));
  expect(await run('git status --short; echo ran')).toMatchObject({ exitCode: 0, output: 'ran\n' });
});
