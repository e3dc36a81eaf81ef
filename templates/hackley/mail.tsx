import type { ReactNode } from 'react';
import { paragraphsOf } from '../message.ts';
import { Footer } from '../parts/footer.tsx';
import { Pair } from '../parts/gallery.tsx';
import { namesOf } from '../parts/names.ts';
import { Photo } from '../parts/photo.tsx';
import { type NumberedPhoto, type PhotoRow, photoRows } from '../parts/photo-rows.ts';
import { Name, Prose } from '../parts/prose.tsx';
import { Box, Gap, Row, Table, type } from '../parts/table.tsx';
import { writtenDay } from '../parts/written-date.ts';
import type { MailBodyProps, MailDesign } from '../template.ts';

const SCHOOL = "'Century Schoolbook','New Century Schoolbook',Georgia,serif";
const CLOTH = '#1d3a6b';
const INK = '#16305c';
const MARKING = '#9a2a2a';
const COLUMN = 459;
const LINE = 31;

/** Ruled lines, where gradients are drawn. */
const RULED = {
  backgroundImage: `linear-gradient(transparent 0 ${LINE - 1}px,#d3dfef ${LINE - 1}px ${LINE}px)`,
  backgroundSize: `100% ${LINE}px`,
};

/** One ruled line of the label: what it is, and what was filled in. */
function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <td width="28%" valign="bottom" style={{ padding: '9px 0 2px', ...type(SCHOOL, 15, 22, '#5a5f6b') }}>
        {name}
      </td>
      <td
        valign="bottom"
        style={{
          borderBottom: `1px solid ${INK}`,
          padding: '9px 0 2px 6px',
          ...type(SCHOOL, 18, 22, '#14203b'),
        }}
      >
        {children}
      </td>
    </tr>
  );
}

/** The cover: a cloth spine and boards with the label plate. */
function Cover({ letter, preheader }: MailBodyProps) {
  const { sender, recipient } = namesOf(letter);
  return (
    <Table>
      <tr>
        <td className="mg" width={34} style={{ width: 34, backgroundColor: '#0d1f3f', fontSize: 1 }}>
          {'\u00a0'}
        </td>
        <td className="px" style={{ backgroundColor: CLOTH, padding: '40px 44px 44px' }}>
          <Box style={{ backgroundColor: '#fbfbf8', padding: 7, boxShadow: '0 2px 6px rgba(5,12,28,.4)' }}>
            <Box className="lb" style={{ border: `2px solid ${INK}`, padding: '18px 24px 26px' }}>
              <p style={{ margin: '0 0 2px', textAlign: 'center', ...type(SCHOOL, 27, 34, '#14203b') }}>
                Composition Book
              </p>
              <p style={{ margin: '0 0 10px', textAlign: 'center', ...type(SCHOOL, 15, 22, MARKING) }}>
                {preheader}
              </p>
              <Table>
                <Field name="Name">
                  <Name>{sender}</Name>
                </Field>
                <Field name="For">
                  <Name>{recipient}</Name>
                </Field>
                <Field name="Subject">Correspondence</Field>
                <Field name="Date">{writtenDay(letter)}</Field>
              </Table>
            </Box>
          </Box>
        </td>
      </tr>
    </Table>
  );
}

interface PassageProps {
  note: string;
  /** Space above, in px. */
  top: number;
  lines?: typeof RULED;
  children: ReactNode;
}

/** A passage beside the marking margin, with the teacher's note. */
function Passage({ note, top, lines, children }: PassageProps) {
  return (
    <tr>
      <td
        className="mk"
        width={72}
        valign="top"
        style={{
          width: 72,
          borderRight: '3px double #c65a5a',
          padding: `${top + 2}px 6px 0 14px`,
          fontStyle: 'italic',
          ...lines,
          ...type(SCHOOL, 14, 22, MARKING),
        }}
      >
        {note}
      </td>
      <td
        className="bk"
        valign="top"
        style={{ padding: `${top}px 24px 22px 22px`, ...lines, ...type(SCHOOL, 18, LINE, '#1b2231') }}
      >
        {children}
      </td>
    </tr>
  );
}

function page({ photo }: NumberedPhoto, width: number) {
  return (
    <Box style={{ border: '1px solid #b9c0cc', padding: 5, backgroundColor: '#ffffff' }}>
      <Photo photo={photo} width={width - 12} />
    </Box>
  );
}

function pageNote(row: PhotoRow, count: number): string {
  const [left, right] = row;
  return right
    ? `Pages ${left.number} and\u00a0${right.number}`
    : `Page\u00a0${left.number} of\u00a0${count}`;
}

function Body({ letter, preheader }: MailBodyProps) {
  const paragraphs = paragraphsOf(letter.message);
  const ruled = { borderBottom: '1px solid #9fb4d4', fontSize: 1 };
  return (
    <>
      <Gap height={36} className="top" />
      <Row>
        <Cover letter={letter} preheader={preheader} />
      </Row>
      <Row>
        <Table style={{ backgroundColor: '#fdfdfb', boxShadow: '0 3px 12px rgba(22,36,66,.22)' }}>
          {paragraphs.length > 0 && (
            <Passage note="Message" top={LINE + 3} lines={RULED}>
              <Prose paragraphs={paragraphs} gap={`${LINE}px`} />
            </Passage>
          )}
          {photoRows(letter.photos).map((row) => (
            <Passage key={row[0].number} note={pageNote(row, letter.photos.length)} top={14}>
              {row.length === 1 ? (
                page(row[0], COLUMN)
              ) : (
                <Pair row={row} width={COLUMN} gutter={14} frame={page} />
              )}
            </Passage>
          ))}
          <Passage note="Remarks" top={12}>
            <Table>
              <Row style={{ ...ruled, lineHeight: '24px' }}>{'\u00a0'}</Row>
              <Row style={{ ...ruled, lineHeight: '30px' }}>{'\u00a0'}</Row>
              <Gap height={18} />
              <Row style={{ paddingBottom: 12 }}>
                <Footer letter={letter} ink="#4a5160" link={CLOTH} />
              </Row>
            </Table>
          </Passage>
        </Table>
      </Row>
      <Gap height={40} />
    </>
  );
}

export const design: MailDesign = {
  width: 600,
  background: '#dfe3ea',
  darkBackground: '#171b24',
  darkText: '#d6dbe6',
  phoneCss: () =>
    '.side{padding-left:0!important;padding-right:0!important}.mg{width:12px!important}.lb{padding:14px 16px 20px!important}.mk{display:block!important;width:auto!important;border-right:0!important;padding:14px 16px 0!important}.bk{display:block!important;width:auto!important;padding:8px 16px 14px!important}',
  Body,
};
