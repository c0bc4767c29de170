import { expect, test } from 'vitest';
import { refusalOf } from '../../lib/http/front-door.ts';

test.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s is answered by Next',
  (method) => {
    expect(refusalOf({ method, url: '/c/%C3%BC?q=%ff', headers: {} }, null)).toBeNull();
  },
);

test.each(['TRACE', 'CONNECT', 'PROPFIND', 'get', ''])('%s is no method here', (method) => {
  expect(refusalOf({ method, url: '/', headers: {} }, null)).toBe(405);
});

test.each(['/%', '/c/%ff', '/s/%e4%b8', '/api/artifacts/%zz', '/%c0%ae%c0%ae/'])(
  '%s is no address',
  (url) => {
    expect(refusalOf({ method: 'GET', url, headers: {} }, null)).toBe(400);
  },
);
