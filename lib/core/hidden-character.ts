/**
 * Control characters but the tab, what does not show, and what changes the order a line is read in. The selectors that
 * choose how an emoji looks stay: they belong to what shows.
 */
export const hiddenCharacter =
  /(?!\t|[\ufe00-\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/u;
