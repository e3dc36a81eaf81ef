import { splitSalutation, splitSignOff } from '../message.ts';
import { fitType, headline, headlineCss } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { plateNumber } from '../parts/numerals.ts';
import { Photo } from '../parts/photo.tsx';
import { Lines, Name, Prose, Title } from '../parts/prose.tsx';
import { T } from '../parts/sentence.tsx';
import { Box, Gap, Row, Table, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign, SetLetter } from '../template.ts';

const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif";
const PAGE = '#fbfaf4';
const NIGHT = '#1f3350';
const GREEN = '#2f6b57';
const GOLD = '#c39a3d';
const UMBER = '#5a5136';
const TITLE = { smallest: 24, narrow: 0.54, lines: 2 };
/** A drop capital needs a script with capitals, and a paragraph of several lines. */
const DROP_CAP = /^(?=\p{Lu})[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]\p{M}*/u;
const DROP_CAP_CHARACTERS = 90;

function plate({ photo, number }: NumberedPhoto, { words }: SetLetter) {
  return (
    <Table>
      <Row style={{ border: `2px solid ${GOLD}`, padding: 4, backgroundColor: '#ffffff' }}>
        <Photo photo={photo} width={600 - 2 * (6 + 4 + 10 + 2 + 4)} />
      </Row>
      <Row align="center" style={{ paddingTop: 9, fontStyle: 'italic', ...type(SERIF, 16, 22, UMBER) }}>
        {/* Translators: a full-page picture of an old storybook. */}
        {words.t('Plate {number}', { number: plateNumber(number, words) })}
      </Row>
    </Table>
  );
}

function Ornament() {
  return (
    <Row align="center" style={{ letterSpacing: 10, ...type('Arial,sans-serif', 12, 20, GOLD) }}>
      <span aria-hidden>◆◆◆</span>
    </Row>
  );
}

function ChapterTitle({ letter, heading }: MailBodyProps) {
  const title = titleOf(letter);
  const size = fitType(title, { ...TITLE, room: 262, largest: 34 });
  return (
    <>
      {heading && (
        <Row align="center" style={{ fontStyle: 'italic', ...type(SERIF, 18, 26, GREEN) }}>
          <Name>{heading}</Name>
        </Row>
      )}
      <Row align="center" style={{ padding: '8px 0 12px' }}>
        <Title className="hi" style={headline(title, SERIF, size, NIGHT)}>
          <T words={letter.words} text="For {name}" name={<Name>{letter.names.called}</Name>} />
        </Title>
      </Row>
      <Ornament />
    </>
  );
}

function Opening({ text, last }: { text: string; last: boolean }) {
  const [initial] = text.length >= DROP_CAP_CHARACTERS && !isVerse(text) ? (DROP_CAP.exec(text) ?? []) : [];
  return (
    <p dir="auto" lang="" style={{ margin: last ? 0 : '0 0 1em' }}>
      {initial && (
        <span
          // A script with capitals runs from the left, in a letter that runs from the right as well.
          dir="ltr"
          style={{ float: 'left', padding: '8px 10px 0 0', fontSize: 104, lineHeight: '78px', color: GREEN }}
        >
          {initial}
        </span>
      )}
      <Lines text={initial ? text.slice(initial.length) : text} />
    </p>
  );
}

const isVerse = (paragraph: string) => paragraph.includes('\n');

function Story({ letter }: { letter: SetLetter }) {
  const { body, signOff } = splitSignOff(letter.paragraphs);
  const { salutation, body: middle } = splitSalutation(body);
  const [opening, ...rest] = middle;
  return (
    <>
      {salutation && <Prose paragraphs={[salutation]} open={middle.length > 0 || signOff !== undefined} />}
      {opening && <Opening text={opening} last={rest.length === 0 && !signOff} />}
      {middle.some(isVerse) ? (
        <Prose paragraphs={rest} />
      ) : (
        <Prose paragraphs={rest} gap="0.5em" style={{ textIndent: '1.4em' }} />
      )}
      {signOff && (
        <p
          dir="auto"
          lang=""
          style={{ margin: rest.length > 0 ? '1em 0 0' : 0, fontStyle: 'italic', textAlign: 'right' }}
        >
          <Lines text={signOff} />
        </p>
      )}
    </>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  return (
    <>
      <Row>
        <Box
          className="brd"
          style={{ padding: 6, backgroundColor: PAGE, boxShadow: '0 6px 18px rgba(4,10,22,.45)' }}
        >
          <Box className="px" style={{ border: `4px double ${GREEN}`, padding: '30px 10px' }}>
            <Table>
              <ChapterTitle letter={letter} heading={heading} />
              <Gap height={22} />
              {letter.message.trim() && (
                <>
                  <Row style={type(SERIF, 19, 32, '#262a33')}>
                    <Story letter={letter} />
                  </Row>
                  <Gap height={34} />
                </>
              )}
              <Gallery letter={letter} between={26} frame={plate} />
              <Gap height={32} />
              <Ornament />
            </Table>
          </Box>
        </Box>
      </Row>
      <Gap height={26} className="np" />
      <Row className="np" align="center" style={{ padding: '0 14px' }}>
        <Footer letter={letter} ink="#cbd6e6" link="#ffffff" onWall />
      </Row>
    </>
  );
}

const titleOf = (letter: SetLetter) => letter.words.t('For {name}', { name: letter.names.called });

export const design: MailDesign = {
  background: NIGHT,
  darkBackground: '#0f1a2b',
  darkText: '#cbd6e6',
  deskCss: (letter) =>
    `.brd{padding:14px!important}.px{border-width:6px!important;padding:44px 36px 40px!important}${headlineCss('hi', titleOf(letter), { ...TITLE, room: 488, largest: 44 })}`,
  Body,
};
