/** What `curl -v` prints, and a status line with a header below it as the first lines. */
const verbose = /^> [A-Z]{3,8} \S+ HTTP\/[\d.]{1,4}$/m;
const response = /^\s*HTTP\/[\d.]{1,4} \d{3}.{0,60}\n[A-Za-z][\w-]{0,60}: /;

/** Whether a text is an HTTP exchange, whatever its bodies are. */
export const looksLikeExchange = (head: string): boolean => verbose.test(head) || response.test(head);
