import { describe, expect, test } from 'vitest';
import { nameWorkspaces } from '#lib/workspace/name-workspaces.ts';

describe('workspaces', () => {
  test('are called by their folder', () => {
    expect(nameWorkspaces(['/home/me/shop', '/srv/api'])).toEqual(['shop', 'api']);
  });

  test('of one folder name are told apart by the folders above', () => {
    expect(nameWorkspaces(['/home/me/shop/app', '/home/me/api/app', '/x'])).toEqual([
      'shop/app',
      'api/app',
      '/x',
    ]);
  });

  test('are not confused by a name that ends like another', () => {
    expect(nameWorkspaces(['/a/app', '/a/my-app'])).toEqual(['app', 'my-app']);
  });
});
