import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { makeHunks } from '#lib/core/algorithms/diff/make-hunks.ts';
import { printUnifiedDiff } from '#lib/core/algorithms/diff/print-unified-diff.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { type ShownForm, shownForms } from '#lib/core/api/shown-result.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { artifactPageUrl } from '#lib/operations/artifacts/artifact-page-url.ts';
import { createUploadLink } from '#lib/operations/artifacts/upload-links.ts';
import { type ShownResult, showResult } from '#lib/operations/conversations/show-result.ts';
import type { McpCall } from './mcp-call.ts';
import { toolAnswer } from './tool-answer.ts';

const title = z.string().trim().min(1).max(limits.titleCharacters);
const conversationId = z.string().optional().describe('Default: a private one for today');

/** The tools with which another agent shows results to people. */
export function registerShowTools(server: McpServer, call: McpCall): void {
  server.registerTool(
    'show',
    {
      description:
        'Shows people a result of any size. Answers with its URL, which ends with its ID. Without content: with a URL to upload a file to.',
      inputSchema: z.object({
        title,
        content: z.string().optional(),
        base64: z.string().optional(),
        uploadId: z.string().optional(),
        type: z.enum(shownForms).optional(),
        conversationId,
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ content, base64, uploadId, type, ...shown }) =>
      toolAnswer(call, async () => {
        const contents = [content, base64, uploadId].filter((one) => one !== undefined);
        if (contents.length > 1)
          throw new VitrineError('invalid_request', 'Give one of content, base64 and uploadId');
        if (contents.length === 0) return await offerUpload(call, shown.title, type ?? null);
        if (uploadId !== undefined && type !== undefined)
          throw new VitrineError('invalid_request', 'Give the type when you ask for the URL to upload to');
        return await show(call, {
          title: shown.title,
          content: uploadId === undefined ? { chunks: chunksOf({ content, base64 }) } : { uploadId },
          form: type ?? null,
          command: null,
          conversationId: shown.conversationId ?? null,
        });
      }),
  );

  server.registerTool(
    'show_diff',
    {
      description: 'Shows people a change: a unified diff, or a text before and after.',
      inputSchema: z.object({
        title,
        diff: z.string().optional(),
        before: z.string().optional(),
        after: z.string().optional(),
        path: z.string().max(limits.pathBytes).optional(),
        conversationId,
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ title: name, conversationId: where, ...change }) =>
      toolAnswer(call, async () =>
        show(call, {
          title: name,
          content: { chunks: chunksOf({ content: diffOf(change) }) },
          form: 'diff',
          command: null,
          conversationId: where ?? null,
        }),
      ),
  );
}

/** The address ends with the ID: said twice, an ID of many tokens would cost more than the rest of the line. */
async function show(call: McpCall, shown: ShownResult): Promise<string> {
  const { id, byteLength } = (await showResult(call, call.client, shown)).metadata;
  return `Shown (${formatBytes(byteLength)}): ${artifactPageUrl(call.origin, id)}`;
}

async function offerUpload(call: McpCall, name: string, form: ShownForm | null): Promise<string> {
  const url = await createUploadLink(call, { tokenId: call.tokenId, title: name, form });
  const minutes = limits.uploadLinkSeconds / 60;
  return `Upload within ${minutes} minutes, once: curl -T FILE ${url}\nThen show it with the uploadId of the answer.`;
}

interface Change {
  diff?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  path?: string | undefined;
}

/** @throws VitrineError `invalid_request` */
function diffOf({ diff, before, after, path = 'text' }: Change): string {
  if ((diff === undefined) === (before === undefined && after === undefined)) {
    throw new VitrineError('invalid_request', 'Give either diff, or before and after');
  }
  if (diff !== undefined) return diff;
  const sides = [before ?? '', after ?? ''] as const;
  if (sides[0].length + sides[1].length > limits.comparedBytes) {
    throw new VitrineError('invalid_request', 'before and after are too large to compare: give a diff');
  }
  const hunks = makeHunks(...sides);
  if (hunks.length === 0) throw new VitrineError('invalid_request', 'before and after are the same');
  return printUnifiedDiff([
    { oldPath: before === undefined ? null : path, newPath: after === undefined ? null : path, hunks },
  ]);
}

interface Content {
  content?: string | undefined;
  base64?: string | undefined;
}

/** @throws VitrineError `invalid_request` where there are no bytes: before anything is stored */
function chunksOf({ content = '', base64 }: Content): AsyncIterable<Uint8Array> {
  const bytes = base64 === undefined ? Buffer.from(content) : decodeBase64(base64);
  if (bytes.length === 0)
    throw new VitrineError('invalid_request', 'The content is empty: nothing was shown');
  return (async function* () {
    yield bytes;
  })();
}

/** Decoding alone would skip whatever is no base64. */
function decodeBase64(text: string): Buffer {
  const plain = text.replaceAll(/\s/g, '').replace(/^data:[^,]*,/, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(plain)) {
    throw new VitrineError('invalid_request', 'base64 is not valid base64');
  }
  return Buffer.from(plain, 'base64');
}
