import { z } from 'zod';
import { limits } from '../core/limits.ts';
import type { Agent } from '../core/vocabulary/agents/agent.ts';
import { delegateProfile } from '../core/vocabulary/tools/delegate.ts';
import { plural } from '../split/plural.ts';
import { type AgentReport, reportsText, shortReports } from './agent-report.ts';
import { defineTool } from './define-tool.ts';
import type { OfflineWords } from './offline-words.ts';
import type { Tool } from './tool-call.ts';

/** The tool that gives tasks to sub-agents. @param agents at least one */
export const createDelegate = (agents: readonly Agent[]): Tool =>
  defineTool(delegateProfile, {
    description: `Gives tasks to sub-agents, which work at the same time; you read their answers. They know nothing of this conversation: put all that one needs into its task. Agents: ${agents.map(({ name, description }) => `${name} (${description})`).join('; ')}`,
    offline: delegateWords,
    inputSchema: z.object({
      tasks: z
        .array(z.object({ agent: z.string(), task: z.string().min(1).max(limits.taskCharacters) }))
        .min(1)
        .max(limits.agentsPerCall),
    }),
    async run({ tasks }, { delegate, isSplit, count }) {
      const reports = await delegate(tasks);
      if (reports.every(({ outcome }) => outcome === 'refused')) {
        return { resultType: 'failure', error: reports.map(({ problem }) => problem).join('\n') };
      }
      const { text, isCut } = shortReports(reports, limits.agentAnswersTokens, count);
      return {
        resultType: 'success',
        fullResult: reportsText(reports),
        description: {
          type: 'markdown',
          title: plural(reports.length, 'sub-agent'),
          mimeType: 'text/markdown',
          language: 'markdown',
          files: [],
          firstLine: 1,
          exitCode: null,
          counts: outcomesOf(reports),
        },
        ...(isSplit ? { assistantView: text } : {}),
        ...(isSplit && isCut ? { hasMore: true as const } : {}),
      };
    },
  });

const outcomesOf = (reports: readonly AgentReport[]): string => {
  const answered = reports.filter(({ problem }) => problem === null).length;
  return `${answered} of ${reports.length} answered`;
};

/** `ask reader "…", tester "…"`. */
export const delegateWords: OfflineWords = {
  help: '`ask reader "list lib"`: gives a task to the sub-agent of that name',
  read(message) {
    if (!/^(?:ask|delegate to)\s/i.test(message)) return null;
    const found = [...message.matchAll(/([a-z][a-z0-9-]*)[\s:]+"([^"]+)"/g)];
    const tasks = found.map(([, agent = '', task = '']) => ({ agent, task }));
    return tasks.length === 0 ? null : { tasks };
  },
};
