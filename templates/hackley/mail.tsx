import type { ReactNode } from 'react';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { Name, Prose, Title } from '../parts/prose.tsx';
import { Blank, Box, Row, Table, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign, SetLetter } from '../template.ts';

const SCHOOL = "'Century Schoolbook','New Century Schoolbook',Georgia,serif";
const CLOTH = '#1d3a6b';
const INK = '#16305c';
const MARKING = '#9a2a2a';
const PAPER = '#fdfdfb';
const LINE = 31;
/** Width of the spine on a narrow screen, in px; a desk has room for more. */
const SPINE = 8;

const RULED = {
  // A program that darkens a light page takes the lines away with it.
  backgroundColor: PAPER,
  backgroundImage: `linear-gradient(transparent 0 ${LINE - 1}px,#d3dfef ${LINE - 1}px ${LINE}px)`,
  backgroundSize: `100% ${LINE}px`,
  backgroundPosition: '0 -7px',
};

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <td
        width={60}
        valign="top"
        style={{ padding: '9px 8px 2px 0', whiteSpace: 'nowrap', ...type(SCHOOL, 15, 22, '#5a5f6b') }}
      >
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

function Spine() {
  return <Blank className="mg" width={SPINE} style={{ backgroundColor: '#0d1f3f', lineHeight: '1px' }} />;
}

function Cover({ letter, heading }: MailBodyProps) {
  const { words } = letter;
  const { sender, recipient } = letter.names;
  return (
    <Table>
      <tr>
        <Spine />
        <td className="px" style={{ backgroundColor: CLOTH, padding: '26px 16px 28px' }}>
          <Box style={{ backgroundColor: '#fbfbf8', padding: 7, boxShadow: '0 2px 6px rgba(5,12,28,.4)' }}>
            <Box className="lb" style={{ border: `2px solid ${INK}`, padding: '14px 14px 20px' }}>
              <Title style={{ textAlign: 'center', ...type(SCHOOL, 25, 34, '#14203b') }}>
                {words.t('Composition Book')}
              </Title>
              {heading && (
                <p style={{ margin: '2px 0 10px', textAlign: 'center', ...type(SCHOOL, 15, 22, MARKING) }}>
                  <Name>{heading}</Name>
                </p>
              )}
              <Table>
                <Field name={words.p('label of a composition book', 'Name')}>
                  <Name>{sender}</Name>
                </Field>
                <Field name={words.p('label of a composition book', 'For')}>
                  <Name>{recipient}</Name>
                </Field>
                <Field name={words.p('label of a composition book', 'Date')}>{letter.day}</Field>
              </Table>
            </Box>
          </Box>
        </td>
      </tr>
    </Table>
  );
}

function Composition({ paragraphs }: { paragraphs: string[] }) {
  return (
    <Table>
      <tr>
        <Blank className="mk" width={14} style={{ borderRight: '3px double #c65a5a', ...RULED }} />
        <td
          className="bk"
          valign="top"
          style={{
            padding: `${LINE}px 14px`,
            ...RULED,
            ...type(SCHOOL, 18, LINE, '#1b2231'),
          }}
        >
          <Prose paragraphs={paragraphs} gap={`${LINE}px`} />
        </td>
      </tr>
    </Table>
  );
}

function page({ photo, number }: NumberedPhoto, letter: SetLetter) {
  return (
    <Table>
      <Row className={number === 1 ? 'p1' : undefined}>
        <Photo photo={photo} width={600 - SPINE - 2 * 10} />
      </Row>
      <Row
        align="right"
        style={{
          borderBottom: '1px solid #9fb4d4',
          padding: '7px 2px 4px',
          fontStyle: 'italic',
          ...type(SCHOOL, 15, 20, MARKING),
        }}
      >
        {letter.words.t('Page {number} of {count}', { number, count: letter.photos.length })}
      </Row>
    </Table>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  return (
    <>
      <Row>
        <Cover letter={letter} heading={heading} />
      </Row>
      <Row>
        <Table style={{ backgroundColor: PAPER, boxShadow: '0 3px 12px rgba(22,36,66,.22)' }}>
          <tr>
            <Spine />
            <td>
              <Table>
                <Row className="pg" style={{ padding: '20px 10px 14px' }}>
                  <Table>
                    <Gallery letter={letter} between={22} frame={page} />
                  </Table>
                </Row>
                {letter.paragraphs.length > 0 && (
                  <Row>
                    <Composition paragraphs={letter.paragraphs} />
                  </Row>
                )}
                <Row className="pg np" style={{ padding: '16px 10px 24px' }}>
                  <Box style={{ borderTop: '1px solid #9fb4d4', paddingTop: 14 }}>
                    <Footer letter={letter} ink="#4a5160" link={CLOTH} />
                  </Box>
                </Row>
              </Table>
            </td>
          </tr>
          <tr>
            <Spine />
            <Blank height={16} style={{ backgroundColor: CLOTH }} />
          </tr>
        </Table>
      </Row>
    </>
  );
}

export const design: MailDesign = {
  background: '#dfe3ea',
  darkBackground: '#171b24',
  darkText: '#d6dbe6',
  deskCss: () =>
    '.mg{width:22px!important}.px{padding:40px 44px 44px!important}.lb{padding:18px 24px 26px!important}.mk{width:72px!important}.bk{padding-left:22px!important;padding-right:24px!important}.pg{padding-left:18px!important;padding-right:18px!important}',
  Body,
};
