/** The same resource under its other name. */
export { GET } from '../../artifacts/[id]/route.ts';
