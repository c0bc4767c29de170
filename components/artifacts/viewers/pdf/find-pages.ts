import type { PDFDocumentProxy } from 'pdfjs-dist';

/**
 * The pages that contain a text, in their order, whatever its case; line ends count as blanks.
 * @param textOf the text of a page, in lower case, with single blanks
 */
export async function* findPages(
  count: number,
  sought: string,
  textOf: (page: number) => Promise<string>,
): AsyncGenerator<{ page: number; isFound: boolean }> {
  const wanted = comparable(sought);
  for (let page = 1; page <= count; page += 1) yield { page, isFound: (await textOf(page)).includes(wanted) };
}

/** Texts of a document that are remembered; what is beyond is read again. */
const keptCharacters = 16 * 1024 * 1024;

/** Reads the text of pages, as `comparable` makes it. */
export function createPageTexts(document: PDFDocumentProxy): (page: number) => Promise<string> {
  const texts = new Map<number, string>();
  let characters = 0;
  return async (number) => {
    const known = texts.get(number);
    if (known !== undefined) return known;
    const text = await readText(document, number).catch(() => '');
    if (characters + text.length <= keptCharacters) {
      texts.set(number, text);
      characters += text.length;
    }
    return text;
  };
}

async function readText(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  return comparable(
    items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''),
  );
}

/** In lower case, with single blanks. */
export const comparable = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ');
