'use client';

import { LinePreview } from '../line-preview.tsx';
import type { PreviewProps } from '../viewer.ts';
import { logRenderer } from './log-renderer.ts';
import { NotableRows } from './notable-rows.tsx';

/** The errors and warnings of a log on its card, or its first lines with their levels coloured. */
export const LogPreview = ({ metadata, data, notable }: PreviewProps) =>
  notable ? (
    <NotableRows notable={notable} data={data} firstLine={metadata.firstLine} />
  ) : (
    <LinePreview renderer={logRenderer} hasGutter metadata={metadata} data={data} />
  );
