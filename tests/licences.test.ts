import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { licencesTable } from '../scripts/licences-table.ts';
import { printSbom } from '../scripts/print-sbom.ts';
import { readPackages } from '../scripts/read-packages.ts';

const root = join(import.meta.dirname, '..');
const packages = readPackages(root);

/** With which a program under the MIT licence may be given to others as we do it. */
const permissive = [
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense', 'CC0-1.0'],
  ...['(MPL-2.0 OR Apache-2.0)', '(AFL-2.1 OR BSD-3-Clause)'],
];
/** And what else was agreed to: data, and a shared library that is exchangeable. */
const agreed: Readonly<Record<string, RegExp>> = {
  'CC-BY-4.0': /^caniuse-lite$/,
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-win32-/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-wasm32$/,
};

test('every package has a licence that goes with ours', () => {
  expect(packages.length).toBeGreaterThan(100);
  const others = packages.filter(
    ({ name, licence }) => !permissive.includes(licence) && !agreed[licence]?.test(name),
  );
  expect(others).toEqual([]);
});

test('the list of licences is that of the lock file', () => {
  expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(licencesTable(root));
});

test('the bill of materials has every package once, by its address and hash, and nothing of ours', () => {
  const { components, metadata } = JSON.parse(printSbom(root));
  expect(metadata.component).toMatchObject({ type: 'application', name: 'vitrine' });
  expect(components).toHaveLength(packages.length);
  const refs = components.map((component: { 'bom-ref': string }) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(refs.filter((ref: string) => !/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/.test(ref))).toEqual([]);
  const react = components.find(({ name }: { name: string }) => name === 'react');
  expect(react).toMatchObject({ licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512' }] });
  expect(react.hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
});
