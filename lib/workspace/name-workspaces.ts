/** Names for folders: the shortest suffix of each path that no other one has. */
export function nameWorkspaces(roots: readonly string[]): string[] {
  return roots.map((root) => {
    const parts = root.split('/').filter((part) => part !== '');
    for (let length = 1; length < parts.length; length += 1) {
      const name = parts.slice(-length).join('/');
      const isOwn = roots.every((other) => other === root || !`/${other}`.endsWith(`/${name}`));
      if (isOwn) return name;
    }
    return root;
  });
}
