import type { ElicitRequestParams } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { contentOf } from '#components/artifacts/approvals/elicitation-values.ts';
import { problemOfAnswer } from '#lib/core/vocabulary/tools/elicitation.ts';
import { readElicitation } from '#lib/mcp/read-elicitation.ts';

const ask = (properties: object, required: string[] = []) =>
  readElicitation({
    message: 'Which?',
    requestedSchema: { type: 'object', properties, required },
  } as ElicitRequestParams);

const all = {
  project: { type: 'string', title: 'Project', enum: ['HARB', 'DOCK'], enumNames: ['Harbor', 'Dock'] },
  urgency: {
    type: 'string',
    oneOf: [
      { const: 'high', title: 'High' },
      { const: 'low', title: 'Low' },
    ],
    default: 'low',
  },
  mail: { type: 'string', format: 'email', minLength: 3, maxLength: 40, description: 'Whom to tell' },
  points: { type: 'integer', minimum: 1, maximum: 8 },
  share: { type: 'number' },
  isPublic: { type: 'boolean', default: true },
  labels: {
    type: 'array',
    items: { type: 'string', enum: ['a', 'b', 'c'] },
    minItems: 1,
    maxItems: 2,
    default: ['b'],
  },
};

test('what a server asks becomes fields, with their words, bounds and first values', () => {
  const asked = ask(all, ['project', 'points']);
  expect(asked?.message).toBe('Which?');
  expect(asked?.fields).toMatchObject([
    {
      kind: 'choice',
      name: 'project',
      label: 'Project',
      isRequired: true,
      options: [
        { value: 'HARB', label: 'Harbor' },
        { value: 'DOCK', label: 'Dock' },
      ],
    },
    { kind: 'choice', name: 'urgency', label: 'urgency', isRequired: false, initial: 'low' },
    { kind: 'text', format: 'email', minLength: 3, maxLength: 40, description: 'Whom to tell' },
    { kind: 'number', isInteger: true, minimum: 1, maximum: 8, initial: null },
    { kind: 'number', isInteger: false },
    { kind: 'flag', initial: true },
    { kind: 'choices', initial: ['b'], minItems: 1, maxItems: 2 },
  ]);
});

test('what no form can hold is not asked', () => {
  expect(ask({ nested: { type: 'object' } })).toBeNull();
  expect(ask({ any: {} })).toBeNull();
  expect(ask({ ['x'.repeat(201)]: { type: 'string' } })).toBeNull();
  expect(ask({ long: { type: 'string', enum: ['x'.repeat(1_001)] } })).toBeNull();
  expect(ask({ list: { type: 'array', items: { type: 'string' } } })).toBeNull();
  expect(
    ask(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, { type: 'string' }]))),
  ).toBeNull();
  expect(
    ask({ many: { type: 'string', enum: Array.from({ length: 201 }, (_, index) => String(index)) } }),
  ).toBeNull();
  expect(
    readElicitation({
      mode: 'url',
      message: 'Go',
      url: 'https://x.example',
      elicitationId: 'x',
    } as ElicitRequestParams),
  ).toBeNull();
});

describe('an answer', () => {
  const fields = ask(all, ['project', 'points'])?.fields ?? [];
  const good = { project: 'HARB', points: 3, labels: ['a'] };

  test('is what was asked for', () => {
    expect(problemOfAnswer(fields, good)).toBeNull();
    expect(
      problemOfAnswer(fields, { ...good, mail: 'a@b.example', share: 0.5, isPublic: false, urgency: '' }),
    ).toBeNull();
  });

  test.each([
    [{ points: 3 }, 'Project: It is needed.'],
    [{ ...good, project: 'constructor' }, 'Project: Choose one of these.'],
    [{ ...good, points: 9 }, 'points: At most 8.'],
    [{ ...good, points: 2.5 }, 'points: A whole number.'],
    [{ ...good, points: Number.NaN }, 'points: This is no number.'],
    [{ ...good, points: '3' }, 'points: This is no number.'],
    [{ ...good, mail: 'nobody' }, 'mail: An address like name@example.org.'],
    [{ ...good, labels: [] }, 'labels: Choose at least 1.'],
    [{ ...good, labels: ['a', 'b', 'c'] }, 'labels: Choose at most 2.'],
    [{ ...good, labels: ['z'] }, 'labels: Choose some of these.'],
    [{ ...good, isPublic: 'yes' }, 'isPublic: Yes or no.'],
    [{ ...good, password: 'x' }, 'Nobody asked for password.'],
    [JSON.parse('{"project":"HARB","points":3,"__proto__":"x"}'), 'Nobody asked for __proto__.'],
  ])('%j is refused: %s', (content, problem) => {
    expect(problemOfAnswer(fields, content)).toBe(problem);
  });

  test('of a form has times as the protocol wants them, and no empty choice', () => {
    const asked = ask({
      at: { type: 'string', format: 'date-time' },
      labels: { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 },
    });
    const form = new FormData();
    form.set('at', '2026-03-01T12:30');
    const content = contentOf(asked?.fields ?? [], form);
    expect(content).toEqual({ at: new Date('2026-03-01T12:30').toISOString() });
    expect(problemOfAnswer(asked?.fields ?? [], content)).toBeNull();
  });

  test('of a form leaves out what was left empty, and says no where nothing is checked', () => {
    const form = new FormData();
    form.set('project', 'DOCK');
    form.set('points', '4');
    form.set('mail', '');
    form.append('labels', 'a');
    form.append('labels', 'c');
    expect(contentOf(fields, form)).toEqual({
      project: 'DOCK',
      points: 4,
      isPublic: false,
      labels: ['a', 'c'],
    });
  });
});
