import type { Json } from '../core/vocabulary/json.ts';
import type { RecordedCall } from '../core/vocabulary/ledger/recorded-call.ts';
import type { RawRun } from '../core/vocabulary/ledger/replay.ts';

type PackedCalls = Pick<RawRun, 'messages' | 'tools' | 'calls'>;

/** Keeps each message and tool definition once: a long conversation would else be stored with every call. */
export function packCalls(calls: readonly RecordedCall[]): PackedCalls {
  const messages = createTable();
  const tools = createTable();
  return {
    calls: calls.map((call) => ({
      ...call,
      request: {
        prompt: call.request.prompt.map(messages.indexOf),
        tools: call.request.tools.map(tools.indexOf),
      },
    })),
    messages: messages.items,
    tools: tools.items,
  };
}

/** @throws RangeError if a call refers to a message or a tool that is not there */
export function unpackCalls({ calls, messages, tools }: PackedCalls): RecordedCall[] {
  return calls.map((call) => ({
    ...call,
    request: {
      prompt: call.request.prompt.map((index) => itemOf(messages, index)),
      tools: call.request.tools.map((index) => itemOf(tools, index)),
    },
  }));
}

function createTable() {
  const items: Json[] = [];
  const known = new Map<string, number>();
  return {
    items,
    indexOf(item: Json): number {
      const text = JSON.stringify(item);
      const index = known.get(text) ?? items.push(item) - 1;
      known.set(text, index);
      return index;
    },
  };
}

function itemOf(items: readonly Json[], index: number): Json {
  const item = items[index];
  if (item === undefined)
    throw new RangeError(`a call refers to item ${index}, and there are ${items.length}`);
  return item;
}
