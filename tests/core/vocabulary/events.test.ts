import { describe, expect, test } from 'vitest';
import {
  durableEvent,
  type EventType,
  ephemeralEvent,
  isEphemeral,
  parseEvent,
} from '#lib/core/vocabulary/events.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';

const timestamp = '2026-03-01T12:00:00.000Z';
const types = Object.keys(sampleEventData) as EventType[];
const ephemeralTypes: EventType[] = [
  'assistant.message_delta',
  'assistant.reasoning_delta',
  'tool.execution_progress',
  'tool.execution_partial_result',
  'tool.terminal_control',
  'tool.elicitation',
  'assistant.usage',
  'session.idle',
];
const isEphemeralType = (type: EventType) => ephemeralTypes.includes(type);

/** As a store serializes it. */
const envelopeOf = (type: EventType, change: object = {}) => ({
  v: 1,
  id: isEphemeralType(type) ? null : '7',
  timestamp,
  parentId: null,
  ...(isEphemeralType(type) ? { ephemeral: true } : {}),
  type,
  data: sampleEventData[type],
  ...change,
});

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('an event', () => {
  test('of each type survives a JSON round trip', () => {
    for (const type of types) {
      const event = envelopeOf(type);
      expect(parseEvent(copy(event)), type).toEqual(event);
      expect(isEphemeral(parseEvent(event)), type).toBe(isEphemeralType(type));
    }
  });

  test('is created without an ID: the log assigns one, and live events never have one', () => {
    const created = durableEvent('conversation.renamed', { title: 'T' }, timestamp);
    expect(created).toEqual({
      v: 1,
      timestamp,
      parentId: null,
      type: 'conversation.renamed',
      data: { title: 'T' },
    });
    expect(parseEvent({ ...created, id: '1' })).toEqual({ ...created, id: '1' });
    const live = ephemeralEvent('session.idle', {}, timestamp);
    expect(live).toMatchObject({ id: null, ephemeral: true });
    expect(parseEvent(copy(live))).toEqual(live);
  });

  test('of a type that no version can have is rejected', () => {
    for (const type of [
      '',
      'session',
      '__proto__',
      'session.__proto__ ',
      'toString',
      'Session.start',
      null,
      1,
    ])
      expect(() => parseEvent(envelopeOf('session.idle', { type })), String(type)).toThrow();
  });

  test('without a required field is rejected', () => {
    for (const type of types) {
      const whole = sampleEventData[type] as Record<string, unknown>;
      for (const key of Object.keys(whole)) {
        const data = { ...whole, [key]: Symbol('of no type') };
        expect(() => parseEvent(envelopeOf(type, { data })), `${type} ${key}`).toThrow();
      }
      for (const data of [null, 'x', [], undefined])
        expect(() => parseEvent(envelopeOf(type, { data })), type).toThrow();
    }
  });

  test('of a log that knows no nesting is at top level', () => {
    const old = copy(envelopeOf('session.start', { parentId: undefined }));
    expect(parseEvent(old).parentId).toBeNull();
  });

  test('in a malformed envelope is rejected', () => {
    const broken = [
      ...[{ v: 2 }, { v: '1' }, { id: 7 }, { timestamp: 'yesterday' }, { timestamp: '2026-03-01T12:00:00' }],
      ...[{ parentId: 7 }, { ephemeral: false }],
    ];
    for (const change of broken)
      expect(() => parseEvent(envelopeOf('session.start', change)), JSON.stringify(change)).toThrow();
    for (const value of [null, undefined, 'x', 1, [], {}]) expect(() => parseEvent(value)).toThrow();
  });
});
