/**
 * Control characters except the tab, invisible characters, and characters that change the reading order of a
 * line. Variation selectors that choose how an emoji looks are excluded: they belong to a visible character.
 */
export const hiddenCharacter =
  /(?!\t|[\ufe00-\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]/u;
