import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A package that the product is built of or runs with, by the lock file; those for development alone are none. */
export interface UsedPackage {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
  /** Subresource integrity: `sha512-` and Base64. */
  integrity: string;
}

/** What these say in a file of theirs, and not where npm reads it. */
const licencesInFiles: Readonly<Record<string, string>> = { format: 'MIT', khroma: 'MIT' };

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().default(false),
      link: z.boolean().default(false),
    }),
  ),
});

/** Each name and version once, by name. @throws Error for a package without a licence */
export function readPackages(root: string): UsedPackage[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const found = new Map<string, UsedPackage>();
  for (const [path, { version, license, integrity, dev, link }] of Object.entries(packages)) {
    // Others are ours: the product itself, and its library.
    const name = path.startsWith('node_modules/') ? path.replace(/^.*node_modules\//, '') : null;
    if (name === null || dev || link || version === undefined) continue;
    const licence = license ?? licencesInFiles[name];
    if (licence === undefined) throw new Error(`${name} does not say its licence: look, and name it`);
    found.set(`${name}@${version}`, { name, version, licence, integrity: integrity ?? '' });
  }
  return [...found.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ name, version }: UsedPackage): string => `${name} ${version}`;
