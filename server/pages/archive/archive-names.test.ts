import { expect, it } from 'vitest';
import { filesOf } from './archive-names.ts';

const named = (name: string) => {
  const attachments = [{ id: 'a', name, size: 1, scan: 'unchecked' as const }];
  const answer = { id: 1, createdAt: '', day: '', author: '', own: false, body: '', photos: [], attachments };
  return filesOf(0, answer).kept[0]?.file;
};

it.each([
  ...['a.svg', 'a.shtml', 'a.XSL', 'a.pif', 'a.wsh', 'a.cpl', 'a.msc', 'setup.application', 'a.py'],
  ...['a.xll', 'a.chm', 'a.reg', 'a.settingcontent-ms', 'a.tool', 'a.terminal', 'a.webloc', 'a.inetloc'],
])('archive: %s is not opened as what it is', (name) =>
  expect(named(name)).toBe(`answer-1-file-1 ${name}.txt`),
);

it.each(['plums.pdf', 'shtml', 'a.html.docx', 'a.pages'])('archive: %s keeps its ending', (name) =>
  expect(named(name)).toBe(`answer-1-file-1 ${name}`),
);
