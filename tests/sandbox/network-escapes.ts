import assert from 'node:assert/strict';
import type { EscapeBench } from './escape-bench.ts';

/** What a command that may reach one host tries against everything else. */
export const networkEscapes: Record<string, (bench: EscapeBench) => Promise<void>> = {
  'with a host allowed, that host is reached by name, in a tunnel and without': async (bench) => {
    const { stdout, traffic } = await bench.run(
      `curl -sS http://${bench.allowedHost}/plain; curl -sSp http://${bench.allowedHost}/tunnel
      node -e "fetch('http://${bench.allowedHost}/node').then((answer) => answer.text()).then(console.log)"
      python3 -c "import urllib.request as u; print(u.urlopen('http://${bench.allowedHost}/python').read().decode())"`,
      { hosts: [bench.allowedHost] },
    );
    assert.equal(stdout, 'reached /plain\nreached /tunnel\nreached /node\n\nreached /python\n\n');
    assert.equal(traffic?.length, 1);
    assert.equal(traffic[0]?.refusal, null);
    // Requests of one command share connections.
    assert.ok((traffic[0]?.connections ?? 0) >= 2);
  },

  'with a host allowed, nothing else of this machine is reached, around the proxy or through it': async (
    bench,
  ) => {
    const before = bench.connections();
    const [name = ''] = bench.allowedHost.split(':');
    const { stdout, traffic } = await bench.run(
      `for port in ${bench.tcpPort} 6379 22 80 443; do for host in 127.0.0.1 ::1 10.0.0.1 169.254.169.254; do
        (timeout 1 bash -c "exec 5<>/dev/tcp/$host/$port" && echo "OPEN $host $port") 2>/dev/null
      done; done
      for host in 127.0.0.1 localhost 0.0.0.0 127.1 0x7f.1 2130706433 0177.0.0.1 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] \\
        169.254.169.254 metadata.google.internal ${name} ${name}. ${name}.example.org ${name}%00.example.org localhost.; do
        for way in '' -p; do
          curl -sS -m 3 $way --noproxy '' "http://$host:${bench.tcpPort}/" 2>/dev/null | grep -q '${bench.canary}' && echo "OPEN $host $way"
          curl -sS -m 3 $way --noproxy '' -H 'Host: ${bench.allowedHost}' "http://$host:${bench.tcpPort}/" 2>/dev/null | grep -q '${bench.canary}' && echo "OPEN $host host"
        done
        printf 'CONNECT %s:${bench.tcpPort} HTTP/1.1\\r\\nHost: ${bench.allowedHost}\\r\\n\\r\\n' "$host" | timeout 3 bash -c 'exec 5<>/dev/tcp/127.0.0.1/808; cat >&5; cat <&5' 2>/dev/null | grep -q '${bench.canary}' && echo "OPEN raw $host"
      done
      curl -sS -m 3 -L http://${bench.allowedHost}/to-private 2>/dev/null | grep -q '${bench.canary}' && echo OPEN redirect
      [[ $(tail -n +3 /proc/net/dev | grep -vc 'lo:') == 0 ]] || echo OPEN interface
      echo tried`,
      { hosts: [bench.allowedHost], timeoutMs: 60_000 },
    );
    assert.equal(stdout, 'tried\n');
    assert.equal(bench.connections(), before);
    assert.ok((traffic?.length ?? 0) > 5);
    for (const { host, refusal } of traffic ?? [])
      assert.ok(refusal !== null || host === name, `${host} was reached`);
  },

  'with a host allowed, names are resolved nowhere but in the proxy': async (bench) => {
    const { stdout } = await bench.run(
      `python3 -c 'import socket; socket.getaddrinfo("example.com", 80)' 2>&1 | tail -n 1`,
      { hosts: [bench.allowedHost] },
    );
    assert.match(stdout, /Temporary failure in name resolution/);
  },

  'with a host allowed, no socket of the server is reached, and what makes the network is not seen': async (
    bench,
  ) => {
    const { stdout } = await bench.run('', {
      hosts: [bench.allowedHost],
      program: {
        kind: 'code',
        language: 'python',
        code: `
import os, socket, subprocess
for path in [${JSON.stringify(bench.socketPath)}, "\\0${bench.abstractName}"]:
    try:
        socket.socket(socket.AF_UNIX).connect(path)
        print("OPEN")
    except OSError as error:
        print(error.strerror)
for port in [808, 80, 1]:
    try:
        socket.socket().bind(("127.0.0.1", port))
        print("OPEN port")
    except PermissionError:
        pass
print(any(b"bwrap" in open("/proc/%s/cmdline" % pid, "rb").read() and int(pid) > 2 for pid in os.listdir("/proc") if pid.isdigit()))
print(open("/proc/self/status").read().split("CapEff:")[1].split()[0])
print(subprocess.run(["nsenter", "--target", "1", "--net", "true"], stderr=subprocess.DEVNULL).returncode != 0)
`,
      },
    });
    assert.equal(stdout, 'No such file or directory\nConnection refused\nFalse\n0000000000000000\nTrue\n');
  },

  'two commands with hosts have two networks': async (bench) => {
    const serve = `timeout 20 python3 -c '
import socket
server = socket.socket(); server.bind(("0.0.0.0", 9000)); server.listen(); open("listening", "w"); server.accept(); print("OPEN")'`;
    const stop = new AbortController();
    const first = bench.run(serve, { hosts: [bench.allowedHost], signal: stop.signal });
    const second = await bench.run(
      'until [[ -e listening ]]; do sleep 0.05; done; (timeout 2 bash -c "exec 5<>/dev/tcp/127.0.0.1/9000" && echo OPEN) 2>/dev/null; echo tried',
      { hosts: [bench.allowedHost] },
    );
    stop.abort();
    assert.equal(second.stdout, 'tried\n');
    assert.ok(!(await first).stdout.includes('OPEN'));
  },

  'who is allowed nothing has no network, whoever had one before': async (bench) => {
    const { stdout, traffic } = await bench.run(
      `env | grep -i proxy; curl -sS -m 3 -x http://127.0.0.1:808 http://${bench.allowedHost}/ 2>&1`,
    );
    assert.match(stdout, /^curl: \(7\)/);
    assert.equal(traffic, null);
  },
};
