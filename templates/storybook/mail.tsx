import { paragraphsOf, splitSalutation, splitSignOff } from '../message.ts';
import { fitType } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery } from '../parts/gallery.tsx';
import { namesOf } from '../parts/names.ts';
import { roman } from '../parts/numerals.ts';
import { Photo } from '../parts/photo.tsx';
import { type NumberedPhoto, photoRows } from '../parts/photo-rows.ts';
import { Lines, Name, Prose } from '../parts/prose.tsx';
import { Box, Gap, Row, Table, type } from '../parts/table.tsx';
import type { LetterMail, MailBodyProps, MailDesign } from '../template.ts';

const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif";
const PAGE = '#fbfaf4';
const NIGHT = '#1f3350';
const GREEN = '#2f6b57';
const GOLD = '#c39a3d';
const UMBER = '#5a5136';
const COLUMN = 488;
/** A drop capital needs a script with capitals, and a paragraph of several lines. */
const DROP_CAP = /^(?=\p{Lu})[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]\p{M}*/u;
const DROP_CAP_CHARACTERS = 90;

function plate({ photo, number }: NumberedPhoto, width: number) {
  return (
    <Table>
      <Row style={{ border: `2px solid ${GOLD}`, padding: 6, backgroundColor: '#ffffff' }}>
        <Photo photo={photo} width={width - 16} />
      </Row>
      <Row align="center" style={{ paddingTop: 9, fontStyle: 'italic', ...type(SERIF, 16, 22, UMBER) }}>
        Plate {roman(number)}
      </Row>
    </Table>
  );
}

function ChapterTitle({ letter }: { letter: LetterMail }) {
  const { recipientFirst } = namesOf(letter);
  const size = titleSize(letter, COLUMN, 40);
  return (
    <>
      <Row align="center" style={type(SERIF, 18, 26, GREEN)}>
        Chapter One
      </Row>
      <Row
        className="hi"
        align="center"
        style={{ padding: '8px 0 12px', ...type(SERIF, size, size + 6, NIGHT) }}
      >
        in which a letter
        <br />
        arrives for <Name>{recipientFirst}</Name>
      </Row>
      <Row align="center" style={{ letterSpacing: 10, ...type('Arial,sans-serif', 12, 20, GOLD) }}>
        <span aria-hidden>◆◆◆</span>
      </Row>
    </>
  );
}

/** The first paragraph with its initial hanging three lines deep, where its script has one. */
function Opening({ text, last }: { text: string; last: boolean }) {
  const [initial] = text.length >= DROP_CAP_CHARACTERS ? (DROP_CAP.exec(text) ?? []) : [];
  return (
    <p dir="auto" style={{ margin: last ? 0 : '0 0 1em' }}>
      {initial && (
        <span
          style={{ float: 'left', padding: '8px 10px 0 0', fontSize: 104, lineHeight: '78px', color: GREEN }}
        >
          {initial}
        </span>
      )}
      <Lines text={initial ? text.slice(initial.length) : text} />
    </p>
  );
}

function Story({ letter }: { letter: LetterMail }) {
  const { salutation, body } = splitSalutation(paragraphsOf(letter.message));
  const { body: middle, signOff } = splitSignOff(body);
  const [opening, ...rest] = middle;
  return (
    <>
      {salutation && <Prose paragraphs={[salutation]} open={body.length > 0} />}
      {opening && <Opening text={opening} last={rest.length === 0 && !signOff} />}
      <Prose paragraphs={rest} gap="0.5em" style={{ textIndent: '1.4em' }} />
      {signOff && (
        <p
          dir="auto"
          style={{ margin: rest.length > 0 ? '1em 0 0' : 0, fontStyle: 'italic', textAlign: 'right' }}
        >
          <Lines text={signOff} />
        </p>
      )}
    </>
  );
}

function Body({ letter }: MailBodyProps) {
  return (
    <>
      <Gap height={38} className="top" />
      <Row>
        <Box
          className="brd"
          style={{ padding: 14, backgroundColor: PAGE, boxShadow: '0 6px 18px rgba(4,10,22,.45)' }}
        >
          <Box className="px" style={{ border: `6px double ${GREEN}`, padding: '44px 36px 40px' }}>
            <Table>
              <ChapterTitle letter={letter} />
              <Gap height={22} />
              <Row style={type(SERIF, 19, 32, '#262a33')}>
                <Story letter={letter} />
              </Row>
              <Gap height={34} />
              <Gallery
                rows={photoRows(letter.photos)}
                width={COLUMN}
                between={26}
                gutter={16}
                frame={plate}
              />
              <Gap height={32} />
              <Row align="center" style={type(SERIF, 22, 30, NIGHT)}>
                The end, for now.
                <br />
                <span style={{ fontSize: 17, color: UMBER }}>Write back for Chapter Two.</span>
              </Row>
            </Table>
          </Box>
        </Box>
      </Row>
      <Gap height={26} />
      <Row align="center">
        <Footer letter={letter} ink="#cbd6e6" link="#ffffff" onWall />
      </Row>
      <Gap height={40} />
    </>
  );
}

function titleSize(letter: LetterMail, room: number, largest: number): number {
  return fitType(`arrives for ${namesOf(letter).recipientFirst}`, room, 26, largest, 0.52);
}

export const design: MailDesign = {
  width: 600,
  background: NIGHT,
  darkBackground: '#0f1a2b',
  darkText: '#cbd6e6',
  phoneCss: (letter) => {
    const size = titleSize(letter, 300, 31);
    return `.side{padding-left:6px!important;padding-right:6px!important}.brd{padding:7px!important}.px{padding:30px 11px!important}.hi{font-size:${size}px!important;line-height:${size + 6}px!important}`;
  },
  Body,
};
