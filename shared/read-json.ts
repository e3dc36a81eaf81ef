interface Schema<T> {
  safeParse: (value: unknown) => { data?: T | undefined };
}

/** Null where a text is no JSON, or of another shape, as what an earlier release stored. */
export function readJson<T>(text: string | null | undefined, schema: Schema<T>): T | null {
  try {
    return text ? (schema.safeParse(JSON.parse(text)).data ?? null) : null;
  } catch {
    return null;
  }
}
