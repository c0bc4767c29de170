import { parseArgs } from 'node:util';
import { requireServer } from './command/require-server.ts';
import { shareOnServer } from './command/server-connection.ts';
import { exitOnError } from './exit-on-error.ts';

const usage = `Makes a link to a frozen copy of an artifact, and prints it.

  vitrine share ID [--audience team|link] [--days 7]

  --audience  link: for whoever has the link, where the team allows it. Default: team
`;

async function share(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      audience: { type: 'string', default: 'team' },
      days: { type: 'string' },
    },
  });
  const [artifactId] = positionals;
  if (values.help || artifactId === undefined || positionals.length > 1) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { audience, days } = values;
  if (days !== undefined && !/^\d+$/.test(days)) throw new Error(`${days} is no number of days`);
  const expiresInSeconds = days === undefined ? undefined : Number(days) * 86_400;
  console.log(await shareOnServer(requireServer(process.env), artifactId, { audience, expiresInSeconds }));
}

share().catch(exitOnError);
