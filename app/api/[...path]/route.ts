import { answerUnknownPath } from '@vitrine/lib/http/routing/unknown-path.ts';

export const GET = answerUnknownPath;
export const POST = answerUnknownPath;
export const PUT = answerUnknownPath;
export const PATCH = answerUnknownPath;
export const DELETE = answerUnknownPath;
