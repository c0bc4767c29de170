import { version } from '../lib/core/vocabulary/version.ts';
import { readPackages, type UsedPackage } from './read-packages.ts';

/** The bill of materials: https://cyclonedx.org/docs/1.6/json/. It is the same for the same lock file. */
export function printSbom(root: string): string {
  const components = readPackages(root).map(componentOf);
  const product = { type: 'application', 'bom-ref': `vitrine@${version}`, name: 'vitrine', version };
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...product, licenses: [{ license: { id: 'MIT' } }] } },
    components,
  };
  return JSON.stringify(bom, null, 2);
}

function componentOf({ name, version: ofPackage, licence, integrity }: UsedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${ofPackage}`;
  const [algorithm = '', hash = ''] = integrity.split('-');
  return {
    ...{ type: 'library', 'bom-ref': purl, name, version: ofPackage, purl },
    licenses: [/ (?:AND|OR) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
  };
}
