import { paragraphsOf } from '../message.ts';
import { headline } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { type NumberedPhoto, photoRows } from '../parts/photo-rows.ts';
import { Name, Prose } from '../parts/prose.tsx';
import { Box, Gap, Row, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign } from '../template.ts';

const SERIF = "Baskerville,Georgia,'Times New Roman',serif";
const PAPER = '#faf9f6';

/** A dark frame, a gilt slip, a wide mat with a bevelled window. The four tones of a border make its mitred corners. */
function frame({ photo }: NumberedPhoto, width: number) {
  const wide = width > 400;
  const moulding = wide ? 14 : 9;
  const mat = wide ? 40 : 18;
  return (
    <Box
      className="fr"
      style={{
        border: `${moulding}px solid #2b211c`,
        borderColor: '#43352d #2b211c #1d1512 #352923',
        backgroundColor: '#b08d4c',
        padding: 3,
        boxShadow: '0 10px 20px rgba(20,26,24,.32)',
      }}
    >
      <Box className="mat" style={{ padding: mat, backgroundColor: PAPER }}>
        <Box
          style={{
            border: '2px solid #d8d3c7',
            borderColor: '#b9b3a4 #dcd8cd #e9e6de #d3cec1',
            backgroundColor: '#ffffff',
          }}
        >
          <Photo photo={photo} width={width - 2 * (moulding + 3 + mat + 2)} />
        </Box>
      </Box>
    </Box>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  const paragraphs = paragraphsOf(letter.message);
  return (
    <>
      <Gap height={40} className="top" />
      {heading && (
        <>
          <Row align="center">
            <p className="on" style={{ margin: 0, ...headline(heading, SERIF, 18, '#39443f', 1) }}>
              <Name>{heading}</Name>
            </p>
          </Row>
          <Gap height={24} />
        </>
      )}
      <Gallery rows={photoRows(letter.photos)} width={600} between={36} gutter={20} frame={frame} />
      {paragraphs.length > 0 && (
        <>
          <Gap height={36} />
          <Row>
            <Box style={{ padding: 10, backgroundColor: PAPER, boxShadow: '0 4px 10px rgba(20,26,24,.22)' }}>
              <Box
                className="px"
                style={{
                  border: '3px double #2b211c',
                  padding: '42px 56px',
                  ...type(SERIF, 19, 31, '#26221f'),
                }}
              >
                <Prose paragraphs={paragraphs} />
              </Box>
            </Box>
          </Row>
        </>
      )}
      <Gap height={30} />
      <Row align="center">
        <Footer letter={letter} ink="#39443f" onWall />
      </Row>
      <Gap height={44} />
    </>
  );
}

export const design: MailDesign = {
  width: 600,
  background: '#c9cfcb',
  darkBackground: '#23282a',
  darkText: '#d5dbd7',
  phoneCss: () =>
    '.side{padding-left:8px!important;padding-right:8px!important}.fr{border-width:10px!important}.mat{padding:14px!important}',
  Body,
};
