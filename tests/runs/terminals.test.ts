import { expect, test } from 'vitest';
import { createTerminals } from '#lib/runs/terminals.ts';
import type { RunningTerminal } from '#lib/workspace/commands.ts';

const key = { conversationId: 'conv_a', toolCallId: 'call-1' };
const mara = { id: 'm1', name: 'Mara' };
const tomas = { id: 'm2', name: 'Tomás' };

function attached() {
  let nowMs = 0;
  const heard: string[] = [];
  const holders: (string | null)[] = [];
  const terminal: RunningTerminal = {
    output: (async function* () {})(),
    end: new Promise(() => {}),
    write: (data) => heard.push(data),
    resize: (columns, rows) => heard.push(`${columns}x${rows}`),
    setAttended: (isAttended) => heard.push(isAttended ? 'attended' : 'left'),
  };
  const terminals = createTerminals(() => nowMs);
  const detach = terminals.attach(key, terminal, (holder) => holders.push(holder?.name ?? null));
  return { terminals, detach, heard, holders, pass: (milliseconds: number) => (nowMs += milliseconds) };
}

test('whoever takes over a terminal types into it until they release it', () => {
  const { terminals, heard, holders } = attached();
  expect(terminals.act(key, mara, { kind: 'take' })).toBe('done');
  expect(terminals.act(key, mara, { kind: 'input', data: 'y\r' })).toBe('done');
  expect(terminals.act(key, mara, { kind: 'resize', columns: 80, rows: 24 })).toBe('done');
  expect(terminals.act(key, mara, { kind: 'handBack' })).toBe('done');
  expect(heard).toEqual(['attended', 'y\r', '80x24', 'left']);
  expect(holders).toEqual(['Mara', null]);
});

test('nobody types into a terminal without taking it over', () => {
  const { terminals, heard } = attached();
  expect(terminals.act(key, mara, { kind: 'input', data: 'rm -rf .\r' })).toBe('in_use');
  expect(terminals.act(key, mara, { kind: 'resize', columns: 1, rows: 1 })).toBe('in_use');
  expect(heard).toEqual([]);
});

test('a second person is refused while the first is typing, and may take over from one who is not', () => {
  const { terminals, holders, pass } = attached();
  terminals.act(key, mara, { kind: 'take' });
  pass(59_000);
  terminals.act(key, mara, { kind: 'input', data: 'a' });
  pass(59_000);
  expect(terminals.act(key, tomas, { kind: 'take' })).toBe('in_use');
  expect(terminals.act(key, tomas, { kind: 'handBack' })).toBe('in_use');
  pass(2_000);
  expect(terminals.act(key, tomas, { kind: 'take' })).toBe('done');
  expect(terminals.act(key, mara, { kind: 'input', data: 'b' })).toBe('in_use');
  expect(holders).toEqual(['Mara', 'Tomás']);
});

test('the same person can take over again from another tab, without notifying the others', () => {
  const { terminals, holders } = attached();
  terminals.act(key, mara, { kind: 'take' });
  expect(terminals.act(key, mara, { kind: 'take' })).toBe('done');
  expect(holders).toEqual(['Mara']);
});

test('a terminal that has ended, or belongs to another call or conversation, is absent', () => {
  const { terminals, detach } = attached();
  expect(terminals.act({ ...key, toolCallId: 'call-2' }, mara, { kind: 'take' })).toBe('absent');
  expect(terminals.act({ ...key, conversationId: 'conv_b' }, mara, { kind: 'take' })).toBe('absent');
  detach();
  expect(terminals.act(key, mara, { kind: 'take' })).toBe('absent');
});
