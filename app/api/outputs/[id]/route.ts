/** The same resource under its other name. */
export { getArtifact as GET } from '@vitrine/lib/http/get-artifact.ts';
