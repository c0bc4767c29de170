import { readPackages, type UsedPackage } from './read-packages.ts';

/** `docs/licences.md`: the packages by their licence. */
export function licencesTable(root: string): string {
  const byLicence = Map.groupBy(readPackages(root), ({ licence }) => licence);
  const sections = [...byLicence]
    .toSorted(([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1))
    .map(([licence, packages]) => `## ${licence}\n\n${packages.map(asWords).join(', ')}\n`);
  return `# Licences

Vitrine is under the [MIT licence](../LICENSE). These packages are built into it or run with it, each under its own licence; those for development alone are not
listed. The list follows from the lock file (\`npm run docs\`), and a test refuses a licence that nobody has agreed to. \`npm run sbom\` prints the same packages with their hashes as
CycloneDX.

libvips, with which sharp reads and scales images, is under the LGPL: it is a shared library in packages of its own (\`@img/sharp-libvips-…\`), which can be exchanged for another
build of it. Of the packages for several systems, one is installed.

${sections.join('\n')}`;
}

const asWords = ({ name, version }: UsedPackage): string => `${name} ${version}`;
