import { describe, expect, test } from 'vitest';
import { lines, viewOfCommand } from '#tests/support/view-of-command.ts';

const viewOf = async (command: string, text: string, exitCode = 0) =>
  (await viewOfCommand(command, text, exitCode)).text;

describe('stack traces', () => {
  test('are alike only where their causes are', async () => {
    const trace = (name: number, cause: string) =>
      `java.lang.RuntimeException: item ${name} failed\n\tat shop.Job.run(Job.java:31)\nCaused by: ${cause}\n\tat shop.Parse.read(Parse.java:12)\n\t... 1 more`;
    const text = lines(12, (at) =>
      trace(
        at,
        at % 4 === 3
          ? `java.io.IOException: pipe ${at}`
          : `java.lang.NumberFormatException: For input string: "x${at}"`,
      ),
    );
    const view = await viewOf('java -jar shop.jar', text, 1);
    expect(view).toContain('12 stack traces');
    expect(view).toMatch(/item 0 failed \(one of 9 with other values\)/);
    expect(view).toMatch(/item 3 failed .*IOException: pipe 3 \(one of 3 with other values\)/);
    expect(view).not.toMatch(/more traces?/);
  });

  test('what was suppressed is part of its trace', async () => {
    const trace =
      'java.lang.IllegalStateException: cannot persist\n\tat shop.Job.run(Job.java:31)\n\tSuppressed: java.io.IOException: close failed\n\t\tat shop.Job.close(Job.java:44)\n\t\t... 1 more\nCaused by: java.sql.SQLException: pool is closed\n\tat shop.Pool.get(Pool.java:7)\n\t... 2 more\n';
    const view = await viewOf('java -jar shop.jar', `${lines(60, (at) => `tick ${at}`)}${trace}`, 1);
    expect(view).toContain('root cause: java.sql.SQLException: pool is closed');
    expect(view).toContain('suppressed: java.io.IOException: close failed');
    expect(view).not.toContain('2 stack traces');
  });

  test('exceptions of .NET that follow one another are not causes of each other', async () => {
    const trace = (at: number) =>
      `fail: Shop.Worker[0]\n      job ${at} failed\n      System.Net.Http.HttpRequestException: refused (db${at}:5432)\n         at Shop.Repo.Load(Int32 id) in /src/Repo.cs:line 41\n         at Shop.Worker.Run() in /src/Worker.cs:line 9`;
    const view = await viewOf('dotnet run', lines(7, trace), 134);
    expect(view).toContain('7 stack traces');
    expect(view).not.toMatch(/caused by|root cause|through/);
  });
});

describe('requests', () => {
  const request = (at: number, time: string, rest: string) =>
    `10.0.0.${at % 5} - - [12/Jun/2026:${time} +0000] "GET /p${at % 4} HTTP/1.1" 200 512${rest}`;

  test('that are not in order are between the earliest and the latest', async () => {
    const two = (value: number) => String(value).padStart(2, '0');
    const text = lines(70, (at) => request(at, `0${(at * 7 + 3) % 10}:${two((at * 13) % 60)}:00`, ''));
    expect(await viewOf('tail -70 access.log', text)).toMatch(
      /70 requests, 12\/Jun\/2026 00:\d\d:00 to 09:\d\d:00/,
    );
  });

  test('took as long as the field says that names their time', async () => {
    const text = lines(60, (at) =>
      request(at, '01:00:00', ` rt=${at === 33 ? '31.200' : `0.${100 + at}`} urt=0.${900 - at}`),
    );
    expect(await viewOf('tail -60 access.log', text)).toContain('slowest: GET /p1 31.20 s (line 34)');
  });
});
