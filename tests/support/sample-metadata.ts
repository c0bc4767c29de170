import type { ArtifactMetadata } from '../../lib/core/artifact.ts';

/** Of the change to one file. */
export const sampleMetadata: ArtifactMetadata = {
  id: 'art_x',
  type: 'diff',
  title: 'x.ts',
  mimeType: 'text/plain',
  byteLength: 1,
  droppedBytes: 0,
  lineCount: 5,
  firstLine: 1,
  sha256: null,
  state: 'complete',
  createdAt: '2026-11-22T10:00:00.000Z',
  expiresAt: null,
  tool: 'edit_file',
  arguments: {},
  author: { id: 'local', name: 'Mara' },
  runId: 'run_x',
  conversationId: 'conv_x',
  exitCode: null,
  durationMs: null,
  stderrLines: [],
  dimensions: null,
  changes: [],
  language: 'diff',
  files: ['x.ts'],
};
