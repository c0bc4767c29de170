import type { Summarizer } from '../summarizer.ts';
import { apt } from './apt.ts';
import { bundlers } from './bundlers.ts';
import { cmake } from './cmake.ts';
import { codedLines } from './coded-lines.ts';
import { compilers } from './compilers.ts';
import { dockerBuild } from './docker-build.ts';
import { dotnet } from './dotnet.ts';
import { drawnLinters } from './drawn-linters.ts';
import { formatChecks } from './format-checks.ts';
import { go } from './go.ts';
import { gradle } from './gradle.ts';
import { hiddenInLong } from './hidden-in-long.ts';
import { lintLists } from './lint-lists.ts';
import { make } from './make.ts';
import { maven } from './maven.ts';
import { ninja } from './ninja.ts';
import { nodePackages } from './node-packages.ts';
import { npm } from './npm.ts';
import { packageLists } from './package-lists.ts';
import { phpLinters } from './php-linters.ts';
import { pylint } from './pylint.ts';
import { pythonLinters } from './python-linters.ts';
import { pythonPackages } from './python-packages.ts';
import { isProgram } from './recognise-build.ts';
import { rubyPackages } from './ruby-packages.ts';
import { rust } from './rust.ts';
import { shellcheck } from './shellcheck.ts';
import { typeScript } from './type-script.ts';

/** In the order in which they are asked to recognise a result. */
export const builds: readonly Summarizer[] = [
  packageLists,
  typeScript,
  compilers,
  rust,
  go,
  dotnet,
  codedLines,
  lintLists,
  drawnLinters,
  pythonLinters,
  formatChecks,
  phpLinters,
  pylint,
  shellcheck,
  bundlers,
  maven,
  gradle,
  cmake,
  make,
  ninja,
  npm,
  nodePackages,
  pythonPackages,
  apt,
  rubyPackages,
  dockerBuild,
  hiddenInLong(
    compilers,
    isProgram('make', 'gmake', 'ninja', 'cmake', 'meson', 'bazel', 'scons', 'sh', 'bash'),
  ),
  hiddenInLong(go, isProgram('make', 'mage', 'task', 'just')),
];
