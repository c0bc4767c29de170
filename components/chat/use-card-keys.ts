import { useKeys } from '../ui/use-keys.ts';

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.thread [data-card]')];

const focusedCard = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-card]') ?? null;

/** Focuses the card after or before the focused one; without one, the last card. */
function move(step: 1 | -1): void {
  const all = cards();
  const focused = focusedCard();
  const next = focused ? all[all.indexOf(focused) + step] : all.at(-1);
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Without a focused card the key is left to others: the panel uses S too. */
const act = (action: 'flip' | 'share' | 'keep' | 'open' | 'rerun') => () => {
  const card = focusedCard();
  card?.querySelector<HTMLElement>(`[data-card-action="${action}"]`)?.click();
  return card !== null;
};

/** J and K go from card to card; F, S, P, R and O (or Enter) press the focused card's buttons. */
export function useCardKeys(): void {
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    f: act('flip'),
    s: act('share'),
    p: act('keep'),
    o: act('open'),
    r: act('rerun'),
  });
}
