import { useState } from 'react';

/** What is selected in a list, and from where a range is. */
interface Selected {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

const none: Selected = { ids: new Set(), anchor: null };

/** Selects in a list, one by one or from the last one on. @param order IDs as they are shown */
export function useSelection(order: readonly string[]) {
  const [selected, setSelected] = useState(none);
  const toggle = (id: string, isRange: boolean) =>
    setSelected(({ ids, anchor }) => {
      const next = new Set(ids);
      const from = isRange && anchor !== null ? order.indexOf(anchor) : -1;
      if (from !== -1) {
        const to = order.indexOf(id);
        for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
      } else if (!next.delete(id)) next.add(id);
      return { ids: next, anchor: id };
    });
  return { ids: selected.ids, toggle, clear: () => setSelected(none) };
}
