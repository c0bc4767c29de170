import { type RefObject, useEffect, useState } from 'react';
import { onThemeChange } from '#components/ui/theme-colours.ts';
import { artifactUrl } from '../artifacts/api/artifact-api.ts';
import { fetchBytesFrom } from './terminal-api.ts';
import { createTerminalFeed, type TerminalFeed } from './terminal-feed.ts';
import { openTerminalScreen, type TerminalScreen } from './terminal-screen.ts';

/** A screen that shows a growing artifact, byte by byte. `null`: not opened yet. */
export function useTerminalScreen(
  box: RefObject<HTMLElement | null>,
  artifactId: string,
  byteLength: number,
  onWayOut: () => void,
): TerminalScreen | null {
  const [opened, setOpened] = useState<{ screen: TerminalScreen; feed: TerminalFeed } | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const screen = openTerminalScreen(box.current, onWayOut);
    const url = artifactUrl(artifactId);
    const feed = createTerminalFeed((from, signal) => fetchBytesFrom(url, from, signal), screen);
    const leaveTheme = onThemeChange(screen.readTheme);
    setOpened({ screen, feed });
    return () => {
      leaveTheme();
      feed.close();
      screen.close();
    };
  }, [box, artifactId, onWayOut]);
  useEffect(() => opened?.feed.grow(byteLength), [opened, byteLength]);
  return opened?.screen ?? null;
}
