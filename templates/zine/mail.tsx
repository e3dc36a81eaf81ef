import { paragraphsOf, splitSignOff } from '../message.ts';
import { fitType } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery } from '../parts/gallery.tsx';
import { namesOf } from '../parts/names.ts';
import { Photo } from '../parts/photo.tsx';
import { type NumberedPhoto, photoRows } from '../parts/photo-rows.ts';
import { Lines, Name, Prose } from '../parts/prose.tsx';
import { Gap, Row, Table, type } from '../parts/table.tsx';
import type { LetterMail, MailBodyProps, MailDesign } from '../template.ts';

/** Set in bold, for phones without Impact, which use a regular sans-serif. */
const BLOCK =
  "Impact,HelveticaNeue-CondensedBlack,Haettenschweiler,'Arial Narrow Bold',sans-serif-condensed,sans-serif";
const TYPED = "'Courier New',Courier,monospace";
const BLACK = '#111111';
const ACID = '#ffe84a';

/** Average width in em of a capital in the widest of the bold faces that may stand in for Impact. */
const WIDE_CAPITAL = 0.82;
/** Its longest word of our own, 'LETTER', fits in the widest face too. */
const TAG_SIZE = 32;
const TAG_WIDTH = 138;

const CAPTIONS = [
  'page one. read it twice',
  'page two. the good bit',
  'page three. no ads!',
  'page four. still no ads',
  'page five. fold here',
  'page six. mind the staples',
  'page seven. turn it up',
  'page eight. copy this one',
  'page nine. keep going',
  'page ten. double figures!',
  'page eleven. tea break',
  'page twelve. a full dozen',
  'page thirteen. lucky',
  'page fourteen. ink everywhere',
  'page fifteen. pass it round',
  'page sixteen. hand cramp',
  'page seventeen. worth it',
  'page eighteen. bumper issue',
  'page nineteen. more paper!',
  'page twenty. sold out',
];

/** A keyline, a bar of reversed type, and a second colour printed out of register, alternately to both sides. */
function print({ photo, number }: NumberedPhoto, width: number) {
  const wide = width > 400;
  const off = wide ? 14 : 8;
  return (
    <Table style={{ backgroundColor: ACID }}>
      <Row style={{ padding: number % 2 ? `0 ${off}px ${off}px 0` : `0 0 ${off}px ${off}px` }}>
        <Table style={{ backgroundColor: BLACK }}>
          <Row style={{ padding: 5 }}>
            <Photo photo={photo} width={width - off - 10} />
          </Row>
          <Row
            className="cp"
            style={{
              padding: '4px 10px 8px',
              textTransform: 'uppercase',
              letterSpacing: 0.5,
              fontWeight: 'bold',
              ...type(BLOCK, 24, 28, '#ffffff'),
            }}
          >
            {(wide && CAPTIONS[number - 1]) || `page ${number}`}
          </Row>
        </Table>
      </Row>
    </Table>
  );
}

function Masthead({ letter, preheader }: MailBodyProps) {
  const size = mastheadSize(letter, 548, 150);
  const typed = { fontWeight: 'bold', ...type(TYPED, 15, 20, BLACK) };
  return (
    <Table>
      <Row>
        <Table>
          <tr>
            <td
              className="sm"
              width="70%"
              style={{ padding: '8px 14px', ...typed, backgroundColor: BLACK, color: '#ffffff' }}
            >
              {preheader}
            </td>
            <td
              className="sm"
              align="center"
              style={{
                padding: '4px 8px',
                whiteSpace: 'nowrap',
                backgroundColor: ACID,
                border: `4px solid ${BLACK}`,
                ...typed,
              }}
            >
              price: 0
            </td>
          </tr>
        </Table>
      </Row>
      <Row
        className="hi"
        style={{
          padding: '8px 18px 14px',
          backgroundColor: ACID,
          border: `4px solid ${BLACK}`,
          borderTop: 0,
          letterSpacing: -1,
          textTransform: 'uppercase',
          fontWeight: 'bold',
          ...type(BLOCK, size, size + 4, BLACK),
        }}
      >
        <Name>{`${namesOf(letter).recipientFirst}!`}</Name>
      </Row>
    </Table>
  );
}

function Story({ letter }: { letter: LetterMail }) {
  const { body, signOff } = splitSignOff(paragraphsOf(letter.message));
  const { senderFirst } = namesOf(letter);
  const size = fitType(senderFirst, TAG_WIDTH, 18, TAG_SIZE, WIDE_CAPITAL);
  return (
    <Table>
      <tr>
        <td
          className="col tag"
          width={TAG_WIDTH + 32}
          valign="top"
          style={{
            width: TAG_WIDTH,
            padding: 16,
            backgroundColor: BLACK,
            textTransform: 'uppercase',
            fontWeight: 'bold',
            ...type(BLOCK, TAG_SIZE, 37, ACID),
          }}
        >
          A letter from{' '}
          <span style={{ fontSize: size }}>
            <Name>{senderFirst}</Name>
          </span>
        </td>
        <td
          className="col nxt ink"
          valign="top"
          style={{ paddingLeft: 22, fontWeight: 'bold', ...type(TYPED, 17, 27, BLACK) }}
        >
          <Prose paragraphs={body} />
          {signOff && (
            <p dir="auto" style={{ margin: '1em 0 0' }}>
              <span style={{ backgroundColor: BLACK, color: '#ffffff', padding: '2px 8px' }}>
                <Lines text={signOff} />
              </span>
            </p>
          )}
        </td>
      </tr>
    </Table>
  );
}

function Body({ letter, preheader }: MailBodyProps) {
  return (
    <>
      <Gap height={24} className="top" />
      <Row>
        <Masthead letter={letter} preheader={preheader} />
      </Row>
      <Gap height={24} />
      <Row>
        <Story letter={letter} />
      </Row>
      <Gap height={30} />
      <Gallery rows={photoRows(letter.photos)} width={600} between={26} gutter={20} frame={print} />
      <Gap height={24} />
      <Row
        className="ink ln"
        style={{ borderTop: `3px dashed ${BLACK}`, paddingTop: 8, ...type(TYPED, 14, 20, BLACK) }}
      >
        cut here, copy, pass it on
      </Row>
      <Gap height={18} />
      <Row>
        <Footer letter={letter} ink="#333333" link={BLACK} onWall />
      </Row>
      <Gap height={36} />
    </>
  );
}

function mastheadSize(letter: LetterMail, room: number, largest: number): number {
  return fitType(`${namesOf(letter).recipientFirst}!`, room, 32, largest, WIDE_CAPITAL);
}

export const design: MailDesign = {
  width: 600,
  background: '#ffffff',
  darkBackground: '#111111',
  darkText: '#dddddd',
  phoneCss: (letter) => {
    const size = mastheadSize(letter, 280, 92);
    return `.hi{font-size:${size}px!important;line-height:${size + 4}px!important}.tag{padding:12px 16px!important}.cp{font-size:18px!important;line-height:24px!important}.sm{font-size:13px!important;padding-left:8px!important;padding-right:8px!important}`;
  },
  darkCss: '.ink{color:#ffffff!important}.ln{border-color:#ffffff!important}',
  Body,
};
