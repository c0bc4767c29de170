const foreignLocation =
  /(?:^|[/\\])(?:node_modules|site-packages|dist-packages|vendor|gems|rustc|\.cargo[/\\]registry|pkg[/\\]mod|sysdeps|nptl)[/\\]|^(?:node:|internal\/|<(?:frozen|internal|anonymous|string)|\[eval|webpack-internal:|native |evalmachine)|[/\\](?:lib[/\\]python\d|lib[/\\]ruby[/\\]|usr[/\\](?:local[/\\]go|lib[/\\]go)|go[/\\]src[/\\]|usr[/\\](?:include|lib|src)[/\\])|^\.{1,2}\/(?:csu|libc|malloc|stdlib|string|elf)\/|libsanitizer/;
const foreignSymbol =
  /^(?:app\/\/|[\w.]+@[\w.-]*\/|java\.[a-z.]*\/|jdk\.[a-z.]*\/)?(?:java|javax|jdk|sun|com\.sun|jakarta|kotlin|kotlinx|scala|groovy|clojure|org\.(?:springframework|apache|junit|gradle|hibernate|eclipse|mockito|aspectj|jboss|codehaus|assertj)|io\.(?:netty|micronaut|quarkus|vertx|reactivex)|com\.(?:google\.common|fasterxml|zaxxer|mysql)|reactor|System|Microsoft)\.|^(?:java|jdk)\.[a-z.]+\/|^(?:__interceptor_|__asan|__libc_|__GI_|_start$|runtime\.|panic\(|core::|std::|alloc::|rust_begin_unwind)/;

/**
 * Whether a frame is project code: not part of the language, not installed. A frame without a location is
 * judged by its package.
 */
export const isOwnCode = (symbol: string | null, location: string | null): boolean => {
  // Most frames are in these folders, so the cheap test runs first.
  if (location !== null && (location.includes('/node_modules/') || location.startsWith('node:')))
    return false;
  if (location !== null && foreignLocation.test(location)) return false;
  if (symbol !== null && foreignSymbol.test(symbol)) return false;
  return location !== null && /[:.]\w/.test(location);
};
