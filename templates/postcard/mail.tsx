import type { ReactNode } from 'react';
import { fitType } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { Name, Prose, Title } from '../parts/prose.tsx';
import { T } from '../parts/sentence.tsx';
import { Stamp } from '../parts/stamp.tsx';
import { ARIAL, Box, Gap, PALATINO, Row, Table, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign, SetLetter } from '../template.ts';

const CARD = '#f8f6ef';
const PRINT = '#59625a';
const RULE = '1px solid #8c968e';
const SHADOW = '0 4px 12px rgba(8,28,30,.35)';
const ADDRESS_WIDTH = 200;
/** A longer message would leave the address half of the card empty; it takes the whole width under the stamp. */
const HALF_CARD_CHARACTERS = 900;

function picture({ photo, number }: NumberedPhoto, letter: SetLetter) {
  const print = type(ARIAL, 13, 18, PRINT);
  return (
    <Table style={{ backgroundColor: CARD, boxShadow: SHADOW }}>
      <Row className="pic" style={{ padding: '10px 10px 0' }}>
        <Photo photo={photo} width={600 - 2 * 10} />
      </Row>
      <Row className="pic" style={{ padding: '10px 10px 12px' }}>
        <Table>
          <tr>
            <td valign="top" style={{ paddingRight: 12, whiteSpace: 'nowrap', ...print }}>
              {/* Translators: a postcard */}
              {letter.words.t('Card {number} of {count}', { number, count: letter.photos.length })}
            </td>
            <td align="right" style={print}>
              <T
                words={letter.words}
                text="From the desk of {sender}"
                sender={<Name>{letter.names.sender}</Name>}
              />
            </td>
          </tr>
        </Table>
      </Row>
    </Table>
  );
}

function AddressLine({ children, size = 16 }: { children: ReactNode; size?: number }) {
  return (
    <Row style={{ borderBottom: RULE, padding: '12px 0 3px', ...type(PALATINO, size, 24, '#24302b') }}>
      {children}
    </Row>
  );
}

function Address({ letter }: { letter: SetLetter }) {
  const email = { room: ADDRESS_WIDTH, smallest: 13, largest: 16, narrow: 0.6 };
  return (
    <Table>
      <AddressLine>
        <Name>{letter.names.recipient}</Name>
      </AddressLine>
      <AddressLine size={fitType(letter.recipientEmail, email)}>{letter.recipientEmail}</AddressLine>
      <AddressLine>{letter.day}</AddressLine>
    </Table>
  );
}

function Printed({ letter, heading }: MailBodyProps) {
  const { words } = letter;
  return (
    <Table>
      <tr>
        <td valign="top" style={{ padding: '8px 14px 0 0' }}>
          {/* Translators: printed on the back of every old postcard. */}
          <p style={{ margin: 0, letterSpacing: 4, ...type(ARIAL, 14, 18, PRINT) }}>{words.t('POST CARD')}</p>
          {heading && (
            <Title style={{ margin: '6px 0 0', fontStyle: 'italic', ...type(PALATINO, 17, 24, PRINT) }}>
              <Name>{heading}</Name>
            </Title>
          )}
        </td>
        <td width={92} valign="top" style={{ width: 92 }}>
          <Stamp words={words} width={92} paper={CARD} colour="#c23a22" size={30}>
            1
          </Stamp>
        </td>
      </tr>
    </Table>
  );
}

function Back({ letter, heading }: MailBodyProps) {
  const long = letter.message.length > HALF_CARD_CHARACTERS;
  const written = type(PALATINO, 17, 27, '#24302b');
  return (
    <Table style={{ backgroundColor: CARD, boxShadow: SHADOW }}>
      <Row className="px" style={{ padding: '18px 18px 0' }}>
        <Printed letter={letter} heading={heading} />
      </Row>
      <Row className="px" style={{ padding: '16px 18px 30px' }}>
        <Table>
          <tr>
            <td
              className="col words"
              valign="top"
              style={{ display: 'block', padding: '6px 0 20px', ...written }}
            >
              {long ? null : <Prose paragraphs={letter.paragraphs} />}
            </td>
            <td className="col address" valign="top" style={{ display: 'block' }}>
              <Address letter={letter} />
            </td>
          </tr>
        </Table>
        {long && (
          <Box style={{ paddingTop: 30, ...written }}>
            <Prose paragraphs={letter.paragraphs} />
          </Box>
        )}
      </Row>
    </Table>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  return (
    <>
      <Gallery letter={letter} between={26} frame={picture} />
      <Gap height={26} />
      <Row>
        <div style={{ breakInside: 'avoid' }}>
          <Back letter={letter} heading={heading} />
        </div>
      </Row>
      <Gap height={28} className="np" />
      <Row className="np" align="center" style={{ padding: '0 14px' }}>
        <Footer letter={letter} ink="#dcebe8" link="#ffffff" onWall />
      </Row>
    </>
  );
}

export const design: MailDesign = {
  background: '#1d4a4e',
  darkBackground: '#14292b',
  darkText: '#dcebe8',
  deskCss: () =>
    `.pic{padding-left:18px!important;padding-right:18px!important}.px{padding-left:26px!important;padding-right:26px!important}`,
  columnsCss: `.words{width:296px !important;border-right:${RULE} !important;padding:6px 24px 0 0 !important}.address{padding-left:24px !important}`,
  Body,
};
