import { describe, expect, test } from 'vitest';
import { understandCommand, understandFile } from './understand.ts';

const workflow = `name: Check
on:
  push:
    branches: [main, "next"]
jobs:
  test:
    runs-on: ubuntu-latest  # the usual
    steps:
      - uses: actions/checkout@v4
      - name: Install
        run: npm ci
      - name: Test
        run: |
          npm test
          echo: this is no key
  lint:
    runs-on: ubuntu-latest
    needs: [test]
`;

describe('YAML', () => {
  test('a workflow: its name, its jobs, its steps', () => {
    const { kind, verdict, facts } = understandFile('.github/workflows/check.yml', 'yaml', workflow);
    expect(kind).toBe('yaml');
    expect(verdict).toMatch(/^3 keys, 18 lines/);
    expect(facts).toContain('name Check');
    expect(facts).toContain('jobs.test.steps: 3 of {uses?, name?, run?}');
    expect(facts).toContain('on.push.branches 2: main, next');
    expect(facts.join('\n')).not.toContain('this is no key');
  });

  test('documents of a cluster are records, lists at the depth of their key too', () => {
    const pod = (name: string, phase: string) =>
      `---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n  - name: web\n    image: "web:1"\n  - name: log\n    image: log:2\nstatus:\n  phase: ${phase}\n`;
    const text = pod('a', 'Running') + pod('b', 'Failed') + pod('c', 'Running');
    const { verdict, facts } = understandCommand('kubectl get pods -o yaml', text);
    expect(verdict).toMatch(/^3 documents/);
    expect(facts[0]).toBe('b Failed');
    expect(facts).toContain('spec.containers.name: web ×3, log ×3');
    expect(facts).toContain('status.phase: Running ×2, Failed ×1');
  });

  test('what runs is named beside objects that bear the same names', () => {
    const object = (kind: string, name: string) =>
      `---\napiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;
    const kinds = ['ServiceAccount', 'Service', 'Deployment'];
    const text = kinds.flatMap((kind) => ['web', 'api'].map((name) => object(kind, name))).join('');
    const { facts } = understandFile('all.yaml', 'yaml', text);
    expect(facts).toEqual(expect.arrayContaining(['Deployment/web', 'Deployment/api']));
    expect(facts).toContain('kind: ServiceAccount ×2, Service ×2, Deployment ×2');
  });

  test('keys in quotes, and colons that end no key', () => {
    const text = 'a b: 1\n"c: d": 2\n\'e\': x:y\nf: http://g\n- h\n'.replace(
      '- h\n',
      'i:\n  - j: k\n  - -l\n',
    );
    const { facts } = understandFile('x.yaml', 'yaml', text);
    expect(facts).toEqual(expect.arrayContaining(['a b 1', 'c: d 2', 'e x:y', 'f http://g']));
  });

  test.each([
    ['levels', 'INFO: started\nINFO: ready\nERROR: no such file\nINFO: stopped\n'.repeat(10)],
    ['times', '10:00:01: started\n10:00:02: ready\n10:00:03: stopped\n'.repeat(10)],
    ['names of programs', 'web: started\nworker: started\nweb: ready\n  detail: 3\n'.repeat(10)],
    ['prose', 'Note: this is so.\nAlso: that is so.\n\nAnd then nothing.\n'.repeat(10)],
  ])('a log that is also valid YAML is a log: %s', (_, text) => {
    expect(understandCommand('./run.sh', text).kind).toBe('general');
  });

  test('a file that is called YAML and is none is not read as such', () => {
    expect(understandFile('x.yaml', 'yaml', 'just some words\n'.repeat(30)).kind).toBe('general');
  });

  test('deep and long input is read in bounded time', () => {
    const deep = Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at)}k:`).join('\n');
    expect(understandFile('x.yaml', 'yaml', deep).kind).toBe('yaml');
    const long = `a:\n  b: ${'x'.repeat(200_000)}\n  c: 1\n`;
    expect(understandFile('x.yaml', 'yaml', long).facts.join('\n')).toContain('a.c 1');
  });
});

describe('XML', () => {
  test('a project: its name, its version, its dependencies', () => {
    const dependency = (name: string) =>
      `<dependency><groupId>org.example</groupId><artifactId>${name}</artifactId><version>1.0</version></dependency>`;
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a > b --><project xmlns="http://example.org/pom">
  <artifactId>shop</artifactId><version>2.1</version><name>Shop &amp; Co</name>
  <dependencies>${['core', 'web', 'test'].map(dependency).join('\n')}</dependencies>
</project>`;
    const { kind, verdict, facts } = understandFile('pom.xml', 'markup', text);
    expect(kind).toBe('xml');
    expect(verdict).toMatch(/^<project>, 17 elements/);
    expect(facts).toContain('name Shop & Co');
    expect(facts).toContain('dependencies.dependency: 3 of {groupId, artifactId, version}');
    expect(facts).toEqual(expect.arrayContaining(['core 1.0', 'web 1.0', 'test 1.0']));
  });

  test('cut anywhere it is the same', () => {
    const items = Array.from({ length: 20 }, (_, at) => `<item id="${at}" on='a > b'><![CDATA[<x>]]></item>`);
    const text = `<list>${items.join('\n')}</list>`;
    const whole = understandCommand('./export.sh', text);
    expect(whole.verdict).toMatch(/^<list>, 21 elements/);
    for (const pieceCharacters of [1, 3, 8])
      expect(understandCommand('./export.sh', text, { pieceCharacters })).toEqual(whole);
  });

  test('pages and test reports are left to those who read them', () => {
    const page = '<!doctype html><html><body><p>Hello</p></body></html>\n'.repeat(9);
    expect(understandFile('index.html', 'markup', page).kind).toBe('general');
    const report = `<?xml version="1.0"?><testsuites>${'<testcase name="a"/>'.repeat(9)}</testsuites>`;
    expect(understandFile('report.xml', 'markup', report).kind).toBe('general');
  });

  test.each([
    ['an end that ends nothing', `<a>${'<b></c>'.repeat(50)}</a>`],
    ['generics', 'List<String> a = new ArrayList<>();\n'.repeat(20)],
    ['a prompt', '<enter> to go on\n<q> to stop\n'.repeat(20)],
  ])('%s is no XML', (_, text) => {
    expect(understandCommand('./run.sh', text).kind).toBe('general');
  });

  test.each([
    ['deep', '<a>'.repeat(50_000)],
    ['a tag without end', `<a><b c="${'x'.repeat(500_000)}`],
    ['a comment without end', `<a/><!-- ${'- '.repeat(200_000)}`],
  ])('hostile: %s', (_, text) => {
    expect(
      understandCommand('./run.sh', `<?xml version="1.0"?>${text}`, { pieceCharacters: 65_536 }).kind,
    ).toMatch(/^(?:xml|general)$/);
  });
});
