import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentSchema } from '#lib/config.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What npm, the launcher and the system set: nobody chooses them for Vitrine. */
const setByOthers = ['INIT_CWD', 'VITRINE_BUILD', 'XDG_STATE_HOME'];
const settings = Object.keys(environmentSchema.shape)
  .filter((name) => !setByOthers.includes(name))
  .toSorted();

/** Variables that the compose file itself takes from .env. */
const ofCompose = [
  'COMPOSE_PROFILES',
  ...[...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name),
];

describe('the variables that are read', () => {
  test('are those of the page on settings', () => {
    const [, variables = ''] = /^## Variables$([\s\S]*?)^## /m.exec(read('docs/settings.md')) ?? [];
    const named = [...variables.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(named.toSorted()).toEqual(settings);
  });

  test('are those of .env.example, besides those of Docker Compose', () => {
    const named = [...read('.env.example').matchAll(/^# (\w+)=/gm)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual([...new Set([...settings, ...ofCompose])].toSorted());
  });
});
