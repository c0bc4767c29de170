import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from './vitest.config.ts';

interface Project {
  test: { name: string; include: string[]; exclude: string[]; isolate: boolean };
}
const root = join(import.meta.dirname, '..');
const projects = (config as { test: { projects: Project[] } }).test.projects.map(({ test: options }) => ({
  ...options,
  files: globSync(options.include, { cwd: root, exclude: options.exclude }),
}));

test('every test file is in one project, or it would not run or run twice', () => {
  const files = globSync('tests/**/*.test.ts', { cwd: root });
  const listed = projects.flatMap((project) => project.files);
  expect(listed.toSorted()).toEqual(files.toSorted());
});

test('few files are isolated, since each of them imports everything again', () => {
  const isolated = projects.filter(({ isolate }) => isolate).flatMap(({ files }) => files);
  expect(isolated.length).toBeLessThanOrEqual(2);
});
