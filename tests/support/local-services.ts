import { afterAll } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { createServices, type Services } from '#lib/services.ts';
import { tempFolder } from './temp-folder.ts';

/** The services of a server in local mode, without its HTTP, commands and models, for all tests of a file. */
export function openLocalServices(): Services {
  const services = createServices(
    readConfig({
      VITRINE_DATA_DIR: tempFolder(),
      VITRINE_WORKSPACES: tempFolder(),
      LOG_LEVEL: 'silent',
      VITRINE_EXEC: 'off',
    }),
  );
  afterAll(() => services.shutDown());
  return services;
}
