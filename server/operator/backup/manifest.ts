import { z } from 'zod';
import { OperatorError } from '../command.ts';

export const MANIFEST = 'manifest.json';

/** Increased when older versions cannot read what is written. */
export const MANIFEST_FORMAT = 1;

const digestSchema = z.object({ rows: z.int().nonnegative(), sha256: z.string() });
export type Digest = z.infer<typeof digestSchema>;

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  /** in order, without generated columns */
  columns: z.array(z.string()),
  /** SQL `order by` that is the same under every collation */
  order: z.string(),
});
export type Table = z.infer<typeof tableSchema>;

const sequenceSchema = z.object({
  table: z.string(),
  column: z.string(),
  last: z.string(),
  used: z.boolean(),
});
export type Sequence = z.infer<typeof sequenceSchema>;

/** Written last: a folder without one is an interrupted backup. */
const manifestSchema = z.object({
  format: z.literal(MANIFEST_FORMAT),
  id: z.string(),
  takenAt: z.string(),
  database: z.string(),
  migrations: z.int().positive(),
  tables: z.array(tableSchema.extend(digestSchema.shape)),
  sequences: z.array(sequenceSchema),
  objects: digestSchema,
  bytes: z.int().nonnegative(),
  secret: z.boolean(),
  addressKey: z.boolean().default(false),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** @throws {OperatorError} when another version wrote it, or it is of another snapshot */
export function readManifest(name: string, text: string): Manifest {
  const read = manifestSchema.safeParse(JSON.parse(text));
  if (!read.success)
    throw new OperatorError(`The snapshot ${name} was written by another version of the product.`);
  if (read.data.id !== name)
    throw new OperatorError(`The snapshot ${name} holds the manifest of another, ${read.data.id}.`);
  return read.data;
}
