import { splitSignOff } from '../message.ts';
import { fitType, headline, headlineCss } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { Lines, Name, Prose, Title } from '../parts/prose.tsx';
import { T } from '../parts/sentence.tsx';
import { Box, Gap, Row, Table, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign, SetLetter } from '../template.ts';

/** Set in bold, for phones without Impact, which use a regular sans-serif. */
const BLOCK =
  "Impact,HelveticaNeue-CondensedBlack,Haettenschweiler,'Arial Narrow Bold',sans-serif-condensed,sans-serif";
const TYPED = "'Courier New',Courier,monospace";
const BLACK = '#111111';
/** By day the wall is of the same white; a dark mail client darkens the wall alone. */
const PAPER = '#ffffff';
const ACID = '#ffe84a';

/** As wide as a capital is in the widest of the bold faces that may stand in for Impact. */
const TITLE = { smallest: 20, narrow: 0.82, lines: 2 };
const TAG = { ...TITLE, largest: 32 };

function print({ photo, number }: NumberedPhoto, { words }: SetLetter) {
  const odd = number % 2 === 1;
  return (
    <Table style={{ backgroundColor: ACID }}>
      <Row className={odd ? 'odd' : 'even'} style={{ padding: odd ? '0 8px 8px 0' : '0 0 8px 8px' }}>
        <Table style={{ backgroundColor: BLACK }}>
          <Row className={number === 1 ? 'p1' : undefined} style={{ padding: 5 }}>
            <Photo photo={photo} width={600 - 8 - 10} />
          </Row>
          <Row
            className="cp"
            style={{
              padding: '4px 10px 8px',
              textTransform: 'uppercase',
              letterSpacing: 0.5,
              fontWeight: 'bold',
              ...type(BLOCK, 18, 24, '#ffffff'),
            }}
          >
            {words.t('page {number}', { number })}
          </Row>
        </Table>
      </Row>
    </Table>
  );
}

function Masthead({ letter, heading }: MailBodyProps) {
  const { called, sender } = letter.names;
  const size = fitType(called, { ...TITLE, room: 252, largest: 92 });
  const from = tagOf(letter);
  const edge = `4px solid ${BLACK}`;
  const band = { padding: '8px 18px', backgroundColor: BLACK };
  return (
    <Table>
      {heading && (
        <Row className="sm" style={{ ...band, fontWeight: 'bold', ...type(TYPED, 13, 20, '#ffffff') }}>
          <Name>{heading}</Name>
        </Row>
      )}
      <Row
        style={{
          padding: '10px 14px 14px',
          backgroundColor: ACID,
          border: edge,
          textTransform: 'uppercase',
        }}
      >
        <Title style={{ fontWeight: 'bold', ...headline(called, BLOCK, size, BLACK, -1) }} className="hi">
          <Name>{called}</Name>
        </Title>
      </Row>
      <Row
        className="tag"
        style={{
          ...band,
          padding: '10px 18px 12px',
          textTransform: 'uppercase',
          fontWeight: 'bold',
          ...headline(from, BLOCK, fitType(from, { ...TAG, room: 260 }), ACID),
        }}
      >
        <T words={letter.words} text="A letter from {sender}" sender={<Name>{sender}</Name>} />
      </Row>
    </Table>
  );
}

function Story({ paragraphs }: { paragraphs: string[] }) {
  const { body, signOff } = splitSignOff(paragraphs);
  return (
    <>
      <Prose paragraphs={body} />
      {signOff && (
        <p dir="auto" lang="" style={{ margin: '1em 0 0' }}>
          <span style={{ backgroundColor: BLACK, color: '#ffffff', padding: '2px 8px' }}>
            <Lines text={signOff} />
          </span>
        </p>
      )}
    </>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  return (
    <Row style={{ backgroundColor: PAPER }}>
      <Table>
        <Row>
          <Masthead letter={letter} heading={heading} />
        </Row>
        <Gap height={28} />
        <Gallery letter={letter} between={26} frame={print} />
        {letter.paragraphs.length > 0 && (
          <>
            <Gap height={34} />
            <Row
              className="px"
              style={{ padding: '0 6px', fontWeight: 'bold', ...type(TYPED, 17, 27, BLACK) }}
            >
              <Story paragraphs={letter.paragraphs} />
            </Row>
          </>
        )}
        <Gap height={24} className="np" />
        <Row className="px np" style={{ padding: '0 6px' }}>
          <Box style={{ borderTop: `3px solid ${BLACK}`, padding: '14px 0 18px' }}>
            <Footer letter={letter} ink="#333333" link={BLACK} />
          </Box>
        </Row>
      </Table>
    </Row>
  );
}

const tagOf = (letter: SetLetter) =>
  letter.words.t('A letter from {sender}', { sender: letter.names.sender });

export const design: MailDesign = {
  below: 18,
  side: 8,
  background: PAPER,
  darkBackground: '#2b2b2b',
  darkText: '#dddddd',
  deskCss: (letter) =>
    `${headlineCss('hi', letter.names.called, { ...TITLE, room: 556, largest: 150 })}${headlineCss('tag', tagOf(letter), { ...TAG, room: 564 })}.cp{font-size:24px!important;line-height:28px!important}.sm{font-size:15px!important}.px{padding:0 22px!important}.odd{padding:0 14px 14px 0!important}.even{padding:0 0 14px 14px!important}`,
  Body,
};
