import { z } from 'zod';
import { type Refusal, refusals } from './refusals.ts';

const refusalSchema = z.enum(Object.keys(refusals) as [Refusal, ...Refusal[]]);

/** All connections of one command to one port of a host that had the same end. */
export const hostTrafficSchema = z.object({
  /** As the command asked for it. */
  host: z.string(),
  port: z.int(),
  /** `null`: they were made. */
  refusal: refusalSchema.nullable(),
  connections: z.int(),
  sentBytes: z.int(),
  receivedBytes: z.int(),
  /** Who allowed the host; `null`: it was refused. */
  allowedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type HostTraffic = z.infer<typeof hostTrafficSchema>;

/** As it is measured, before anybody says who allowed it. */
export type MeasuredTraffic = Omit<HostTraffic, 'allowedBy'>;
