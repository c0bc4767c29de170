import { lockDataDir } from './data-lock.ts';
import { openDatabase } from './database.ts';

/**
 * For the launcher: locks a data folder for this process, and checks all of its pages.
 * @throws DataFolderError; Error when another process uses the folder
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
