import { z } from 'zod';
import { artifactTypeSchema } from '../vocabulary/artifact.ts';
import { roleSchema } from '../vocabulary/team/member.ts';

export const foundKinds = ['conversation', 'message', 'artifact', 'person'] as const;
export type FoundKind = (typeof foundKinds)[number];

const person = z.object({ id: z.string(), name: z.string() });
const inside = { conversationId: z.string(), conversationTitle: z.string() };

const foundConversation = z.object({
  id: z.string(),
  title: z.string(),
  updatedAt: z.iso.datetime(),
  /** Only some people of the team see it. */
  isPrivate: z.boolean(),
});

const foundMessage = z.object({
  messageId: z.string(),
  ...inside,
  /** One line of it, around the words if they are together, or around the first one. */
  excerpt: z.string(),
  /** `null`: the agent. */
  by: person.nullable(),
  timestamp: z.iso.datetime(),
});

const foundArtifact = z.object({
  artifactId: z.string(),
  ...inside,
  title: z.string(),
  /** The kind of its content, as far as it is known, or of its source. */
  type: artifactTypeSchema,
  byteLength: z.number().int(),
  /** `null`: it is not text. */
  lineCount: z.number().int().nullable(),
  isExpired: z.boolean(),
  isKept: z.boolean(),
  by: person,
  createdAt: z.iso.datetime(),
});

/** What a search found of each kind, the best first. */
export const searchResultsSchema = z
  .object({
    conversations: z.array(foundConversation),
    messages: z.array(foundMessage),
    artifacts: z.array(foundArtifact),
    people: z.array(person.extend({ role: roleSchema })),
    /** How many were found, with those that are not among these. */
    total: z.number().int(),
    /** There may be more than `total`: not everything was compared, or is indexed yet. */
    isCut: z.boolean(),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof searchResultsSchema>;
