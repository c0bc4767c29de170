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

/** The browsers that show the member's notifications, and whether this one does. */
export function PushBrowsersList() {
  const isHydrated = useHydrated();
  const { value, failure, reload } = useResource<PushBrowsers>(pushPath);
  const [ownId, setOwnId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ isBad: boolean; text: string } | null>(null);
  useEffect(() => {
    void ownPushId().then(setOwnId, () => undefined);
  }, []);
  const subscriptions = value?.subscriptions ?? [];
  const isOn = subscriptions.some(({ id }) => id === ownId);
  const act = async (work: () => Promise<{ isBad: boolean; text: string } | null>) => {
    if (isBusy) return;
    setIsBusy(true);
    setOutcome(null);
    setOutcome(await work());
    setOwnId(await ownPushId().catch(() => null));
    reload();
    setIsBusy(false);
  };
  const allow = () =>
    act(async () => {
      const refusal = await subscribeToPush(value?.key ?? '');
      return refusal && { isBad: true, text: refusal.error };
    });
  const stop = (id: string) =>
    act(async () => {
      const refusal = await unsubscribeFromPush(id, id === ownId);
      return refusal && { isBad: true, text: refusal.error };
    });
  const test = () =>
    act(async () => {
      const result = await sendJson<{ browsers: number }>('POST', `${pushPath}/test`);
      return result.ok
        ? { isBad: false, text: 'Sent. It should be shown within a few seconds.' }
        : { isBad: true, text: result.error };
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
