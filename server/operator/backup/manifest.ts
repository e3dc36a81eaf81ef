import { z } from 'zod';

/** Raised when a backup is written in a way that older programs can't read. */
const FORMAT = 1;

const digest = { rows: z.number().int().nonnegative(), sha256: z.string() };

/** What a snapshot holds. It is written last: a folder without one is a backup that was cut off. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  takenAt: z.string(),
  database: z.string(),
  /** migrations that the database had seen, as the migrator counts them */
  migrations: z.number().int().positive(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      order: z.string(),
      ...digest,
    }),
  ),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.string(), used: z.boolean() }),
  ),
  /** of the list of objects: how many, and the SHA-256 over its lines */
  objects: z.object(digest),
  /** bytes of all objects together */
  bytes: z.number().int().nonnegative(),
  /** whether the snapshot holds the session secret, which was made in the data folder */
  secret: z.boolean(),
});
export type Manifest = z.infer<typeof manifest>;
export const MANIFEST_FORMAT = FORMAT;

/** One stored object: `objects/<first two>/<sha256>` of the backup is its content. */
export const objectLine = z.object({
  key: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
});
export type ObjectLine = z.infer<typeof objectLine>;
