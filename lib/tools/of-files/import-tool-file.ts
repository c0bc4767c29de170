import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** @throws whatever the file throws, or Node where it cannot be loaded */
export async function importToolFile(path: string): Promise<{ default?: unknown }> {
  provideDefineTool();
  return await import(/* turbopackIgnore: true */ pathToFileURL(path).href);
}

/** What files import as `vitrine/tools`: a function that gives back what it takes, so that editors know its type. */
const toolsModule = 'data:text/javascript,export const defineTool = (tool) => tool;';
let isProvided = false;

/** Files may lie anywhere: what they import of ours is found nevertheless, and so is zod. */
function provideDefineTool(): void {
  if (isProvided) return;
  isProvided = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'vitrine/tools') return { url: toolsModule, shortCircuit: true };
      if (specifier !== 'zod') return nextResolve(specifier, context);
      try {
        return nextResolve(specifier, context);
      } catch {
        return nextResolve(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
}
