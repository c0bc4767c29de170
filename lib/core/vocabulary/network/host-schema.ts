import { z } from 'zod';
import { formatHost, parseHost } from './host.ts';

const message = 'Only names of hosts, such as registry.example.org or git.example.org:8443, no addresses';

const host = z
  .string()
  .max(260)
  .refine((text) => parseHost(text) !== null, { error: message })
  .overwrite((text) => {
    const parsed = parseHost(text);
    return parsed === null ? text : formatHost(parsed);
  });

/** A host in its usual form. */
export const hostSchema = host.meta({ id: 'Host' });

/** One host, not all below a name. Without a name of its own: a reference would cost the model more than what it is to. */
export const singleHostSchema = host.refine((text) => !text.startsWith('*'), { error: message });
