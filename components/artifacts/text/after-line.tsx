'use client';

import { createContext, Fragment, useContext } from 'react';

/** What is shown below a line, by its displayed number; `null`: nothing. */
export type RenderAfterLine = (line: number) => React.ReactNode;

const AfterLineContext = createContext<RenderAfterLine | null>(null);

export const AfterLineProvider = AfterLineContext.Provider;

/** Below a row that shows these lines. */
export function AfterLine({ lines }: { lines: readonly number[] }) {
  const render = useContext(AfterLineContext);
  return render && lines.map((line) => <Fragment key={line}>{render(line)}</Fragment>);
}
