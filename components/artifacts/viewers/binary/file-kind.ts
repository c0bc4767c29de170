/** How files of a kind begin. Characters represent bytes; a point in the pattern matches any. */
interface Signature {
  at: number;
  bytes: string;
  kind: string;
}

const starts = (bytes: string, kind: string, at = 0): Signature => ({ at, bytes, kind });

/** Longer and rarer signatures first. Source: the formats' own specifications, and file(1)'s magic. */
const signatures: readonly Signature[] = [
  starts('\x89PNG\r\n\x1a\n', 'PNG image'),
  starts('SQLite format 3\0', 'SQLite database'),
  starts('7z\xbc\xaf\x27\x1c', '7-Zip archive'),
  starts('\xfd7zXZ\0', 'xz archive'),
  starts('\x28\xb5\x2f\xfd', 'Zstandard archive'),
  starts('ustar', 'tar archive', 257),
  starts('\x7fELF', 'ELF program or library'),
  starts('\xca\xfe\xba\xbe', 'Java class or Mach-O program'),
  starts('\xcf\xfa\xed\xfe', 'Mach-O program'),
  starts('\0asm', 'WebAssembly module'),
  starts('%PDF-', 'PDF document'),
  starts('GIF8', 'GIF image'),
  starts('\xff\xd8\xff', 'JPEG image'),
  starts('WEBP', 'WebP image', 8),
  starts('WAVE', 'WAV sound', 8),
  starts('ftyp', 'MP4 media', 4),
  starts('\x1aE\xdf\xa3', 'Matroska or WebM media'),
  starts('OggS', 'Ogg media'),
  starts('fLaC', 'FLAC sound'),
  starts('ID3', 'MP3 sound'),
  starts('wOFF', 'WOFF font'),
  starts('wOF2', 'WOFF2 font'),
  starts('OTTO', 'OpenType font'),
  starts('\0\x01\0\0\0', 'TrueType font'),
  starts('PAR1', 'Parquet table'),
  starts('ARROW1', 'Arrow table'),
  starts('PACK', 'Git pack'),
  starts('DIRC', 'Git index'),
  starts('PK\x03\x04', 'Zip archive, or a document made of one'),
  starts('PK\x05\x06', 'empty Zip archive'),
  starts('Rar!\x1a\x07', 'RAR archive'),
  starts('BZh', 'bzip2 archive'),
  starts('\x1f\x8b', 'gzip archive'),
  starts('II*\0', 'TIFF image'),
  starts('MM\0*', 'TIFF image'),
  starts('\0\0\x01\0', 'Windows icon'),
  starts('!<arch>\n', 'static library or Debian package'),
  starts('MZ', 'Windows program'),
  starts('BM', 'BMP image'),
];

/** The kind of file that its first bytes indicate; `null`: unknown. */
export function fileKind(head: Uint8Array): string | null {
  const found = signatures.find(({ at, bytes }) =>
    Array.from(bytes).every((character, index) => head[at + index] === character.charCodeAt(0)),
  );
  return found?.kind ?? null;
}
