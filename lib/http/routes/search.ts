import { z } from 'zod';
import { nothingFoundSchema } from '#lib/core/api/nothing-found.ts';
import { foundKinds, searchResultsSchema } from '#lib/core/api/search-results.ts';
import { limits } from '#lib/core/limits.ts';
import { explainNothingFound } from '#lib/operations/search/explain-nothing-found.ts';
import { searchEverything } from '#lib/operations/search/search-everything.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

export const searchRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/search',
    summary: 'Search everything',
    description: `Conversations by their titles, messages, artifacts by their titles and calls, and people: those that the caller may read and that contain every word of \`q\`, in any case, also as a part of a word. Words that are together come first, then whole words, then later ones. At most ${limits.resultsOfEach} of each, or ${limits.resultsOfOne} of one \`kind\`. \`by\`: only messages and artifacts of a member, or of the agent (\`agent\`). \`isCut\`: there may be more than \`total\`.`,
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      q: z.string().trim().max(limits.conversationQueryCharacters).default(''),
      kind: z.enum(foundKinds).optional(),
      by: z.string().max(100).optional(),
    }),
    answer: searchResultsSchema,
    handle: ({ query: { q, kind = null, by = null }, member, services }) =>
      searchEverything(services, member, { query: q.toWellFormed(), kind, by }),
  }),

  defineRoute({
    method: 'GET',
    path: '/api/search/nothing-found',
    summary: 'Explain that nothing was found',
    description: `How much the caller may read, and other words near to those of \`q\` that do occur there. Artifacts are counted up to ${limits.documentsRead}.`,
    right: 'read',
    scope: 'team',
    token: 'read',
    query: z.strictObject({
      q: z.string().trim().min(1).max(limits.conversationQueryCharacters),
      kind: z.enum(foundKinds).optional(),
    }),
    answer: nothingFoundSchema,
    handle: ({ query: { q, kind = null }, member, services }) =>
      explainNothingFound(services, member, { query: q.toWellFormed(), kind }),
  }),
];
