import { expect, test } from 'vitest';
import {
  linesOfAttachment,
  nameOfAttachment,
  wordsOfAttachment,
} from '#components/artifacts/cards/draft-attachment.ts';
import { parseAttachmentDraft } from '#components/chat/composer/attachment-draft.ts';
import { sampleEventData } from '../support/sample-events.ts';

const attachment = {
  artifactId: 'art_a',
  lines: 'L40-L62',
  title: 'src/limits/token-bucket.ts',
  tokens: 312,
};

test('a chip names a file by its name and a command by its start', () => {
  expect([nameOfAttachment(attachment), linesOfAttachment(attachment)]).toEqual([
    'token-bucket.ts',
    'L40–L62',
  ]);
  const command = { ...attachment, title: 'npm test -- --reporter=verbose tests/core', lines: 'L7' };
  expect(nameOfAttachment(command)).toBe('npm test -- --reporter=verbose t…');
  expect(linesOfAttachment(command)).toBe('L7');
  const { lines: _lines, ...whole } = attachment;
  expect(linesOfAttachment(whole)).toBe('whole');
});

test('a stored draft is read back, and invalid entries are ignored', () => {
  expect(parseAttachmentDraft(JSON.stringify([attachment]))).toEqual([attachment]);
  expect(parseAttachmentDraft(null)).toEqual([]);
  for (const text of ['{', '7', 'null', '[null]', '[{"artifactId":1}]', '{"artifactId":"art_a"}']) {
    expect(parseAttachmentDraft(text)).toEqual([]);
  }
});

test('an attachment that the model reads as a view shows how much of it that is', () => {
  const telemetry = {
    ...sampleEventData['tool.execution_complete'].toolTelemetry,
    fullTokens: 71_182,
    fullTokensEstimated: false,
  };
  const pasted = { artifactId: 'art_a', title: 'Pasted text', tokens: 164 };
  expect(wordsOfAttachment({ ...pasted, telemetry })).toBe('71,182 → 164 tokens');
  expect(wordsOfAttachment(pasted)).toBe('whole · 164 tokens');
});
