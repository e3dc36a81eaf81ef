import { writtenNumber } from '../../shared/words.ts';
import { splitSalutation } from '../message.ts';
import { fitType, headline, headlineCss } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { Lines, Name, Prose, Title } from '../parts/prose.tsx';
import { Box, Gap, Row, Table, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign, SetLetter } from '../template.ts';

const SANS = "'Helvetica Neue',Helvetica,Arial,sans-serif";
const INK = '#0f1a3d';
const DIM = '#5b6570';
const MARGIN = 96;
/** Two lines of the larger size where one does not hold it. */
const SALUTATION = { smallest: 24, narrow: 0.56, lines: 2 };

function leaf({ photo, number }: NumberedPhoto, { photos, words }: SetLetter) {
  if (number === 1) return <Photo photo={photo} width={640} />;
  return (
    <Table>
      <tr>
        <td
          className="col num ink"
          valign="top"
          style={{ display: 'block', padding: '0 18px 10px', fontWeight: 700, ...type(SANS, 30, 30, INK) }}
        >
          {writtenNumber(number, words.language)}
          <span className="dim" style={{ fontSize: 14, fontWeight: 400, color: DIM }}>
            {`\u00a0/\u00a0${writtenNumber(photos.length, words.language)}`}
          </span>
        </td>
        <td className="col" valign="top" style={{ display: 'block' }}>
          <Photo photo={photo} width={640 - MARGIN} align="left" />
        </td>
      </tr>
    </Table>
  );
}

function Message({ paragraphs }: { paragraphs: string[] }) {
  const { salutation, body } = splitSalutation(paragraphs);
  if (body.length === 0) return null;
  const size = fitType(salutation ?? '', { ...SALUTATION, room: 270, largest: 30 });
  return (
    <Row className="px" style={{ padding: '36px 18px 40px' }}>
      {salutation && (
        <p
          dir="auto"
          lang=""
          className="hi ink"
          style={{
            margin: '0 0 26px',
            fontWeight: 700,
            ...headline(salutation, SANS, size, INK, -1),
          }}
        >
          <Lines text={salutation} />
        </p>
      )}
      <div className="ink" style={{ maxWidth: 500, ...type(SANS, 19, 31, '#1b2230') }}>
        <Prose paragraphs={body} />
      </div>
    </Row>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  const small = { padding: '20px 18px', ...type(SANS, 14, 20, DIM) };
  return (
    <>
      <Row>
        <Table>
          <tr>
            <td className="px dim" style={small}>
              {heading && (
                <Title className="dim" style={type(SANS, 14, 20, DIM)}>
                  <Name>{heading}</Name>
                </Title>
              )}
            </td>
            <td className="px dim" align="right" valign="top" style={small}>
              {letter.day}
            </td>
          </tr>
        </Table>
      </Row>
      <Message paragraphs={letter.paragraphs} />
      <Gallery letter={letter} between={40} frame={leaf} />
      <Gap height={40} className="np" />
      <Row className="px np" style={{ padding: '0 18px' }}>
        <Box className="ln" style={{ borderTop: `2px solid ${INK}`, paddingTop: 18 }}>
          <Footer letter={letter} ink={DIM} link="#1f3a93" onWall />
        </Box>
      </Row>
    </>
  );
}

export const design: MailDesign = {
  above: 0,
  width: 640,
  background: '#ffffff',
  darkBackground: '#0e1013',
  darkText: '#b9c0ca',
  deskCss: ({ paragraphs }) => {
    const { salutation = '' } = splitSalutation(paragraphs);
    return `${headlineCss('hi', salutation, { ...SALUTATION, room: 560, largest: 40 })}.px{padding-left:32px!important;padding-right:32px!important}`;
  },
  columnsCss: `.num{width:${MARGIN}px !important;padding:0 0 0 32px !important}`,
  darkCss:
    '.ink{color:#f3f5f7!important}.dim{color:#aab3bf!important}.ln{border-color:#4a5563!important}.on a{color:#b9c7ff!important}',
  Body,
};
