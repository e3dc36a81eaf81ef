import { decodeText } from '../../../../packages/address-files/decode-text.ts';
import type {
  ChosenColumns,
  FoundPeople,
  UnknownTable,
} from '../../../../packages/address-files/found-people.ts';
import { readPeople } from '../../../../packages/address-files/read-people.ts';

export interface PeopleRequest {
  source: Blob | string;
  /** BCP 47 */
  language: string;
  columns?: ChosenColumns | undefined;
}
export type PeopleAnswer = { found: FoundPeople | { table: UnknownTable } } | { failure: string };

addEventListener('message', async ({ data }: MessageEvent<PeopleRequest>) => {
  const answer: PeopleAnswer = await read(data).then(
    (found) => ({ found }),
    (cause: unknown) => ({ failure: String(cause) }),
  );
  postMessage(answer);
});

async function read({ source, language, columns }: PeopleRequest) {
  const text =
    typeof source === 'string' ? source : decodeText(new Uint8Array(await source.arrayBuffer()), language);
  return readPeople(text, language, columns);
}
