const licences: [RegExp, string][] = [
  [/\bMIT License\b|Permission is hereby granted, free of charge/, 'MIT licence'],
  [/Apache License\s+Version 2\.0/, 'Apache 2.0 licence'],
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i, 'AGPL 3 licence'],
  [/GNU LESSER GENERAL PUBLIC LICENSE/i, 'LGPL licence'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/i, 'GPL 3 licence'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/i, 'GPL 2 licence'],
  [/Mozilla Public License,? Version 2\.0/i, 'MPL 2.0 licence'],
  [/BSD 3-Clause|Redistribution and use in source and binary forms/, 'BSD licence'],
  [/\bISC License\b|Permission to use, copy, modify, and\/or distribute/, 'ISC licence'],
  [/This is free and unencumbered software/, 'Unlicense'],
];

/** The licence that a text starts with; `null`: none that is known here. */
export function licenceIn(head: string): string | null {
  const text = head.replaceAll(/\s+/g, ' ');
  return licences.find(([marks]) => marks.test(text))?.[1] ?? null;
}
