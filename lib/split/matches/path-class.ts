/** Purposes of a file, by priority: a search is mostly for source, even if other files match. */
export const pathClasses = ['source', 'test', 'document', 'foreign'] as const;
export type PathClass = (typeof pathClasses)[number];

const foreign =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|dist|build|out|target|coverage|\.venv|venv|site-packages|\.next|generated)\/|\.min\.\w+$|\.(?:map|lock|snap)$|(?:^|\/)package-lock\.json$/;
const test =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures|testdata|e2e)\/|[._-](?:test|tests|spec)\.\w+$|(?:^|\/)test_[^/]*$|_test\.\w+$|Tests?\.\w+$/;
const document =
  /\.(?:md|mdx|rst|txt|adoc|html?)$|(?:^|\/)(?:docs?|examples?|samples?|benchmarks?)\/|(?:^|\/)(?:CHANGE|README|HISTORY|LICEN[CS]E)/i;

export function pathClassOf(path: string): PathClass {
  if (foreign.test(path)) return 'foreign';
  if (test.test(path)) return 'test';
  return document.test(path) ? 'document' : 'source';
}
