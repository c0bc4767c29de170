import type { AgentSettings } from './agent.ts';

/** A sub-agent as the page Tools shows it. */
export interface AgentView extends AgentSettings {
  name: string;
  /** Who added it, or changed it last; `null`: it is in the config file. */
  by: { id: string; name: string } | null;
}
