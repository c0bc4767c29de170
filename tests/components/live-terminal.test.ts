import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTerminalFeed } from '#components/terminal/terminal-feed.ts';
import { createTerminalInput } from '#components/terminal/terminal-input.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import { limits } from '#lib/core/limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Responses that arrive when the test releases them. */
function createAnswers<T>() {
  const open: ((answer: T) => void)[] = [];
  return {
    next: () => new Promise<T>((resolve) => open.push(resolve)),
    give: async (answer: T) => {
      open.shift()?.(answer);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe('terminal input', () => {
  const done: RequestResult<unknown> = { ok: true, value: null };
  let sent: string[];
  let refused: string[];
  let answers: ReturnType<typeof createAnswers<RequestResult<unknown>>>;
  const openInput = () => {
    sent = [];
    refused = [];
    answers = createAnswers();
    return createTerminalInput(
      (data) => {
        sent.push(data);
        return answers.next();
      },
      ({ code }) => refused.push(code),
    );
  };

  test('within 20 ms is sent together, in order, one request at a time', async () => {
    const input = openInput();
    for (const key of 'ls') input.type(key);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    expect(sent).toEqual(['ls']);
    input.type('\r');
    input.type('pwd\r');
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(['ls']);
    await answers.give(done);
    expect(sent).toEqual(['ls', '\rpwd\r']);
  });

  test('is split to the maximum request size, never inside a character', async () => {
    const input = openInput();
    const pasted = `${'a'.repeat(limits.terminalInputCharacters - 1)}\u{1f600}${'b'.repeat(100)}`;
    input.type(pasted);
    await vi.advanceTimersByTimeAsync(20);
    await answers.give(done);
    await answers.give(done);
    expect(sent.join('')).toBe(pasted);
    expect(sent.map((part) => part.isWellFormed())).toEqual([true, true]);
  });

  test('is dropped together with what waits behind it if its request is rejected, and the drop is reported', async () => {
    const input = openInput();
    input.type('a');
    await vi.advanceTimersByTimeAsync(20);
    input.type('b');
    await answers.give({ ok: false, code: 'terminal_in_use', error: '' });
    await vi.advanceTimersByTimeAsync(100);
    expect([sent, refused]).toEqual([['a'], ['terminal_in_use']]);
    input.type('c');
    await vi.advanceTimersByTimeAsync(20);
    expect(sent).toEqual(['a', 'c']);
  });

  test('counts as sent only after the server has accepted it', async () => {
    const input = openInput();
    let isSent = false;
    input.type('a');
    void input.sent().then(() => {
      isSent = true;
    });
    expect([sent, isSent]).toEqual([['a'], false]);
    await answers.give(done);
    expect(isSent).toBe(true);
  });

  test('is not sent after the input is closed', async () => {
    const input = openInput();
    input.type('a');
    input.close();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toEqual([]);
  });
});

describe('terminal output on screen', () => {
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  let asked: number[];
  let shown: string[];
  let answers: ReturnType<typeof createAnswers<Uint8Array | null>>;
  const openFeed = () => {
    asked = [];
    shown = [];
    answers = createAnswers();
    return createTerminalFeed(
      (from) => {
        asked.push(from);
        return answers.next();
      },
      {
        write: async (bytes) => {
          shown.push(bytes.length > 20 ? `${bytes.length} bytes` : textOf(bytes));
        },
        clear: () => shown.push('cleared'),
      },
    );
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('arrives in order, from where the last response ended, one request at a time', async () => {
    const feed = openFeed();
    feed.grow(3);
    feed.grow(5);
    expect(asked).toEqual([0]);
    await answers.give(bytes('abc'));
    expect(asked).toEqual([0, 3]);
    await answers.give(bytes('de'));
    expect([asked, shown]).toEqual([
      [0, 3],
      ['abc', 'de'],
    ]);
    feed.grow(5);
    expect(asked).toHaveLength(2);
  });

  test('is requested again after a second if a request fails', async () => {
    const feed = openFeed();
    feed.grow(3);
    await answers.give(null);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual([0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([0, 0]);
  });

  test('starts near the end of a long output, and skips ahead if it falls far behind', async () => {
    const feed = openFeed();
    const mebibyte = 1024 * 1024;
    const max = 256 * 1024;
    feed.grow(mebibyte);
    expect(asked).toEqual([mebibyte - max]);
    feed.grow(3 * mebibyte);
    await answers.give(new Uint8Array(max));
    expect(asked).toEqual([mebibyte - max, 3 * mebibyte - max]);
    expect(shown).toEqual([`${max} bytes`, 'cleared']);
  });

  test('is not updated after it is closed', async () => {
    const feed = openFeed();
    feed.grow(3);
    feed.close();
    await answers.give(bytes('abc'));
    expect(shown).toEqual([]);
  });
});
