import { paragraphsOf, splitSalutation } from '../message.ts';
import { fitType, headline, headlineHeight } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Pair } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { type PhotoRow, photoRows } from '../parts/photo-rows.ts';
import { Lines, Name, Prose } from '../parts/prose.tsx';
import { Box, Gap, Row, Table, type } from '../parts/table.tsx';
import { writtenDay } from '../parts/written-date.ts';
import type { MailBodyProps, MailDesign } from '../template.ts';

const SANS = "'Helvetica Neue',Helvetica,Arial,sans-serif";
const INK = '#0f1a3d';
const DIM = '#5b6570';
const MARGIN = 96;
const COLUMN = 512;

/** Further pages beside a strict column of page numbers. */
function Pages({ row, count }: { row: PhotoRow; count: number }) {
  // '11–12' in full size would not fit beside its pages.
  const size = row.length > 1 && row[0].number > 9 ? 22 : 30;
  return (
    <Table>
      <tr>
        <td
          className="num ink"
          width={MARGIN}
          valign="top"
          style={{ width: MARGIN, padding: '0 0 40px 32px', fontWeight: 700, ...type(SANS, size, 30, INK) }}
        >
          {row.map(({ number }) => number).join('–')}
          <span className="dim" style={{ fontSize: 14, fontWeight: 400, color: DIM }}>
            {`\u00a0/\u00a0${count}`}
          </span>
        </td>
        <td className="pg" valign="top" style={{ paddingBottom: 40 }}>
          {row.length === 1 ? (
            <Photo photo={row[0].photo} width={COLUMN} align="left" />
          ) : (
            <Pair
              row={row}
              width={COLUMN}
              gutter={16}
              frame={({ photo }, width) => <Photo photo={photo} width={width} align="left" />}
            />
          )}
        </td>
      </tr>
    </Table>
  );
}

function Message({ text }: { text: string }) {
  const { salutation, body } = splitSalutation(paragraphsOf(text));
  if (body.length === 0) return null;
  const size = salutation ? salutationSize(salutation) : 0;
  return (
    <Row className="px" style={{ padding: '48px 32px 52px' }}>
      {salutation && (
        <p
          dir="auto"
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
  const [first, ...rest] = photoRows(letter.photos);
  const small = { padding: '22px 32px', ...type(SANS, 14, 20, DIM) };
  return (
    <>
      <Row>
        <Table>
          <tr>
            <td className="px dim" style={small}>
              <Name>{heading}</Name>
            </td>
            <td className="px dim" align="right" style={small}>
              {writtenDay(letter)}
            </td>
          </tr>
        </Table>
      </Row>
      <Message text={letter.message} />
      {first && (
        <Row style={{ paddingBottom: 40 }}>
          <Photo photo={first[0].photo} width={640} />
        </Row>
      )}
      {rest.map((row) => (
        <Row key={row[0].number}>
          <Pages row={row} count={letter.photos.length} />
        </Row>
      ))}
      <Row className="px" style={{ padding: '0 32px' }}>
        <Box className="ln" style={{ borderTop: `2px solid ${INK}`, paddingTop: 18 }}>
          <Footer letter={letter} ink={DIM} link="#1f3a93" onWall />
        </Box>
      </Row>
      <Gap height={40} />
    </>
  );
}

/** Two lines of the larger size where one does not hold it. */
function salutationSize(salutation: string): number {
  return fitType(salutation, { room: 560, smallest: 34, largest: 56, narrow: 0.54, lines: 2 });
}

export const design: MailDesign = {
  width: 640,
  background: '#ffffff',
  darkBackground: '#0e1013',
  darkText: '#b9c0ca',
  phoneCss: ({ message }) => {
    const { salutation = '' } = splitSalutation(paragraphsOf(message));
    const size = fitType(salutation, { room: 284, smallest: 26, largest: 40, narrow: 0.56, lines: 2 });
    return `.hi{font-size:${size}px!important;line-height:${headlineHeight(salutation, size)}px!important}.num{display:block!important;width:auto!important;padding:0 18px 10px!important}.pg{display:block!important;width:auto!important}`;
  },
  darkCss:
    '.ink{color:#f3f5f7!important}.dim{color:#aab3bf!important}.ln{border-color:#4a5563!important}.on a{color:#b9c7ff!important}',
  Body,
};
