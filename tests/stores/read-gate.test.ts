import { expect, test } from 'vitest';
import { createReadGate } from '#lib/stores/read-gate.ts';

const patient = new AbortController().signal;

/** Tasks that run until the test finishes them. */
function openGate(bytes: number, waiting = 100) {
  const gate = createReadGate({ bytes, waiting });
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const run = (name: string, size: number, signal = patient) =>
    gate.run(size, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    finish.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, begun, end, settled: () => new Promise((resolve) => setImmediate(resolve)) };
}

test('reads start while their total size is within the limit; the others wait in order', async () => {
  const { run, begun, end, settled } = openGate(10);
  const runs = [run('a', 6), run('b', 4), run('c', 1), run('d', 9), run('e', 1)];
  await settled();
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end('c');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  await end('d');
  await end('e');
  expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a read larger than the limit runs alone', async () => {
  const { run, begun, end, settled } = openGate(10);
  const runs = [run('large', 1_000), run('small', 1)];
  await settled();
  expect(begun).toEqual(['large']);
  await end('large');
  await end('small');
  await Promise.all(runs);
});

test('if too many reads wait, the next is rejected at once', async () => {
  const { run, end, settled } = openGate(1, 2);
  const runs = [run('a', 1), run('b', 1), run('c', 1)];
  await settled();
  await expect(run('d', 1)).rejects.toMatchObject({ code: 'busy' });
  for (const name of ['a', 'b', 'c']) await end(name);
  await Promise.all(runs);
});

test('a failed read frees its share like any other, and a cancelled one leaves the queue', async () => {
  const { run, begun, end, settled } = openGate(1);
  const gone = new AbortController();
  const first = run('a', 1);
  const second = run('b', 1, gone.signal);
  const third = run('c', 1);
  await settled();
  gone.abort();
  await expect(second).rejects.toMatchObject({ code: 'busy' });
  await end('a');
  expect(begun).toEqual(['a', 'c']);
  await end('c');
  await Promise.all([first, third]);
  await expect(run('d', 1, gone.signal)).rejects.toMatchObject({ code: 'busy' });

  const gate = createReadGate({ bytes: 1, waiting: 1 });
  const broken = () => Promise.reject(new Error('broken'));
  await expect(gate.run(1, patient, broken)).rejects.toThrow('broken');
  expect(await gate.run(1, patient, async () => 'goes on')).toBe('goes on');
});
