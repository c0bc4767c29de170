import { z } from 'zod';
import { sectionsSchema } from '#lib/core/algorithms/lines/file-section.ts';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { artifactListSchema } from '#lib/core/api/artifact-list.ts';
import { artifactViewsSchema } from '#lib/core/api/artifact-views.ts';
import { comparisonSchema } from '#lib/core/api/comparison.ts';
import { matchContextSchema } from '#lib/core/api/match-context.ts';
import { shownForms, shownResultSchema } from '#lib/core/api/shown-result.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { artifactTypeSchema } from '#lib/core/vocabulary/artifact.ts';
import { changedProblems } from '#lib/core/vocabulary/changed-problems.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import { keepRequestSchema } from '#lib/core/vocabulary/keep.ts';
import { appCallAnswerSchema, appCallSchema, openedAppSchema } from '#lib/core/vocabulary/tools/mcp-app.ts';
import { requireReadable } from '#lib/operations/access.ts';
import { artifactAnswer } from '#lib/operations/artifacts/artifact-answer.ts';
import { artifactPageUrl } from '#lib/operations/artifacts/artifact-page-url.ts';
import { readArtifactViews } from '#lib/operations/artifacts/artifact-views.ts';
import { callAppTool } from '#lib/operations/artifacts/call-app-tool.ts';
import { checkPolicy } from '#lib/operations/artifacts/check-policy.ts';
import { compareArtifacts } from '#lib/operations/artifacts/compare-artifacts.ts';
import { divideByFile } from '#lib/operations/artifacts/divide-by-file.ts';
import { filterLog, filterQuery } from '#lib/operations/artifacts/filter-log.ts';
import { keepArtifact, releaseArtifact } from '#lib/operations/artifacts/keep-artifact.ts';
import { contextQuery, readMatchContext } from '#lib/operations/artifacts/match-context.ts';
import { openResourceLink } from '#lib/operations/artifacts/open-resource-link.ts';
import { readApp } from '#lib/operations/artifacts/read-app.ts';
import { recallForClient } from '#lib/operations/artifacts/recall-for-client.ts';
import { replayArtifactChange } from '#lib/operations/artifacts/replay-artifact-change.ts';
import { searchArtifact, searchQuery } from '#lib/operations/artifacts/search-artifact.ts';
import { selectedLines } from '#lib/operations/artifacts/share-lines.ts';
import { storageNotice } from '#lib/operations/artifacts/storage-quota.ts';
import { priceAttachment } from '#lib/operations/conversations/price-attachment.ts';
import { showResult } from '#lib/operations/conversations/show-result.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { listArtifacts } from '#lib/operations/search/list-artifacts.ts';
import { asksOneWay, oneWay } from '#lib/tools/recall/recall.ts';
import { titleOfCommand } from '#lib/tools/title-of-command.ts';
import { artifactQuery, artifactResponse } from '../artifact-response.ts';
import { appFrameLink, contentLink } from '../content-link.ts';
import { fileBody } from '../file-body.ts';
import { formerProblem } from '../former-names.ts';
import { underFormerPath } from '../former-path.ts';
import { recordResponse } from '../record-stream.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const expiryAnswer = z.object({ expiresAt: z.iso.datetime().nullable() });
const keepAnswer = expiryAnswer.extend({
  notice: z.string().nullable().describe('What to know before the team’s storage is full'),
});

const recallRoute = defineRoute({
  method: 'GET',
  path: '/api/artifacts/:id/recall',
  summary: 'Recall a part of an artifact',
  description:
    'As a model recalls it, with secrets masked: lines, what matches a query, or values at a JSONPath; one of them. 409 `not_possible` says why there is nothing to read.',
  right: 'read',
  scope: 'content',
  token: 'read',
  query: z.strictObject({
    lines: z.string().max(200).optional().describe('`40-62`, `last 20`, or several: `1-9,40-62`'),
    query: z.string().min(1).max(1_000).optional(),
    jsonPath: z.string().max(1_000).optional(),
    maxTokens: z.coerce.number().int().min(limits.recallMinTokens).max(limits.recallMaxTokens).optional(),
  }),
  answer: z.object({ text: z.string() }),
  errors: ['not_possible'],
  async handle({ origin, params, query, member, services }) {
    if (!asksOneWay(query)) throw new VitrineError('invalid_request', oneWay);
    return { text: await recallForClient({ origin, member, services }, params.id, query) };
  },
});

/** Also under the name it had before. */
const viewsRoute = defineRoute({
  method: 'GET',
  path: '/api/artifacts/:id/views',
  summary: 'Show what the model saw of an artifact',
  description:
    'In which steps, and whether the stored bytes and the stored view are still those that were recorded and sent. `check` is `null` after expiry.',
  right: 'read',
  scope: 'content',
  token: 'read',
  answer: artifactViewsSchema,
  formerNames: { actualSha256: 'foundSha256' },
  handle: ({ artifact, services }) => readArtifactViews(services, artifact),
});

/** One resource under two names. */
const readRoute = (path: '/api/artifacts/:id' | '/api/outputs/:id'): Route =>
  defineRoute({
    method: 'GET',
    path,
    summary: 'Read an artifact',
    description: `Without a query: its bytes, sandboxed and never sniffed. \`Range\` and \`If-None-Match\` work as usual. With \`VITRINE_CONTENT_URL\`, what a browser loads itself is redirected (307) to a signed link on that origin.

\`format=json\` answers \`{data, metadata}\` for up to 2 MiB, 413 \`too_large\` above; with \`lines\`, \`data\` is that window of lines. \`lines\` alone answers the window, \`line\` a part of one long line; \`character\` counts as the positions of a search do. \`view=problems\` answers at most 60 failures, whatever the model was sent.

\`format=metadata\`, \`view=assistant\` and \`view=facts\` also work after the artifact has expired. While it is being written, readers get what is there: \`Range\` answers \`bytes a-b/*\` (416 at the present end), without an ETag.`,
    right: 'read',
    scope: 'content',
    token: 'read',
    isDirect: true,
    query: artifactQuery,
    answer: artifactAnswer,
    formerNames: formerProblem,
    media: ['text/plain', 'application/octet-stream', 'application/pdf', 'image/*'],
    statuses: [200, 206, 304, 307],
    errors: ['artifact_expired', 'invalid_lines', 'not_text', 'too_large', 'range_not_satisfiable'],
    handle: ({ request, params: { id }, query, artifact, member, services }) =>
      artifactResponse(request, services.stores.artifacts, query, {
        record: artifact,
        metadata: artifact.metadata,
        isShared: false,
        linkElsewhere: (isFile) => contentLink(services, request, { id, member, isFile }),
      }),
  });

const replayRoute = (direction: 'undo' | 'redo'): Route =>
  defineRoute({
    method: 'POST',
    path: `/api/artifacts/:id/${direction}`,
    needsFiles: 'conversation',
    summary: direction === 'undo' ? 'Undo a change to files' : 'Apply an undone change again',
    description:
      'For artifacts of edits. The policy of the tool applies to the caller, and the audit log records it. 409 `changed` if a file differs from what the change left, `not_possible` if it cannot be written.',
    right: 'write',
    scope: 'artifact',
    token: 'write',
    errors: ['changed', 'not_possible', 'artifact_expired', 'invalid_request', 'forbidden', 'busy'],
    handle: ({ origin, artifact, conversation, member, services }) =>
      replayArtifactChange(services, origin, member, { artifact, conversation }, direction),
  });

const maxCommandCharacters = 500;

/** The command that printed what is shown; `null`: none did, or it cannot be read. */
function readShownCommand(headers: Headers): string | null {
  try {
    const command = decodeURIComponent(headers.get('vitrine-command') ?? '').toWellFormed();
    return command === '' ? null : cutText(command, maxCommandCharacters);
  } catch {
    // It is not percent-encoded.
    return null;
  }
}

/** Of a command that ran where the caller is. */
const shownCommand = {
  exitCode: z.coerce.number().int().min(0).max(255).default(0).describe('Of the command'),
  durationMs: z.coerce.number().int().nonnegative().default(0).describe('Of the command'),
};

const flag = z.literal('1').optional();

export const artifactRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/artifacts',
    summary: 'List artifacts',
    description:
      'Those that the caller may read, the latest first unless `sort` says otherwise, by page. `q`: words of their titles and of the calls that made them, not of their content.',
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      q: z.string().trim().max(limits.conversationQueryCharacters).default(''),
      type: artifactTypeSchema.optional().describe('The kind of content'),
      conversation: idSchema.optional(),
      by: z.string().max(100).optional().describe('ID of the member who asked for it, or gave it'),
      tool: z.string().max(200).optional(),
      kept: flag.describe('`1`: only what somebody keeps'),
      shared: flag.describe('`1`: only those with an open link of the caller, for admins of anybody'),
      sort: z
        .literal('largest')
        .optional()
        .describe(`The largest first, of the latest ${limits.documentsRead}`),
      count: flag.describe(`\`1\`: with the first page, how many there are, up to ${limits.documentsRead}`),
      before: z.coerce.number().int().min(1).optional().describe('`next` of the page before'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(limits.artifactsPerPage)
        .default(limits.artifactsPerPage)
        .describe('Of a page'),
    }),
    answer: artifactListSchema,
    errors: ['not_found'],
    handle: ({ query, member, services }) =>
      listArtifacts(services, member, {
        ...{ query: query.q.toWellFormed(), conversationId: query.conversation ?? null },
        ...{ type: query.type ?? null, by: query.by ?? null, tool: query.tool ?? null },
        ...{ isKept: query.kept === '1', isShared: query.shared === '1' },
        ...{ isLargestFirst: query.sort === 'largest', isCounted: query.count === '1' },
        ...{ before: query.before ?? null, limit: query.limit },
      }),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/artifacts',
    needsFiles: 'usable',
    isDirect: true,
    takesBytes: true,
    summary: 'Show a result',
    description: `As an artifact in a message to the team. The body is the result, at most ${limits.artifactBytes / 1024 / 1024} MiB. Without \`conversation\` it goes to a private one for the caller’s API token and the day (UTC). The answer has the view that a model reads in its place.\n\nThe header \`Vitrine-Command\` says what printed it, if a command did: percent-encoded, at most ${maxCommandCharacters} characters. Addresses end up in logs, so the command is not in the query.`,
    right: 'read',
    scope: 'team',
    token: 'show',
    query: z.strictObject({
      title: z.string().trim().min(1).max(limits.titleCharacters).optional().describe('Default: the command'),
      type: z.enum(shownForms).optional(),
      conversation: idSchema.optional(),
      ...shownCommand,
    }),
    answer: shownResultSchema,
    statuses: [201],
    errors: ['not_found', 'forbidden', 'too_large', 'storage_full', 'too_many_requests'],
    async handle({ request, origin, query, member, token, services }) {
      const { type = null, conversation = null, exitCode, durationMs } = query;
      const command = readShownCommand(request.headers);
      const title = query.title ?? (command && titleOfCommand(command, limits.titleCharacters));
      if (!title) throw new VitrineError('invalid_request', 'Give a title');
      const client = token ?? { id: 'command', name: 'vitrine' };
      const { metadata, assistantView } = await showResult({ origin, member, services }, client, {
        title,
        content: { chunks: fileBody(request) },
        form: type,
        command: command === null ? null : { command, exitCode, durationMs },
        conversationId: conversation,
      });
      return {
        artifactId: metadata.id,
        conversationId: metadata.conversationId,
        url: artifactPageUrl(origin, metadata.id),
        view: assistantView,
      };
    },
  }),

  readRoute('/api/artifacts/:id'),
  readRoute('/api/outputs/:id'),

  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/app',
    summary: 'Open the app that shows an artifact',
    description:
      'The page of the MCP server whose tool made it, and everything that the page is sent. `frameUrl` is where to show it: on another origin, for a minute; `null` without `VITRINE_CONTENT_URL`, except in local mode.',
    right: 'read',
    scope: 'artifact',
    token: 'read',
    answer: openedAppSchema,
    errors: ['artifact_expired', 'not_found', 'busy'],
    async handle({ request, params: { id }, artifact, member, services }) {
      const app = await services.wholeReads.run(limits.appCharacters, request.signal, () =>
        readApp(services, artifact.metadata),
      );
      return { app, frameUrl: await appFrameLink(services, request, { id, member }) };
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/api/artifacts/:id/app/calls',
    needsFiles: 'conversation',
    summary: 'Call a tool for an app',
    description:
      'What the page of an app asks for: a tool of its own server that is not for the model alone, under the policy for it. `asks`: nothing ran, the member must allow it. The model reads nothing of the result; the ledger records the call.',
    right: 'write',
    scope: 'artifact',
    token: 'run',
    body: appCallSchema,
    answer: appCallAnswerSchema,
    errors: ['forbidden', 'not_found', 'not_possible', 'invalid_request', 'too_many_requests'],
    handle: ({ origin, artifact, conversation, body, member, services }) =>
      callAppTool({ origin, member, services }, { artifact, conversation }, body),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/compare',
    summary: 'Compare two artifacts',
    description:
      'Compares text as people read it, from the older artifact to the newer one, whichever is given first.',
    right: 'read',
    scope: 'content',
    token: 'read',
    query: z.strictObject({ with: idSchema }),
    answer: comparisonSchema,
    formerNames: formerProblem,
    errors: ['artifact_expired', 'artifact_writing', 'not_text', 'too_large', 'busy'],
    async handle({ request, params, query, artifact: one, member, services }) {
      const { artifact: other } = await requireReadable(services, member, query.with);
      const byteLength = one.metadata.byteLength + other.metadata.byteLength;
      const difference = await services.wholeReads.run(byteLength, request.signal, () =>
        compareArtifacts(services.stores.artifacts, one.metadata, other.metadata),
      );
      const [before, after] = difference.before.artifactId === params.id ? [one, other] : [other, one];
      return { ...difference, ...changedProblems(before.problems, after.problems) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/context',
    needsFiles: 'conversation',
    summary: 'Read the lines around a match of a search',
    description:
      'From the file as the workspace has it now: 409 `changed` if the match is no longer at its line, 404 if the file is gone. Never for the model, and not available for shares.',
    right: 'read',
    scope: 'artifact',
    token: 'read',
    query: contextQuery,
    answer: matchContextSchema,
    errors: ['changed', 'not_possible', 'too_large', 'invalid_request', 'invalid_lines', 'artifact_expired'],
    async handle({ query, artifact: { metadata }, conversation, services }) {
      const workspace = await services.workspaces.of(conversation);
      return await readMatchContext(services.stores.artifacts, workspace, metadata, query);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/files',
    summary: 'List the files in a diff or a search',
    description: 'Where the lines of each file start. At most 10,000 files.',
    right: 'read',
    scope: 'content',
    token: 'read',
    answer: sectionsSchema,
    formerNames: { status: 'fate' },
    errors: ['artifact_expired', 'not_text', 'busy'],
    handle: ({ request, origin, artifact, services }) =>
      services.wholeReads.run(limits.scanBytes, request.signal, () =>
        divideByFile(origin, services.stores.artifacts, artifact.metadata),
      ),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/filter',
    summary: 'Filter the lines of a log',
    description:
      'A page of at most 2,000 lines as NDJSON: records `{rows}`, then `{done, next, counts, lines, readTo}` or `{error, code}`. `next` is where the following page starts. Counted only when read from the first line.',
    right: 'read',
    scope: 'content',
    token: 'read',
    query: filterQuery,
    media: ['application/x-ndjson'],
    errors: ['artifact_expired', 'not_text'],
    handle: async ({ request, query, artifact, services }) =>
      recordResponse(await filterLog(services.stores.artifacts, artifact.metadata, query, request.signal)),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/artifacts/:id/keep',
    summary: 'Keep an artifact for longer',
    description: 'Never shortens the time. `null` keeps it until it is removed.',
    right: 'read',
    scope: 'artifact',
    token: 'write',
    body: keepRequestSchema,
    answer: keepAnswer,
    errors: ['artifact_expired', 'artifact_writing', 'storage_full'],
    async handle({ artifact, body, member, services }) {
      const { expiresAt } = await keepArtifact(services, member, artifact, body);
      return { expiresAt, notice: await storageNotice(services.stores.artifacts) };
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/api/artifacts/:id/keep',
    summary: 'Stop keeping an artifact',
    description:
      'It then expires as a new result would, or sooner if it was going to. 409 `not_possible` for an attachment of a message.',
    right: 'read',
    scope: 'artifact',
    token: 'write',
    answer: expiryAnswer,
    errors: ['artifact_expired', 'artifact_writing'],
    async handle({ artifact, member, services }) {
      const { expiresAt } = await releaseArtifact(services, member, artifact);
      return { expiresAt };
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/price',
    summary: 'Count the tokens an attachment would cost',
    description: 'Counts exactly the text that the model would be sent.',
    right: 'read',
    scope: 'content',
    token: 'read',
    query: selectedLines,
    answer: z.object({ tokens: z.number().int() }),
    errors: ['artifact_expired', 'artifact_writing', 'invalid_lines', 'not_text', 'too_large', 'busy'],
    handle: ({ request, artifact, query, services }) =>
      services.wholeReads.run(limits.attachmentBytes, request.signal, () =>
        priceAttachment(services, artifact.metadata, query.lines),
      ),
  }),

  defineRoute({
    method: 'POST',
    path: '/api/artifacts/:id/links',
    needsFiles: 'conversation',
    summary: 'Open what a result refers to',
    description:
      'For results of MCP servers: fetches one of its resource links from the server, as the caller, and stores it as an artifact for people.',
    right: 'write',
    scope: 'artifact',
    token: 'write',
    body: z.strictObject({ uri: z.string().max(8_192) }),
    answer: z.object({ artifactId: z.string() }),
    statuses: [201],
    errors: ['not_found', 'not_possible', 'too_many_requests'],
    handle: async ({ origin, artifact, conversation, body, member, services }) => ({
      artifactId: await openResourceLink({ origin, member, services }, { artifact, conversation }, body.uri),
    }),
  }),

  replayRoute('undo'),
  replayRoute('redo'),

  defineRoute({
    method: 'POST',
    path: '/api/artifacts/:id/rerun',
    summary: 'Run the call of an artifact again',
    description:
      'For people only: the history of the model does not change. Queued like a message, and subject to the policy of the tool.',
    right: 'write',
    scope: 'artifact',
    token: 'run',
    answer: z.object({ runId: z.string() }),
    statuses: [202],
    errors: ['not_repeatable', 'forbidden', 'too_many_requests', 'draining'],
    async handle({ origin, params, artifact, conversation, member, services }) {
      // It costs as much as a message, so it shares that limit.
      await checkRate(services, origin, 'message', member.id);
      await checkPolicy(services, member, artifact.metadata.tool, conversation.workspace);
      const by = { id: member.id, name: member.name };
      return await services.runner.rerun(conversation, params.id, by);
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/api/artifacts/:id/search',
    summary: 'Search the text of an artifact',
    description:
      'As NDJSON while matches are found: records `{line, starts}`, then `{done, hits, lines, isCut, lineCount}` or `{error, code}`. Searches text as people read it; positions of the first 10,000 matches, the others are only counted.',
    right: 'read',
    scope: 'content',
    token: 'read',
    query: searchQuery,
    media: ['application/x-ndjson'],
    errors: ['artifact_expired', 'not_text'],
    handle: async ({ request, query, artifact, services }) =>
      recordResponse(searchArtifact(services.stores.artifacts, artifact.metadata, query, request.signal)),
  }),

  recallRoute,
  viewsRoute,
  underFormerPath(viewsRoute, '/api/artifacts/:id/sides'),
];
