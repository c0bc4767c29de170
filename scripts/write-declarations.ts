import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

/**
 * Writes the declarations of a module of `lib` and of what it names; the rest is no interface.
 * @param name below `lib`, without an extension: `embed/index`
 */
export function writeDeclarations(root: string, name: string, to: string): void {
  const all = mkdtempSync(join(tmpdir(), 'vitrine-declarations-'));
  try {
    const settings = join(all, 'tsconfig.json');
    writeFileSync(
      settings,
      JSON.stringify({
        extends: join(root, 'tsconfig.build.json'),
        compilerOptions: {
          ...{ noEmit: false, incremental: false, composite: false, declaration: true },
          ...{ emitDeclarationOnly: true, outDir: all, rootDir: join(root, 'lib') },
          ...{ typeRoots: [join(root, 'node_modules', '@types')], types: ['node'] },
        },
        files: [join(root, 'lib', `${name}.ts`)],
        include: [],
      }),
    );
    execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', settings], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    copyDeclaration(all, to, `${name}.d.ts`, new Set());
  } finally {
    rmSync(all, { recursive: true });
  }
}

const importedFile = /from '(\.[^']+)\.ts'/g;

function copyDeclaration(from: string, to: string, path: string, copied: Set<string>): void {
  if (copied.has(path)) return;
  copied.add(path);
  const text = readFileSync(join(from, path), 'utf8');
  mkdirSync(dirname(join(to, path)), { recursive: true });
  const written = text.replace(importedFile, "from '$1.js'");
  // An editor would take what it cannot find for `any`.
  if (/['"](?:#lib\/|\.[^'"]*\.ts['"])/.test(written))
    throw new Error(`${path} names a file of the checkout`);
  writeFileSync(join(to, path), written);
  for (const [, name = ''] of text.matchAll(importedFile)) {
    copyDeclaration(from, to, normalize(join(dirname(path), `${name}.d.ts`)), copied);
  }
}
