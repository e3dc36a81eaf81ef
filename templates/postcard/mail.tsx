import type { ReactNode } from 'react';
import { paragraphsOf } from '../message.ts';
import { fitType } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery } from '../parts/gallery.tsx';
import { namesOf } from '../parts/names.ts';
import { Photo } from '../parts/photo.tsx';
import { type NumberedPhoto, photoRows } from '../parts/photo-rows.ts';
import { Name, Prose } from '../parts/prose.tsx';
import { Box, Gap, Row, Table, type } from '../parts/table.tsx';
import { writtenDay } from '../parts/written-date.ts';
import type { LetterMail, MailBodyProps, MailDesign } from '../template.ts';

const SERIF = "'Palatino Linotype',Palatino,Georgia,serif";
const SANS = 'Arial,Helvetica,sans-serif';
const CARD = '#f8f6ef';
const PRINT = '#59625a';
const RULE = '1px solid #8c968e';
const SHADOW = '0 4px 12px rgba(8,28,30,.35)';
/** The address half of the card, in px. */
const ADDRESS_WIDTH = 200;
/** A longer message would leave the address half of the card empty; it takes the whole width under the stamp. */
const HALF_CARD_CHARACTERS = 900;

/** The picture side: one page with a white border and a printed line. */
function Picture({ letter, page, width }: { letter: LetterMail; page: NumberedPhoto; width: number }) {
  const wide = width > 400;
  const border = wide ? 18 : 10;
  const print = type(SANS, 13, 18, PRINT);
  return (
    <Table style={{ backgroundColor: CARD, boxShadow: SHADOW }}>
      <Row className="pic" style={{ padding: `${border}px ${border}px 0` }}>
        <Photo photo={page.photo} width={width - 2 * border} />
      </Row>
      <Row className="pic" style={{ padding: `10px ${border}px 12px` }}>
        <Table>
          <tr>
            <td valign="top" style={{ paddingRight: 12, whiteSpace: 'nowrap', ...print }}>
              Card {page.number} of {letter.photos.length}
            </td>
            {wide && (
              <td align="right" style={print}>
                From the desk of <Name>{namesOf(letter).sender}</Name>
              </td>
            )}
          </tr>
        </Table>
      </Row>
    </Table>
  );
}

function Stamp() {
  return (
    <Table width={92} align="right">
      <tr>
        <td style={{ border: `3px dotted ${CARD}`, backgroundColor: '#c23a22', padding: 4 }}>
          <Table>
            <Row
              align="center"
              style={{ border: '1px solid #f3cfc2', padding: '9px 0 8px', ...type(SERIF, 30, 30, '#fff4ee') }}
            >
              1
              <br />
              <span style={{ fontFamily: SANS, fontSize: 11, lineHeight: '16px' }}>LETTER</span>
            </Row>
          </Table>
        </td>
      </tr>
    </Table>
  );
}

function AddressLine({ children, size = 16 }: { children: ReactNode; size?: number }) {
  return (
    <Row style={{ borderBottom: RULE, padding: '12px 0 3px', ...type(SERIF, size, 24, '#24302b') }}>
      {children}
    </Row>
  );
}

/** Stamp and address: the right-hand half of the back. */
function Address({ letter }: { letter: LetterMail }) {
  return (
    <>
      <Stamp />
      <Table style={{ clear: 'both' }}>
        <Gap height={32} />
        <AddressLine>
          <Name>{namesOf(letter).recipient}</Name>
        </AddressLine>
        <AddressLine
          size={fitType(letter.recipientEmail, {
            room: ADDRESS_WIDTH,
            smallest: 13,
            largest: 16,
            narrow: 0.6,
          })}
        >
          {letter.recipientEmail}
        </AddressLine>
        <AddressLine>{writtenDay(letter)}</AddressLine>
      </Table>
    </>
  );
}

function Back({ letter, heading }: MailBodyProps) {
  const paragraphs = paragraphsOf(letter.message);
  const long = letter.message.length > HALF_CARD_CHARACTERS;
  const written = type(SERIF, 17, 27, '#24302b');
  return (
    <Table style={{ backgroundColor: CARD, boxShadow: SHADOW }}>
      <Row align="center" style={{ padding: '22px 24px 0', letterSpacing: 4, ...type(SANS, 14, 18, PRINT) }}>
        POST CARD
      </Row>
      {heading && (
        <Row
          align="center"
          style={{ padding: '4px 24px 0', fontStyle: 'italic', ...type(SERIF, 16, 22, PRINT) }}
        >
          <Name>{heading}</Name>
        </Row>
      )}
      <Row className="px" style={{ padding: '16px 26px 30px' }}>
        <Table>
          <tr>
            <td
              className="col"
              width={296}
              valign="top"
              style={{ width: 296, borderRight: RULE, padding: '6px 24px 0 0', ...written }}
            >
              {long ? null : <Prose paragraphs={paragraphs} />}
            </td>
            <td className="col nxt" valign="top" style={{ paddingLeft: 24 }}>
              <Address letter={letter} />
            </td>
          </tr>
        </Table>
        {long && (
          <Box style={{ paddingTop: 30, ...written }}>
            <Prose paragraphs={paragraphs} />
          </Box>
        )}
      </Row>
    </Table>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  const picture = (page: NumberedPhoto, width: number) => (
    <Picture letter={letter} page={page} width={width} />
  );
  return (
    <>
      <Gap height={36} className="top" />
      <Gallery rows={photoRows(letter.photos)} width={600} between={26} gutter={20} frame={picture} />
      <Gap height={26} />
      <Row>
        <Back letter={letter} heading={heading} />
      </Row>
      <Gap height={28} />
      <Row align="center">
        <Footer letter={letter} ink="#dcebe8" link="#ffffff" onWall />
      </Row>
      <Gap height={40} />
    </>
  );
}

export const design: MailDesign = {
  width: 600,
  background: '#2f6468',
  darkBackground: '#14292b',
  darkText: '#dcebe8',
  phoneCss: () =>
    '.side{padding-left:8px!important;padding-right:8px!important}.pic{padding-left:10px!important;padding-right:10px!important}',
  Body,
};
