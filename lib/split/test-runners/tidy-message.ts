/** Removes uninformative parts; what remains is still verbatim. */
export const tidyMessage = (text: string): string =>
  text
    .replace(/^(?:Uncaught )?[Ee]rror: (?=\S)/, '')
    .replace(/^AssertionError \[ERR_ASSERTION\]: (?=Expected )/, '')
    .replace(/ \/\/ (?:Object\.is equality|deep equality)$/, '')
    .replace(/^\w*Error \{$/, (start) => start.slice(0, -2))
    .replace(/^message: /, '');
