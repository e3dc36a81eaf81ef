import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import wabt from 'wabt';

// `node scripts/make-wasm.ts`: writes the modules of WebAssembly whose source is a .wat file beside them.
const root = path.resolve(import.meta.dirname, '..');

/** @returns base64 of the module */
export async function moduleOf(file: string): Promise<string> {
  const { parseWat } = await wabt();
  const parsed = parseWat(path.basename(file), await readFile(path.join(root, file)), { simd: true });
  try {
    parsed.validate();
    return Buffer.from(parsed.toBinary({}).buffer).toString('base64');
  } finally {
    parsed.destroy();
  }
}

export const PAGE_LOOPS = 'server/photos/edit/page-loops.wat';

if (import.meta.main) {
  const base64 = await moduleOf(PAGE_LOOPS);
  await writeFile(
    path.join(root, PAGE_LOOPS.replace('.wat', '-module.ts')),
    `// Written by scripts/make-wasm.ts from page-loops.wat.\nexport const PAGE_LOOPS_BASE64 =\n  '${base64}';\n`,
  );
}
