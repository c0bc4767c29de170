import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

/** Recordings as they would be summarized: what is recognised, and lines that the view has. */
const views: Record<string, { kind: string; has: string[] }> = {
  'restic-first': {
    kind: 'restic',
    has: [
      'exit 0, complete, snapshot 8469cab9 saved, files: 242 new, 0 changed, 0 unmodified, folders: 18 new, 0 changed, 0 unmodified, 469.396 KiB added (208.469 KiB stored)',
      'largest of 242 new files: /site/core/vocabulary/events.ts 12.976 KiB, ',
    ],
  },
  'restic-changes': {
    kind: 'restic',
    has: [
      'exit 0, complete, snapshot da7206f7 saved, files: 4 new, 7 changed, 233 unmodified, folders: 2 new, 3 changed, 15 unmodified, 242.182 KiB added (215.615 KiB stored)',
      'new files: /site/photos/2024/p1.jpg 68.359 KiB, ',
      '/site/core/limits copy.ts 0 B',
      'changed files: /site/notes/0002-react-markdown.md 620 B, ',
    ],
  },
  'restic-unreadable': {
    kind: 'restic',
    has: [
      'exit 3, incomplete, 3 paths not read, 1 source missing, snapshot fa486207 saved, files: 0 new, ',
      '\n drafts does not exist, skipping\n',
      '\n error: open site/core/limits.ts: permission denied\n',
      '\n error: open site/notes/0010-search-opens-files.md: permission denied\n',
      '\n error: Open: open site/photos: permission denied\n',
    ],
  },
  'restic-terminal': {
    kind: 'restic',
    has: ['exit 3, incomplete, 3 paths not read, 1 source missing, snapshot 80248a7a saved, files: 0 new, '],
  },
  'restic-interrupted': {
    kind: 'restic',
    has: [
      'exit 124, interrupted, 3 paths not read, no snapshot saved, ',
      '\n signal interrupt received, cleaning up\n',
      '\n panic: runtime error: invalid memory address or nil pointer dereference\n',
    ],
  },
  'restic-no-source': {
    kind: 'restic',
    has: ['exit 1, failed, 1 source missing, no snapshot saved', '\n nothere does not exist, skipping\n'],
  },
};

describe('a recording of what runs and watches programs', () => {
  test.each(Object.entries(views))('%s is summarized by how it ended', async (name, { kind, has }) => {
    const { tool, args, exitCode, bytes } = recording(`operations/${name}`);
    const view = await splitRecording({ tool, args, exitCode, level: 'balanced', bytes, isSummarized: true });
    expect(view.kind).toBe(kind);
    for (const line of has) expect(view.text).toContain(line);
    expect(view.tokens).toBeLessThanOrEqual(400);
  });
});
