import { z } from 'zod';
import { reduceEvents } from '../core/conversation/reduce-events.ts';
import { conversationSchema } from '../core/vocabulary/conversation.ts';
import { type ConversationEvent, isKnownType, parseEvent } from '../core/vocabulary/events.ts';
import { ReplayError } from './replay-error.ts';
import type { ReplayPlan } from './replay-job.ts';

const exportSchema = z.object({
  conversation: conversationSchema,
  events: z.array(z.looseObject({ v: z.number() })).min(1),
});

/**
 * The messages of an exported conversation, in the order in which they were taken, to be sent again.
 * @throws ReplayError
 */
export function readExport(text: string): Pick<ReplayPlan, 'subject' | 'access' | 'jobs'> {
  const parsed = exportSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new ReplayError('This file is not an exported conversation (JSON).');
  const { conversation, events } = parsed.data;
  const other = events.find(({ v }) => v !== 1);
  if (other) {
    throw new ReplayError(`This export has version ${other.v}. Only version 1 can be replayed.`);
  }
  const { items } = reduceEvents(readEvents(events));
  const asked = items.filter((item) => item.kind === 'user');
  if (asked.length === 0) throw new ReplayError('Nobody wrote a message in this conversation.');
  const attachmentCount = asked.reduce((sum, { attachments }) => sum + attachments.length, 0);
  return {
    subject: 'conversation',
    access: {
      id: conversation.id,
      createdBy: conversation.createdBy,
      audience: conversation.audience,
    },
    jobs: [
      {
        name: 'conversation',
        title: conversation.title,
        ...{ kind: null, family: null },
        note:
          attachmentCount === 0
            ? null
            : `Exports do not contain the texts attached to messages. Left out: ${attachmentCount}.`,
        needsCommands: false,
        messagesFor: () => asked.map(({ content }) => content),
        files: null,
        check: null,
      },
    ],
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ReplayError('This file is not JSON. Export the conversation as JSON, not as Markdown.');
  }
}

function readEvents(events: readonly unknown[]): ConversationEvent[] {
  try {
    const read = events.map(parseEvent);
    const newer = read.find(({ type }) => !isKnownType(type));
    if (newer) throw new Error(`${newer.type} is not known`);
    return read;
  } catch (cause) {
    throw new ReplayError('This version cannot read one of its events.', { cause });
  }
}
