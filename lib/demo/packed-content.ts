import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The encoding of bytes in a recording: Brotli (RFC 7932), then base64. */
export const packContent = (bytes: Uint8Array): string =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).toString('base64');

export const unpackContent = (packed: string): Buffer => brotliDecompressSync(Buffer.from(packed, 'base64'));
