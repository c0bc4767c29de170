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

/** Reads the text of pages, each of them once. */
export function createPageTexts(document: PDFDocumentProxy): (page: number) => Promise<string> {
  const texts = new Map<number, Promise<string>>();
  const read = async (number: number) => {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    return comparable(
      items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''),
    );
  };
  return (number) => {
    const known = texts.get(number) ?? read(number).catch(() => '');
    texts.set(number, known);
    return known;
  };
}

const comparable = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ');
