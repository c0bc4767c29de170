import { lockDataDir } from './data-lock.ts';
import { openDatabase } from './database.ts';

/**
 * For the launcher: makes this process the only one on a data folder, and reads through what is in it.
 * @throws DataFolderError; Error where another process uses the folder
 */
export function checkDataFolder(dataDir: string): void {
  lockDataDir(dataDir);
  const database = openDatabase(dataDir);
  try {
    database.checkPages();
  } finally {
    database.close();
  }
}
