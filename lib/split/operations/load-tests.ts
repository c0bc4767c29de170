import { mark } from '../marks.ts';
import { lineSummarizer } from './line-summarizer.ts';

/** ApacheBench: each benchmark by its URL, with what failed. */
export const apacheBench = lineSummarizer({
  kind: 'ab',
  isNamed: ({ name }) => name === 'ab',
  marks: [mark(/^This is ApacheBench, Version /m, 'This is ApacheBench')],
  rules: [
    { means: 'heading', pattern: /^Benchmarking (\S+) / },
    { means: 'failure', pattern: /^((?:apr_\w+\(?\)?|Test aborted|Total of \d+ requests completed).*)$/ },
    {
      means: 'shown',
      pattern: /^((?:Document Path|Server Port|Complete requests): +.+)$/,
      as: squeezed,
    },
    { means: 'verdict', pattern: /^(Requests per second: +.+)$/, as: squeezed },
    { means: 'verdict', pattern: /^((?:Failed requests|Non-2xx responses): +[1-9]\d*)$/, as: squeezed },
    { means: 'shown', pattern: /^ +(\(Connect: .*\))$/ },
    { means: 'shown', pattern: /^ +(?:99|100)% +\d+.*$/, as: squeezed },
  ],
});

/** wrk, wrk2, hey and k6: rates, durations and what failed. */
export const loadTests = lineSummarizer({
  kind: 'load test',
  isNamed: ({ name }) => ['wrk', 'wrk2', 'hey', 'k6', 'oha', 'vegeta', 'siege'].includes(name),
  marks: [
    mark(
      /^Running \d+\w+ test @ |^ {2,}checks[_.]\S+ |^Requests\/sec: +\d/m,
      'Running ',
      'checks',
      'Requests/sec',
    ),
  ],
  rules: [
    { means: 'failure', pattern: /^ +(✗ .+)$/ },
    {
      means: 'failure',
      pattern: /^ *(Socket errors: .+|Non-2xx or 3xx responses: .+|ERRO\[\d+\] .+|level=error .+)$/,
    },
    { means: 'explains', pattern: /^ +↳ +(.+)$/ },
    { means: 'verdict', pattern: /^ *(Requests\/sec: .+|Transfer\/sec: .+)$/, as: squeezed },
    {
      means: 'shown',
      pattern:
        /^ *((?:checks|http_req_failed|http_req_duration|http_reqs|iterations|Latency|Req\/Sec)[.\s]*:? .+)$/,
      as: squeezed,
    },
    { means: 'shown', pattern: /^ *(\d+ requests in .+|\[\d{3}\]\s+\d+ responses)$/, as: squeezed },
  ],
});

/** redis-benchmark and its successors: the throughput of each test. */
export const redisBenchmark = lineSummarizer({
  kind: 'redis-benchmark',
  isNamed: ({ name }) => /^(?:redis|valkey|keydb)-benchmark$/.test(name),
  marks: [mark(/^ *throughput summary: [\d.]+ requests per second$/m, 'throughput summary: ')],
  rules: [
    { means: 'heading', pattern: /====== (\S.*?) ======/ },
    { means: 'shown', pattern: /^ *throughput summary: ([\d.]+ requests per second)$/, isHeaded: true },
    { means: 'shown', pattern: /^"?[A-Z][^:"]{1,60}"?: [\d.]+ requests per second.*$/ },
    { means: 'failure', pattern: /^(?:Error|Could not) .+$/ },
  ],
});

function squeezed([whole, first]: RegExpExecArray): string {
  return (first ?? whole).replaceAll(/\.{4,}/g, ' ').replaceAll(/\s{2,}/g, ' ');
}
