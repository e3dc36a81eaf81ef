import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { findDatabase } from '../../open-services.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/database.ts';

export interface FoundDatabase extends OpenDatabase {
  description: string;
}

/** Opens the database of the settings as it is: nothing is migrated and no queue is made. */
export async function openFoundDatabase(config: Config, log: Logger): Promise<FoundDatabase> {
  const dataDir = path.resolve(config.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  const { connection, databaseDescription, stop } = await findDatabase(config, dataDir, log);
  const database = openDatabase(connection, (error) => log.warn({ err: error }, 'a connection broke'));
  return {
    ...database,
    description: databaseDescription,
    close: async () => {
      await database.close();
      await stop();
    },
  };
}
