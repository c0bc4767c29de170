import { formatPicture, parsePicture } from '../stored-picture.ts';
import type { PictureStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createPictures = (database: Database): PictureStore => ({
  async versions() {
    const rows = database.all('SELECT member_id, version FROM pictures ORDER BY member_id');
    return Object.fromEntries(rows.map(({ member_id, version }) => [String(member_id), String(version)]));
  },
  async get(memberId) {
    const row = database.get('SELECT record FROM pictures WHERE member_id = ?', memberId);
    return row ? parsePicture(String(row.record)) : null;
  },
  async put(memberId, picture) {
    database.run(
      'INSERT OR REPLACE INTO pictures VALUES (?, ?, ?)',
      memberId,
      picture.version,
      formatPicture(picture),
    );
  },
  async remove(memberId) {
    database.run('DELETE FROM pictures WHERE member_id = ?', memberId);
  },
});
