export { formatBytes } from '../../lib/core/format-bytes.ts';
