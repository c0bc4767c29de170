import { useEffect, useState } from 'react';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import type { Problem } from '#lib/core/vocabulary/problem.ts';
import { type ArtifactHead, artifactUrl, fetchMetadata, fetchWindow } from './artifact-api.ts';
import { chunkLines } from './chunk-lines.ts';
import { firstLines, rememberHead } from './read-heads.ts';

export type HeadState =
  | { status: 'waiting' }
  | { status: 'ready'; metadata: ArtifactMetadata; data: LineWindow | null; problems: readonly Problem[] }
  | { status: 'expired'; metadata: ArtifactMetadata | null }
  | { status: 'missing' }
  /** `retryAtMs`: when the next automatic retry is due; `null`: it has given up. */
  | { status: 'failed'; retryAtMs: number | null };

const retryDelaysMs = [2_000, 4_000, 8_000] as const;

async function load(
  artifactId: string,
  lineCount: number,
  from: number,
  problems: number,
  signal: AbortSignal,
): Promise<HeadState | 'failed'> {
  const url = artifactUrl(artifactId);
  const isLines = lineCount > 0;
  // The panel starts with what is read here, so read as much as it shows first.
  const to = from + Math.max(lineCount, chunkLines) - 1;
  const result: RequestResult<ArtifactHead | { metadata: ArtifactMetadata }> = isLines
    ? await fetchWindow(url, from, to, signal, problems)
    : await fetchMetadata(url, signal);
  if (result.ok) {
    const { metadata } = result.value;
    if (metadata.state === 'expired') return { status: 'expired', metadata };
    const { data = null, problems: found = [] }: Partial<ArtifactHead> = result.value;
    rememberHead(url, metadata, data);
    return { status: 'ready', metadata, data: data && firstLines(data, lineCount), problems: found };
  }
  if (result.code === 'not_found' || result.code === 'invalid_id') return { status: 'missing' };
  if (result.code !== 'artifact_expired') return 'failed';
  const outlived = await fetchMetadata(url, signal);
  return { status: 'expired', metadata: outlived.ok ? outlived.value.metadata : null };
}

const waiting: HeadState = { status: 'waiting' };

/**
 * Reads the first lines of an artifact, or those starting at `from`, once `isWanted`. Retries after 2, 4 and
 * 8 s.
 * @param lineCount how many lines; 0 reads only the metadata
 * @param problems how many problems to read
 */
export function useArtifactHead(
  artifactId: string,
  lineCount: number,
  isWanted: boolean,
  problems: number,
  from = 1,
) {
  'use memo';
  const [current, setCurrent] = useState({ artifactId, state: waiting });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const setState = (state: HeadState) => setCurrent({ artifactId, state });
    void load(artifactId, lineCount, from, problems, controller.signal).then((next) => {
      if (controller.signal.aborted) return;
      if (next !== 'failed') return setState(next);
      const delayMs = retryDelaysMs[attempt];
      setState({ status: 'failed', retryAtMs: delayMs === undefined ? null : Date.now() + delayMs });
      if (delayMs !== undefined) timer = setTimeout(() => setAttempt(attempt + 1), delayMs);
    });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [artifactId, lineCount, from, problems, isWanted, attempt]);

  /** Retries from the start, also after giving up. */
  const retry = () => setAttempt((count) => (count >= retryDelaysMs.length ? 0 : count + 1));
  return { state: current.artifactId === artifactId ? current.state : waiting, retry };
}
