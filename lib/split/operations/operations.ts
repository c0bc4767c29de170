import type { Summarizer } from '../summarizer.ts';
import { ansible } from './ansible.ts';
import { hyperfine } from './hyperfine.ts';
import { kubernetes } from './kubernetes.ts';
import { apacheBench, loadTests, redisBenchmark } from './load-tests.ts';
import { metrics } from './metrics.ts';
import { restic } from './restic.ts';
import { strace } from './strace.ts';
import { systemUnits } from './system-units.ts';
import { terraform } from './terraform.ts';
import { valgrind } from './valgrind.ts';

/** Programs that run and watch other programs and machines, in the order they are tried. */
export const operations: readonly Summarizer[] = [
  terraform,
  ansible,
  kubernetes,
  apacheBench,
  loadTests,
  redisBenchmark,
  hyperfine,
  ...restic,
  systemUnits,
  valgrind,
  strace,
  metrics,
];
