import { useRef, useState } from 'react';
import { limits } from '#lib/core/limits.ts';
import type { McpApp } from '#lib/core/vocabulary/tools/mcp-app.ts';
import { sendAppCall } from './app-api.ts';
import type { PageResult } from './run-app.ts';
import { isStoredCall } from './stored-call.ts';
import type { Ask, AskAnswer } from './use-asks.ts';

/** Who refused so often is not asked again, as long as the page is open. */
const maxRefusals = 3;

/** Calls of one app that go on at a time; more are refused. */
const maxActive = 8;

/**
 * Calls tools for an app, and asks the person who looks at it where the policy says so. What nobody can see waits.
 * @param baseUrl of its artifact; `null`: nothing can be called, so the page gets the result that is stored
 */
export function useAppCalls(
  app: McpApp,
  baseUrl: string | null,
  { ask, seen }: { ask(ask: Ask): Promise<AskAnswer>; seen(): Promise<void> },
) {
  const [count, setCount] = useState(0);
  const active = useRef(0);
  /** Tools that may be called without asking as long as this page is open. */
  const allowed = useRef(new Set<string>());
  const asked = useRef(new Set<string>());
  const refusals = useRef(0);

  const callNow = async (url: string, name: string, args: Record<string, unknown>): Promise<PageResult> => {
    const send = async (isApproved: boolean) => {
      const sent = await sendAppCall(url, { name, arguments: args, isApproved });
      if (sent.ok && sent.value.status === 'done') setCount((calls) => calls + 1);
      return sent;
    };
    const first = await send(allowed.current.has(name));
    if (!first.ok) return problem(first.error);
    if (first.value.status === 'done') return first.value.result as unknown as PageResult;
    // What cannot be judged is not asked.
    if (JSON.stringify(args).length > limits.askedArgumentCharacters)
      return problem('It is too long to be judged');
    if (refusals.current >= maxRefusals) return problem('Refused');
    if (asked.current.has(name)) return problem('A person is being asked about another such call');
    asked.current.add(name);
    const answer = await ask({ kind: 'call', name, args }).finally(() => asked.current.delete(name));
    if (answer === 'no') {
      refusals.current += 1;
      return problem('Refused');
    }
    if (answer === 'always') allowed.current.add(name);
    const second = await send(true);
    if (!second.ok) return problem(second.error);
    return second.value.status === 'done'
      ? (second.value.result as unknown as PageResult)
      : problem('Not allowed');
  };

  const call = async (name: string, args: Record<string, unknown>): Promise<PageResult> => {
    if (baseUrl === null) {
      return isStoredCall(app, name, args)
        ? (app.result as unknown as PageResult)
        : problem('Nothing can be called here');
    }
    if (active.current >= maxActive) return problem('Too many calls at a time');
    active.current += 1;
    try {
      await seen();
      return await callNow(baseUrl, name, args);
    } finally {
      active.current -= 1;
    }
  };
  return { count, call };
}

const problem = (text: string): PageResult => ({ content: [{ type: 'text', text }], isError: true });
