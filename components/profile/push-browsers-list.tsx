'use client';

import { useEffect, useState } from 'react';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useResource } from '../ui/use-resource.ts';
import {
  ownPushId,
  type PushBrowsers,
  type PushSupport,
  pushPath,
  pushSupport,
  subscribeToPush,
  unsubscribeFromPush,
} from './push-in-browser.ts';

const reasons: Record<Exclude<PushSupport, 'supported'>, string> = {
  insecure: 'This browser shows notifications only from addresses with HTTPS.',
  unsupported:
    'This browser cannot show notifications of sites. On an iPhone, add Vitrine to the Home Screen first.',
  blocked:
    'Notifications of this site are blocked. Allow them in the browser’s settings, then reload this page.',
};

interface Outcome {
  isBad: boolean;
  text: string;
}

const bad = (text: string): Outcome => ({ isBad: true, text });

/** How a test was taken, by browser. */
interface Tested {
  browsers: readonly { browser: string; outcome: 'sent' | 'gone' | 'refused' | 'later' }[];
}

function describeTest({ browsers }: Tested): Outcome {
  const failed = browsers.filter(({ outcome }) => outcome !== 'sent').map(({ browser }) => browser);
  return failed.length > 0
    ? bad(`The push service did not take it for ${failed.join(', ')}.`)
    : { isBad: false, text: 'Sent. It should be shown within a few seconds.' };
}

/** The browsers that show the member's notifications, and whether this one does. */
export function PushBrowsersList({ memberId }: { memberId: string }) {
  const isHydrated = useHydrated();
  const { value, failure, reload } = useResource<PushBrowsers>(pushPath);
  const [ownId, setOwnId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    void ownPushId().then(setOwnId, () => undefined);
  }, []);
  const subscriptions = value?.subscriptions ?? [];
  const isOn = subscriptions.some(({ id }) => id === ownId);
  /** @param work resolves to what the page is to say; `null`: nothing */
  const act = async (work: () => Promise<Outcome | null>) => {
    if (isBusy) return;
    setIsBusy(true);
    setOutcome(null);
    const result = await work().catch((error: unknown) => bad(String(error)));
    setOutcome(result);
    setOwnId(await ownPushId().catch(() => null));
    setIsBusy(false);
    reload();
  };
  const allow = () =>
    act(async () => {
      const refusal = await subscribeToPush(value?.key ?? '', memberId);
      return refusal && bad(refusal.error);
    });
  const stop = (id: string) =>
    act(async () => {
      const refusal = await unsubscribeFromPush(id, id === ownId);
      return refusal && bad(refusal.error);
    });
  const test = () =>
    act(async () => {
      const result = await sendJson<Tested>('POST', `${pushPath}/test`);
      return result.ok ? describeTest(result.value) : bad(result.error);
    });
  const support = isHydrated ? pushSupport() : 'supported';
  return (
    <div className="push-browsers">
      <h3>Browsers</h3>
      {support !== 'supported' && <p className="dim small">{reasons[support]}</p>}
      {subscriptions.length === 0 && support === 'supported' && value !== null && (
        <p className="dim small">No browser shows notifications yet.</p>
      )}
      {subscriptions.length > 0 && (
        <ul className="push-list">
          {subscriptions.map(({ id, browser, createdAt }) => (
            <li key={id}>
              <span className="grow">
                {browser}
                {id === ownId && <span className="badge">This browser</span>}
                <br />
                <span className="dim small">
                  since <TimeText iso={createdAt} as="day-clock" />
                </span>
              </span>
              <button
                type="button"
                className="btn is-small"
                aria-label={`Stop: ${browser}`}
                onClick={() => void stop(id)}
              >
                Stop
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="row-buttons">
        {!isOn && support === 'supported' && (
          <button
            type="button"
            className="btn"
            aria-disabled={isBusy || value === null}
            onClick={() => value !== null && void allow()}
          >
            Show them in this browser
          </button>
        )}
        {subscriptions.length > 0 && (
          <button type="button" className="btn plain" aria-disabled={isBusy} onClick={() => void test()}>
            Send a test
          </button>
        )}
      </div>
      {(outcome || failure) && (
        <p
          className={outcome?.isBad === false ? 'dim' : 'bad'}
          role={outcome?.isBad === false ? 'status' : 'alert'}
        >
          {outcome?.text ?? failure?.error}
        </p>
      )}
    </div>
  );
}
