/** `at`: offset of the marks; default: the start. */
interface Signature {
  marks: string;
  at?: number;
  kind: string;
}

/** First bytes as Latin-1 text. Sources: the format specifications and the list of `file(1)`. */
const signatures: readonly Signature[] = [
  { marks: '\x89PNG\r\n\x1a\n', kind: 'PNG image' },
  { marks: '\xff\xd8\xff', kind: 'JPEG image' },
  { marks: 'GIF87a', kind: 'GIF image' },
  { marks: 'GIF89a', kind: 'GIF image' },
  { marks: 'WEBP', at: 8, kind: 'WebP image' },
  { marks: 'WAVE', at: 8, kind: 'WAV audio' },
  { marks: 'AVI ', at: 8, kind: 'AVI video' },
  { marks: 'ftypavif', at: 4, kind: 'AVIF image' },
  { marks: 'ftyphei', at: 4, kind: 'HEIC image' },
  { marks: 'ftypqt', at: 4, kind: 'QuickTime video' },
  { marks: 'ftypM4A', at: 4, kind: 'M4A audio' },
  { marks: 'ftyp', at: 4, kind: 'MP4 video' },
  { marks: '\x00\x00\x01\x00', kind: 'icon image (ICO)' },
  { marks: 'II*\x00', kind: 'TIFF image' },
  { marks: 'MM\x00*', kind: 'TIFF image' },
  { marks: '8BPS', kind: 'Photoshop image' },
  { marks: '%PDF-', kind: 'PDF document' },
  { marks: 'PK\x03\x04', kind: 'ZIP archive' },
  { marks: 'PK\x05\x06', kind: 'ZIP archive, empty' },
  { marks: '\x1f\x8b', kind: 'gzip archive' },
  { marks: 'BZh', kind: 'bzip2 archive' },
  { marks: '\xfd7zXZ\x00', kind: 'xz archive' },
  { marks: '\x28\xb5\x2f\xfd', kind: 'Zstandard archive' },
  { marks: "7z\xbc\xaf'\x1c", kind: '7-Zip archive' },
  { marks: 'Rar!\x1a\x07', kind: 'RAR archive' },
  { marks: 'ustar', at: 257, kind: 'tar archive' },
  { marks: '!<arch>\ndebian', kind: 'Debian package' },
  { marks: '!<arch>\n', kind: 'static library' },
  { marks: '\x7fELF', kind: 'ELF program or library' },
  { marks: '\xca\xfe\xba\xbe\x00\x00\x00', kind: 'Java class' },
  { marks: '\xfe\xed\xfa\xce', kind: 'Mach-O program' },
  { marks: '\xcf\xfa\xed\xfe', kind: 'Mach-O program' },
  { marks: '\x00asm', kind: 'WebAssembly module' },
  { marks: 'SQLite format 3\x00', kind: 'SQLite database' },
  { marks: 'PACK', kind: 'git pack' },
  { marks: 'DIRC', kind: 'git index' },
  { marks: 'PAR1', kind: 'Parquet table' },
  { marks: 'Obj\x01', kind: 'Avro data' },
  { marks: '\x93NUMPY', kind: 'NumPy array' },
  { marks: '\x89HDF\r\n', kind: 'HDF5 data' },
  { marks: 'GGUF', kind: 'GGUF model' },
  { marks: 'wOFF', kind: 'WOFF font' },
  { marks: 'wOF2', kind: 'WOFF2 font' },
  { marks: 'OTTO', kind: 'OpenType font' },
  { marks: '\x00\x01\x00\x00\x00', kind: 'TrueType font' },
  { marks: 'OggS', kind: 'Ogg audio' },
  { marks: 'fLaC', kind: 'FLAC audio' },
  { marks: 'ID3', kind: 'MP3 audio' },
  { marks: '\x1a\x45\xdf\xa3', kind: 'Matroska or WebM video' },
  { marks: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', kind: 'old Office document' },
  { marks: 'MZ', kind: 'Windows program' },
  { marks: 'BM', kind: 'BMP image' },
];
const looked = 4_096;

/**
 * The type of non-text bytes, by the first of them: `PNG image, 669×630`, `binary, ZIP archive`; `null`:
 * unknown.
 */
export function binaryKind(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, looked));
  const text = head.toString('latin1');
  const found = signatures.find(({ marks, at }) => text.startsWith(marks, at ?? 0));
  if (!found) return null;
  const kind = found.kind === 'ZIP archive' ? zipKind(text) : found.kind;
  const size = sizeOf(found.kind, bytes);
  if (size !== null) return `${kind}, ${size.width}×${size.height}`;
  return kind.includes('image') ? kind : `binary, ${kind}`;
}

/** Many formats are ZIP archives that contain certain file names. */
function zipKind(text: string): string {
  if (text.includes('word/')) return 'Word document';
  if (text.includes('xl/')) return 'Excel workbook';
  if (text.includes('ppt/')) return 'PowerPoint presentation';
  if (text.includes('META-INF/')) return 'Java archive (ZIP)';
  if (text.includes('mimetypeapplication/epub')) return 'EPUB book';
  if (text.includes('mimetypeapplication/vnd.oasis')) return 'OpenDocument file';
  return /\.dist-info\/|\.py/.test(text) ? 'Python wheel (ZIP)' : 'ZIP archive';
}

interface Size {
  width: number;
  height: number;
}

function sizeOf(kind: string, bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'PNG image' && bytes.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (kind === 'GIF image' && bytes.length >= 10)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return kind === 'JPEG image' ? jpegSize(view) : null;
}

/** Walks the segments up to the frame header. */
function jpegSize(view: DataView): Size | null {
  let index = 2;
  while (index + 9 < view.byteLength) {
    if (view.getUint8(index) !== 0xff) return null;
    const mark = view.getUint8(index + 1);
    const isFrame = mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc;
    if (isFrame) return { width: view.getUint16(index + 7), height: view.getUint16(index + 5) };
    index += 2 + view.getUint16(index + 2);
  }
  return null;
}
