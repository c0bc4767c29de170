import type { ToolExecutionOptions } from 'ai';
import { recallArguments, recallOutput } from '../tools/recall-output.ts';
import type { RequestOf } from './call-requests.ts';

/** The tool that reads more of a result. */
export const recallTool = (requestOf: RequestOf) => ({
  description: recallOutput.description,
  inputSchema: recallArguments,
  async execute(input: unknown, options: ToolExecutionOptions<unknown>): Promise<string> {
    const { success, result } = await recallOutput.call(await requestOf(recallOutput.name, input, options));
    const text = result?.content ?? '';
    if (!success) throw new Error(text);
    return text;
  },
});
