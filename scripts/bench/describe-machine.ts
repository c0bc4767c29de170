import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const nextPackage = join(import.meta.dirname, '..', '..', 'node_modules', 'next', 'package.json');

/**
 * Describes the machine the figures come from. If the load is near or above the number of cores before the
 * bench begins, the figures are noisy.
 */
export function describeMachine(): string {
  const { version } = JSON.parse(readFileSync(nextPackage, 'utf8')) as { version: string };
  const [load = 0] = loadavg();
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load ${load.toFixed(1)} before the start`,
    `Node ${process.versions.node}, Next ${version}, ${process.platform} ${process.arch}`,
  ].join('; ');
}
