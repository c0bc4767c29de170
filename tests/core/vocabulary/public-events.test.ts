import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { durableEventSchema, ephemeralEventSchema } from '#lib/core/vocabulary/events.ts';

/** What the public schema says of the types that both have; its source is in the file. */
const publicEvents: {
  events: Record<string, Record<string, { types: string[]; isOptional: boolean }>>;
} = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'public-events.json'), 'utf8'));

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
}
const whole = z.toJSONSchema(z.union([durableEventSchema, ephemeralEventSchema])) as Schema;
const followed = (schema: Schema): Schema =>
  schema.$ref ? followed(whole.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}) : schema;
const branches = (schema: Schema): Schema[] => {
  const one = followed(schema);
  return [...(one.anyOf ?? []), ...(one.oneOf ?? [])]
    .flatMap(branches)
    .concat(one.anyOf || one.oneOf ? [] : [one]);
};
const ours = new Map<string, Schema>();
for (const { properties } of branches(whole))
  if (properties?.type && properties.data) ours.set(String(properties.type.const), followed(properties.data));
const requests = followed(
  followed(ours.get('assistant.message')?.properties?.toolRequests ?? {}).items ?? {},
);
ours.set('(tool request)', requests);

const typesOf = (schema: Schema): string[] =>
  branches(schema).flatMap(({ type, const: only, enum: values }) => {
    if (type === undefined && values === undefined && only === undefined) return ['any'];
    const named = type ?? typeof (only ?? values?.[0]);
    return (Array.isArray(named) ? named : [named]).map((name) => (name === 'integer' ? 'number' : name));
  });
const canBe = (types: string[], others: string[]) =>
  types.includes('any') || others.includes('any') || types.some((type) => others.includes(type));

/** Where a field of the same name has another type, and fields that the public schema requires and ours does not have. */
function differences(): string[] {
  return Object.entries(publicEvents.events).flatMap(([type, fields]) => {
    const schema = ours.get(type);
    return Object.entries(fields).flatMap(([field, { types, isOptional }]) => {
      const own = schema?.properties?.[field];
      if (own === undefined) return isOptional ? [] : [`${type} has no ${field}`];
      return canBe(typesOf(own), types) ? [] : [`${type}.${field} is ${typesOf(own)}, there ${types}`];
    });
  });
}

test('types of events that the public schema has, too, have its fields, but for what docs/events.md says', () => {
  expect(Object.keys(publicEvents.events).length).toBeGreaterThan(20);
  for (const type of Object.keys(publicEvents.events)) expect(ours.has(type), type).toBe(true);
  const stated = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'events.md'), 'utf8');
  for (const difference of differences()) expect(stated).toContain(`- ${difference}`);
  const listed = [...stated.matchAll(/^- ([\w.()]+(?: \w+\))?(?: has no |\.\w+ is ).*)$/gm)].map(
    ([, line]) => line,
  );
  expect(listed.toSorted()).toEqual(differences().toSorted());
});
