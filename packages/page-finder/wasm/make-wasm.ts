import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import wabt from 'wabt';

// `node packages/page-finder/wasm/make-wasm.ts`: writes the module of WebAssembly from its source.
const source = path.join(import.meta.dirname, 'page-loops.wat');

/** @returns base64 of the module that page-loops.wat makes */
export async function pageLoops(): Promise<string> {
  const { parseWat } = await wabt();
  const parsed = parseWat(path.basename(source), await readFile(source), { simd: true });
  try {
    parsed.validate();
    return Buffer.from(parsed.toBinary({}).buffer).toString('base64');
  } finally {
    parsed.destroy();
  }
}

if (import.meta.main) {
  const base64 = await pageLoops();
  await writeFile(
    source.replace('.wat', '-module.ts'),
    `// Written by make-wasm.ts from page-loops.wat.\nexport const PAGE_LOOPS_BASE64 =\n  '${base64}';\n`,
  );
}
