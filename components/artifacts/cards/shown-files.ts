import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { viewers } from '../viewers/viewers.ts';

/** A file, or some lines of it, shown in a conversation. */
interface ShownFile {
  path: string;
  artifactId: string;
  firstLine: number;
  lineCount: number;
}

/** Files whose content is an artifact of this conversation, as they were when read; latest first. */
export const shownFiles = (toolCalls: Readonly<Record<string, ToolCallState>>): ShownFile[] =>
  Object.values(toolCalls)
    .flatMap((call): ShownFile[] => {
      const result = (call.replacement ?? call.result)?.toolTelemetry;
      const { arguments: input } = call;
      if (!result?.artifactId || result.lineCount === null) return [];
      if (result.type === null || viewers[result.type].lines === null) return [];
      if (
        profileOf(call.toolName)?.readsFile !== true ||
        input === null ||
        typeof input !== 'object' ||
        Array.isArray(input)
      )
        return [];
      const { path, startLine } = input;
      if (typeof path !== 'string') return [];
      const firstLine = typeof startLine === 'number' ? startLine : 1;
      return [{ path: plain(path), artifactId: result.artifactId, firstLine, lineCount: result.lineCount }];
    })
    .reverse();

/** The latest artifact that contains a line of a file; `null`: the line was not shown. */
export const artifactWithLine = (files: readonly ShownFile[], path: string, line: number): string | null =>
  files.find(
    (file) => file.path === plain(path) && line >= file.firstLine && line < file.firstLine + file.lineCount,
  )?.artifactId ?? null;

const plain = (path: string): string => path.replace(/^(?:\.\/)+/, '');
