import { fitType, headline, headlineCss } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { shorten } from '../parts/names.ts';
import { Photo } from '../parts/photo.tsx';
import { Name, Prose, Title } from '../parts/prose.tsx';
import { T } from '../parts/sentence.tsx';
import { Blank, Box, Gap, Row, Table, type } from '../parts/table.tsx';
import { writtenYear } from '../parts/written-date.ts';
import type { MailBodyProps, MailDesign, SetLetter } from '../template.ts';

const SANS = "'Helvetica Neue',Helvetica,Arial,sans-serif";
const LAMP = '#d8b978';
/** Every label repeats the name; a very long one would make the mail too large. */
const LABEL_NAME_CHARACTERS = 48;
const LABEL_WIDTH = 296;
const TITLE = { smallest: 26, narrow: 0.54, lines: 2 };

function Label({ letter, number }: { letter: SetLetter; number: number }) {
  const { words } = letter;
  const { sender, called } = letter.names;
  const title = (
    <i>
      <T
        words={words}
        text="Letter to {name}, page {number}"
        name={<Name>{shorten(called, LABEL_NAME_CHARACTERS)}</Name>}
        number={number}
      />
    </i>
  );
  return (
    <Table width={LABEL_WIDTH} style={{ width: '100%', maxWidth: LABEL_WIDTH }}>
      <Row
        style={{ padding: '13px 16px 14px', backgroundColor: '#ecebe7', ...type(SANS, 13, 19, '#2a2b2d') }}
      >
        <b>
          <Name>{shorten(sender, LABEL_NAME_CHARACTERS)}</Name>
        </b>
        <br />
        {/* Translators: a wall label of a museum: title of the work, and its year. */}
        <T words={words} text="{title}, {year}" title={title} year={writtenYear(letter)} />
        <br />
        {/* Translators: what a wall label of a museum says of technique and material. */}
        {words.t('Handwriting on paper, photographed')}
        <br />
        <span style={{ color: '#5c5e62' }}>
          {words.t('No. {number} of {count}', { number, count: letter.photos.length })}
        </span>
      </Row>
    </Table>
  );
}

function work({ photo, number }: NumberedPhoto, letter: SetLetter) {
  return (
    <Table>
      <Row align="center" style={{ fontSize: 1, lineHeight: '5px' }}>
        <Table width="34%" align="center" style={{ margin: '0 auto' }}>
          <tr>
            <Blank height={5} style={{ backgroundColor: LAMP }} />
          </tr>
        </Table>
      </Row>
      <Gap height={18} />
      <Row
        className={number === 1 ? 'lit p1' : 'lit'}
        style={{ padding: 10, backgroundColor: '#f7f6f3', boxShadow: '0 -16px 46px rgba(216,185,120,.2)' }}
      >
        <Photo photo={photo} width={600 - 2 * 10} />
      </Row>
      <Gap height={16} />
      <Row>
        <Label letter={letter} number={number} />
      </Row>
    </Table>
  );
}

function WallText({ letter }: { letter: SetLetter }) {
  const count = letter.photos.length;
  return (
    <Table>
      <tr>
        <td
          className="col day"
          valign="top"
          style={{ display: 'block', padding: '3px 0 20px', ...type(SANS, 14, 22, '#a9abae') }}
        >
          {letter.day}
          <br />
          {letter.words.n(count, '1 work', '{n} works')}
        </td>
        <td className="col" valign="top" style={{ display: 'block', ...type(SANS, 18, 30, '#e9e7e1') }}>
          <Prose paragraphs={letter.paragraphs} />
        </td>
      </tr>
    </Table>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  const title = titleOf(letter);
  const size = fitType(title, { ...TITLE, room: 284, largest: 40 });
  return (
    <>
      {heading && (
        <Row style={{ paddingBottom: 14, ...type(SANS, 15, 22, LAMP) }}>
          <Name>{heading}</Name>
        </Row>
      )}
      <Row style={{ paddingBottom: 26 }}>
        <Title className="hi" style={{ fontWeight: 300, ...headline(title, SANS, size, '#ffffff', -1) }}>
          <T words={letter.words} text="For {name}" name={<Name>{letter.names.called}</Name>} />
        </Title>
      </Row>
      <Row>
        <WallText letter={letter} />
      </Row>
      <Gap height={40} />
      <Gallery letter={letter} between={56} frame={work} />
      <Gap height={56} className="np" />
      <Row className="np">
        <Box style={{ borderTop: '1px solid #55585c', paddingTop: 18 }}>
          <Footer letter={letter} ink="#c3c4c4" link="#ffffff" />
        </Box>
      </Row>
    </>
  );
}

const titleOf = (letter: SetLetter) => letter.words.t('For {name}', { name: letter.names.called });

export const design: MailDesign = {
  above: 28,
  below: 44,
  side: 12,
  background: '#26282b',
  darkBackground: '#1a1b1d',
  darkText: '#e9e7e1',
  deskCss: (letter) =>
    `${headlineCss('hi', titleOf(letter), { ...TITLE, room: 600, largest: 58 })}.lit{padding:22px!important}`,
  columnsCss: '.day{width:130px !important;padding:3px 20px 0 0 !important}',
  Body,
};
