import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '#components/ui/query-provider.tsx';

test('what the server answered stays when a later request for it fails, and the failure is known', async () => {
  const answers = [
    Promise.resolve('first'),
    Promise.reject(new Error('no answer')),
    Promise.resolve('third'),
  ];
  const observer = new QueryObserver<string>(createQueryClient(), {
    queryKey: ['/api/x'],
    queryFn: () => answers.shift() ?? 'none',
  });
  const leave = observer.subscribe(() => {});
  const next = async () => {
    const { data, error } = await observer.refetch({ cancelRefetch: false });
    return [data, error?.message ?? null];
  };
  expect(await next()).toEqual(['first', null]);
  expect(await next()).toEqual(['first', 'no answer']);
  expect(await next()).toEqual(['third', null]);
  leave();
});
