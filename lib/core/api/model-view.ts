import type { Price } from '../vocabulary/ledger/prices.ts';

/** A model as people see it before they choose. */
export interface ModelView {
  id: string;
  label: string;
  isOffline: boolean;
  hasVision: boolean;
  /** Whether people can choose how much it thinks. */
  hasReasoning: boolean;
  /** Of an input of usual length; `null`: unknown. */
  price: Price | null;
  /** Input tokens above which it costs more; `null`: it does not, or is unknown. */
  costlierAbove: number | null;
  /** When its price was published, `2026-11-20`; `null`: the config file says it, or it is unknown. */
  priceDate: string | null;
  /** `null`: unknown. */
  windowTokens: number | null;
  /** Whether the team's admins let it be chosen. */
  isAllowed: boolean;
}
