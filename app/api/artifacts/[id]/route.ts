export { getArtifact as GET } from '@vitrine/lib/http/get-artifact.ts';
