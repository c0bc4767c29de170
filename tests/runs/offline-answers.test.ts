import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/core/vocabulary/json.ts';
import { allRecordings, recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';
import { askOffline } from '../support/ask-offline.ts';
import { scaled } from '../support/scaled.ts';
import { toolBench } from '../support/tool-bench.ts';

const artifact = /art_[a-z2-7]{26}/g;

async function answerTo(toolName: string, args: Json, view: string, isFailure = false): Promise<string> {
  const results = [{ toolName, arguments: args, view, isFailure }];
  const { text } = await askOffline({ message: 'a request', results });
  return text.replaceAll(artifact, 'art_…');
}

describe('a command’s output in the offline answer', () => {
  const commands = allRecordings().filter(({ tool }) => tool === 'run_pty_cmd');

  const levels = ['minimal', 'balanced', 'conservative', 'off'] as const;

  test.each(levels)('is called a failure only if the command failed, at the level %s', async (level) => {
    const wrong: string[] = [];
    // At full size every command runs at every level; otherwise every second one, each at one level.
    const chosen = commands.filter((_, at) => scaled(true, levels[(at / 2) % 4] === level));
    for (const { name, args, exitCode, bytes } of chosen) {
      for (const tool of ['run_pty_cmd', 'run_and_display']) {
        const { text } = await splitRecording({ tool, args, exitCode, level, bytes });
        const [sentence = ''] = (await answerTo(tool, args as Json, text)).split('\n');
        const says = { failure: /` failed\b/.test(sentence), success: /` succeeded\b/.test(sentence) };
        const isRight = says.failure === (exitCode !== 0) && says.success === (exitCode === 0);
        if (!isRight) wrong.push(`${name} (${tool}): ${sentence}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const answerToRecording = async (name: string, tool = 'run_pty_cmd') => {
    const { args, exitCode, bytes } = recording(name);
    const { text } = await splitRecording({ tool, args, exitCode, level: 'balanced', bytes });
    return await answerTo(tool, args as Json, text);
  };

  test('is summarized by test counts, and the first failures with their locations', async () => {
    const answer = await answerToRecording('test-runners/node-test-spec');
    expect(answer.split('\n').slice(0, 3)).toEqual([
      '`node --test test/node/*.js` failed: 9 of 54 tests, in 0.4 s.',
      '',
      expect.stringMatching(/^- `test\/node\/label\.test\.js:6` puts the town in capitals: /),
    ]);
    expect(answer).toMatch(/^All of its output is in art_…\.$/m);
  });

  test('is not described if only people see it', async () => {
    const answer = await answerToRecording('test-runners/node-test-spec', 'run_and_display');
    expect(answer).toMatch(
      /^`node --test test\/node\/\*\.js` failed: \d+ lines\.\n\nYou see its output in art_…; I have not read it\./,
    );
    expect(answer).not.toMatch(/label\.test/);
  });

  test.each([
    ['exit 3, no output', '`x` failed with exit 3: it printed nothing.'],
    ['exit 0, no output', '`x` succeeded: it printed nothing.'],
    [
      'exit 127, command not found\nbash: x: command not found',
      '`x` failed with exit 127, command not found: 1 error.',
    ],
    ['stopped after 60 s, no output', '`x` was stopped after 60 s: it printed nothing.'],
    ['stopped by a person\none line', '`x` was stopped by a person:'],
    [
      'stopped: added over 1 GiB or 200,000 files to the workspace\nbusy',
      '`x` was stopped: added over 1 GiB or 200,000 files to the workspace:',
    ],
    [
      'exit 6; network is off: the call names no hosts\ncould be anything',
      '`x` failed with exit 6: network is off: the call names no hosts.',
    ],
    ['all is well', '`x` succeeded:'],
  ])('is described with how it ended: %s', async (view, sentence) => {
    expect((await answerTo('run_pty_cmd', { command: 'x' }, view)).split('\n')[0]).toBe(sentence);
  });

  test('is quoted exactly, whatever it contains', async () => {
    const answer = await answerTo('run_pty_cmd', { command: 'cat `x`' }, '```\n<b>*bold*</b>\n');
    expect(answer).toBe('`` cat `x` `` succeeded:\n\n````text\n```\n<b>*bold*</b>\n````');
  });
});

describe('other tools’ results in the offline answer', () => {
  const files = { 'a.txt': 'one\ntwo\nTODO three\n', 'lib/b.ts': 'let todo = 1;\n', 'empty.txt': '' };
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const bench = toolBench({ ...files, 'dot.png': png, 'long.ts': 'export const x = 1;\n'.repeat(2_000) });

  const ask = async (toolName: string, args: Json): Promise<string> => {
    const { success, result } = await bench.call(toolName, args);
    return await answerTo(toolName, args, result?.content ?? '', !success);
  };

  test.each<[string, Json, string | RegExp]>([
    [
      'list_files',
      {},
      'The workspace has 4 files and 1 folder: `lib/`, `a.txt`, `dot.png`, `empty.txt`, `long.ts`.',
    ],
    ['list_files', { path: 'nowhere' }, 'I could not list `nowhere`: No such file or folder: nowhere.'],
    ['grep_file', { pattern: 'TODO' }, '`TODO`: 1 match in 1 file.\n\n- `a.txt:3` TODO three'],
    ['grep_file', { pattern: 'nobody' }, 'Nothing in the workspace matches `nobody`.'],
    ['grep_file', { pattern: 'nobody', path: 'lib' }, 'Nothing in `lib` matches `nobody`.'],
    [
      'grep_file',
      { pattern: 'export' },
      /^`export`: 2,000 matches in 1 file.*\n\n- `long\.ts:1`[\s\S]*All of them are in art_…\.$/,
    ],
    ['grep_file', { pattern: '[' }, /^I could not search for `\[`:\n\n```text\nregex parse error:/],
    ['read_file', { path: 'a.txt' }, 'I read all 3 lines of `a.txt`:\n\n```text\none\ntwo\nTODO three\n```'],
    [
      'read_file',
      { path: 'a.txt', startLine: 2, endLine: 2 },
      'I read 1 line of `a.txt`:\n\n```text\n2\ttwo\n```',
    ],
    ['read_file', { path: 'empty.txt' }, '`empty.txt` is empty.'],
    [
      'read_file',
      { path: 'long.ts' },
      /^I read a short view of long\.ts: .*2,000 lines\.\n[\s\S]*All of it is in art_…\.$/,
    ],
    ['read_file', { path: 'dot.png' }, /^dot\.png is an image \(.*\)\. This model cannot look at images/],
    ['read_file', { path: 'no.txt' }, 'I could not read `no.txt`: No such file or folder: no.txt.'],
    ['render_file_contents', { path: 'a.txt' }, /^`a\.txt` is shown to you, and I have read/],
    [
      'render_file_contents',
      { path: 'no.txt' },
      'I could not show `no.txt`: No such file or folder: no.txt.',
    ],
    [
      'display_image',
      { path: 'dot.png' },
      /^Here it is: dot\.png, .*1 × 1.* \(art_…\)\. I have not looked inside\.$/,
    ],
    ['display_image', { path: 'a.txt' }, /^I could not show `a\.txt`: a\.txt is no image that can be shown/],
    ['embed_media', { url: 'https://vimeo.com/76979871' }, /^Here it is: .*Vimeo video \(art_…\)/],
    [
      'embed_media',
      { url: 'https://example.org' },
      /^I could not show `https:\/\/example\.org`: Only media of/,
    ],
    ['create_file', { path: 'c.txt', content: 'x\ny\n' }, 'Created `c.txt`, 2 lines.'],
    ['create_file', { path: 'c.txt', content: 'x' }, /^I could not create `c\.txt`: There is a file already/],
    [
      'edit_file',
      { path: 'a.txt', oldText: 'two', newText: 'zwei\ndue' },
      'Changed `a.txt`: 2 lines added, 1 removed.',
    ],
    [
      'edit_file',
      { path: 'a.txt', oldText: 'ten', newText: '' },
      /^I could not change `a\.txt`: .*does not occur/,
    ],
    [
      'apply_patch',
      { patch: '--- a/lib/b.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-let todo = 1;\n' },
      'Removed `lib/b.ts`, 1 line.',
    ],
    ['apply_patch', { patch: 'nonsense' }, /^I could not apply the patch: /],
    [
      'recall_output',
      { artifactId: `art_${'a'.repeat(26)}`, lines: '1-2' },
      /^I could not read more of `art_…`: There is no artifact/,
    ],
  ])('%s %j', async (toolName, args, answer) => {
    const text = await ask(toolName, args);
    if (typeof answer === 'string') expect(text).toBe(answer);
    else expect(text).toMatch(answer);
  });

  test('a recall of an earlier result', async () => {
    const { toolTelemetry } = await bench.call('read_file', { path: 'long.ts' });
    const { artifactId } = toolTelemetry;
    expect(await ask('recall_output', { artifactId, lines: '4-5' })).toBe(
      'I read 2 more lines of art_…:\n\n```text\n4 export const x = 1;\n5 export const x = 1;\n```',
    );
    expect(await ask('recall_output', { artifactId, query: 'export' })).toMatch(
      /^In art_…: 2,000 lines match "export"; \d+ of them:\n/,
    );
    expect(await ask('recall_output', { artifactId, query: 'nobody' })).toBe('In art_…: no match: "nobody".');
  });
});

describe('a call without a result', () => {
  test.each([
    [
      'Denied: this team does not let run_pty_cmd run. Do without it.',
      '`x` did not run: this team does not allow `run_pty_cmd`. An admin can allow it on the Tools page.',
    ],
    ['Refused by Ada: not on a Friday', '`x` did not run: Ada refused it: not on a Friday.'],
    ['Refused by Ada.', '`x` did not run: Ada refused it.'],
    [
      'Not run: a person must allow this first, and it is too long to be judged. Do it in smaller calls.',
      '`x` did not run: a person must allow it first, and it is too long for them to check. Ask for it in smaller parts.',
    ],
    [
      'There is no tool run_pty_cmd. There are: read_file, grep_file.',
      '`x` did not run: commands are off on this server. I can still show, read, search and change files.',
    ],
    [
      'There is no tool run_pty_cmd. There are: run_and_display, grep_file.',
      '`x` did not run: `run_pty_cmd` is switched off on this server.',
    ],
    ['Stopped before it finished.', '`x` was stopped before it finished.'],
    ['The workspace folder cannot be opened', '`x` did not run: The workspace folder cannot be opened.'],
  ])('%s', async (view, answer) => {
    expect(await answerTo('run_pty_cmd', { command: 'x' }, view, true)).toBe(answer);
  });
});

describe('asked to run the tests, the offline model', () => {
  const message = 'Run the tests and tell me what fails';
  const listed = (view: string, isFailure = false) =>
    askOffline({ message, results: [{ toolName: 'list_files', arguments: {}, view, isFailure }] });

  test('lists the folder first, then runs what it suggests', async () => {
    expect((await askOffline({ message })).call).toEqual({ toolName: 'list_files', input: {} });
    expect((await listed('lib/\npackage.json\n')).call).toEqual({
      toolName: 'run_pty_cmd',
      input: { command: 'npm test' },
    });
    expect((await listed('Cargo.toml\nsrc/\n')).call?.input).toEqual({ command: 'cargo test' });
  });

  test('says if nothing tells how to test, or if it cannot look', async () => {
    expect(await listed('notes.txt\n')).toEqual({
      call: null,
      text: expect.stringMatching(
        /^I see nothing here that says how the tests are run \(package\.json, .*`terminal make test`\.$/,
      ),
    });
    expect((await listed('The workspace folder cannot be opened', true)).text).toBe(
      'I could not list the workspace: The workspace folder cannot be opened.',
    );
  });

  test('runs a command in the request at once', async () => {
    const { call } = await askOffline({ message: 'Run the tests with `make test` and tell me what fails' });
    expect(call).toEqual({ toolName: 'run_pty_cmd', input: { command: 'make test' } });
  });
});
