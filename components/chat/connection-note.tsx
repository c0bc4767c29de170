'use client';

import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { StreamStatus } from './stream-connection.ts';

/** A stream that comes back within this time is not worth a word. */
const patienceMs = 1_500;

export function ConnectionNote({ status }: { status: StreamStatus }) {
  const [isLong, setIsLong] = useState(false);
  const isLost = status === 'reconnecting';
  useEffect(() => {
    if (!isLost) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isLost]);
  if (!isLost || !isLong) return null;
  return (
    <div className="note connection" role="status">
      <Icon of={WifiOff} />
      <div className="grow">Reconnecting. The run goes on; you will get what you missed.</div>
    </div>
  );
}
