import { version } from '#lib/core/vocabulary/version.ts';
import type { Services } from '#lib/services.ts';
import { answerHeaders } from '../page-headers.ts';
import { routesByResource } from '../routes.ts';
import { eventJsonSchema } from './event-schema.ts';
import { openApiOf } from './open-api.ts';

const documents = {
  openapi: () => openApiOf(routesByResource, version),
  events: eventJsonSchema,
};
const written = new Map<keyof typeof documents, string>();

/** A description of the API, for anybody: it says what requests there are, and nothing of whom they are for. */
export function referenceResponse(
  { config }: Pick<Services, 'config'>,
  name: keyof typeof documents,
): Response {
  const text = written.get(name) ?? JSON.stringify(documents[name]());
  written.set(name, text);
  const headers = { ...answerHeaders(config.baseUrl), 'Content-Type': 'application/json; charset=utf-8' };
  return new Response(text, { headers });
}
