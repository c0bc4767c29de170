import { expect, test } from 'vitest';
import { createLineTransport } from '#lib/mcp/line-transport.ts';
import type { LineProgram } from '#lib/workspace/line-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a transport that is closed while its program starts says so to what starts it, and leaves no program', async () => {
  const starting = Promise.withResolvers<void>();
  let isStopped = false;
  let wasAborted = false;
  const program: LineProgram = {
    pid: 1,
    write: async () => {},
    end: new Promise(() => {}),
    lastLines: () => [],
    errorLines: () => 0,
    hasLostCover: async () => false,
    stop: () => {
      isStopped = true;
    },
  };
  const transport = createLineTransport(async (_onLine, signal) => {
    await starting.promise;
    wasAborted = signal.aborted;
    return program;
  }, tempFolder());
  const started = transport.start();
  await transport.close();
  starting.resolve();
  await expect(started).rejects.toThrow('It was closed while it started');
  expect({ wasAborted, isStopped }).toEqual({ wasAborted: true, isStopped: true });
  await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('ended');
});
