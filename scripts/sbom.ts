import { join } from 'node:path';
import { printSbom } from './print-sbom.ts';

/** `npm run sbom`: prints what the product is made of, as CycloneDX 1.6. */
console.log(printSbom(join(import.meta.dirname, '..')));
