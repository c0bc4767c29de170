/**
 * A line of a Java stack trace with the exception's package removed:
 * `org.opentest4j.AssertionFailedError: …`.
 */
export const javaText = (line: string): string =>
  line.replace(
    /^(\s*)(?:Caused by: )?(?:[a-z]\w*\.)+(?=[A-Z]\w*(?:Error|Exception|Failure|Violation)\w*(?::|$))/,
    '$1',
  );
