import { z } from 'zod';
import { formatHost, parseHost } from './host.ts';

const message = 'Only names of hosts, such as registry.example.org or git.example.org:8443, no addresses';

/** A host in its usual form. */
export const hostSchema = z
  .string()
  .max(260)
  .refine((text) => parseHost(text) !== null, { error: message })
  .overwrite((text) => {
    const host = parseHost(text);
    return host === null ? text : formatHost(host);
  })
  .meta({ id: 'Host' });

/** One host, not all below a name. */
export const singleHostSchema = hostSchema.refine((text) => !text.startsWith('*'), { error: message });
