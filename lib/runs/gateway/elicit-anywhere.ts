import { type ElicitationAnswer, problemOfAnswer } from '#lib/core/vocabulary/tools/elicitation.ts';
import type { ServerQuestion } from '#lib/tools/tool-context.ts';
import { askPeople } from '../ask-people.ts';
import type { CallAccount } from '../perform-call.ts';
import type { ClientCall } from './client-call.ts';

/** Asks on the card, and the people of the client where it can: the first answer counts. */
export async function elicitAnywhere(
  account: CallAccount,
  toolCallId: string,
  { elicit }: Pick<ClientCall, 'elicit'>,
  question: ServerQuestion,
  wanted: AbortSignal,
): Promise<ElicitationAnswer> {
  const answered = new AbortController();
  const signal = AbortSignal.any([account.signal, wanted, answered.signal]);
  const onCard = askPeople(account, toolCallId, question, signal);
  const atClient = elicit(question, signal).then(async (answer) => {
    if (answer === null) return await onCard;
    const { action, content = {} } = answer;
    // Their form is another one: what does not fit was not asked.
    const isFit = action !== 'accept' || problemOfAnswer(question.fields, content) === null;
    return isFit ? { ...answer, id: '' } : { id: '', action: 'cancel' as const };
  });
  return await Promise.race([onCard, atClient.catch(() => onCard)]).finally(() => answered.abort());
}
