import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** What the compiler leaves as it is, by file, and why. Without it, everything there is computed at each render. */
const notCompiled: Readonly<Record<string, string>> = {
  'components/artifacts/lines/line-viewer.tsx': 'the virtualizer answers anew without being a new object',
  'components/artifacts/lines/use-row-window.ts': 'the virtualizer answers anew without being a new object',
  'components/artifacts/viewers/by-file/file-index.tsx':
    'the virtualizer answers anew without being a new object',
  'components/artifacts/viewers/by-file/section-list.tsx':
    'the virtualizer answers anew without being a new object',
  'components/artifacts/viewers/markdown/document-pane.tsx':
    'the virtualizer answers anew without being a new object',
  'components/artifacts/viewers/table/use-column-window.ts':
    'the virtualizer answers anew without being a new object',
  'components/artifacts/viewers/tree/tree-list.tsx':
    'the virtualizer answers anew without being a new object',
  'components/artifacts/lines/lines-failure.tsx': 'a source stays the same object while its lines load',
  'components/artifacts/viewers/binary/hex-view.tsx': 'a source stays the same object while its bytes load',
  'components/artifacts/viewers/by-file/diff-files.tsx':
    'a source stays the same object while its lines load',
  'components/artifacts/viewers/by-file/matches-files.tsx':
    'a source stays the same object while its lines load',
  'components/artifacts/lines/use-line-source.ts': 'remembers in a ref what it was made with',
  'components/artifacts/lines/use-hidden-count.ts': 'remembers in a ref what was counted',
  'components/chat/thread.tsx': 'remembers in a ref the groups it made before',
  'components/artifacts/viewers/image/image-view.tsx': 'reads the zoom from the object that also has its ref',
  'components/artifacts/viewers/log/filtered-lines.tsx': 'scrolls an element that is passed on',
  'components/chat/composer.tsx': 'sizes an element that is passed on',
  'components/chat/use-thread-start.ts': 'scrolls an element that is passed on',
};

interface CompilerEvent {
  kind: string;
}

function compile(path: string, onEvent: (event: CompilerEvent) => void): void {
  const { transformSync } = require('next/dist/compiled/babel/core');
  const compiler = require('babel-plugin-react-compiler');
  const options = {
    panicThreshold: 'none',
    logger: { logEvent: (_: string, event: CompilerEvent) => onEvent(event) },
  };
  transformSync(readFileSync(join(root, path), 'utf8'), {
    filename: join(root, path),
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [[compiler.default, options]],
  });
}

test('every component and hook is compiled, so that none has to remember by hand; the exceptions are listed', () => {
  let compiled = 0;
  const skipped = new Set<string>();
  for (const path of globSync('{app,components}/**/*.{ts,tsx}', { cwd: root })) {
    compile(path, ({ kind }) => {
      if (kind === 'CompileSuccess') compiled += 1;
      else if (kind !== 'CompileDiagnostic') skipped.add(path);
    });
  }
  expect([...skipped].toSorted()).toEqual(Object.keys(notCompiled).toSorted());
  expect(compiled).toBeGreaterThan(500);
});
