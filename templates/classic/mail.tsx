import { headline } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { Name, Prose, Title } from '../parts/prose.tsx';
import { Box, Gap, Row, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign } from '../template.ts';

const SERIF = "Baskerville,Georgia,'Times New Roman',serif";
const PAPER = '#faf9f6';
const WALL_INK = '#39443f';

/** A dark frame, a gilt slip, a wide mat with a bevelled window. The four tones of a border make its mitred corners. */
function frame({ photo }: NumberedPhoto) {
  return (
    <Box
      className="fr"
      style={{
        border: '10px solid #2b211c',
        borderColor: '#43352d #2b211c #1d1512 #352923',
        boxShadow: '0 10px 20px rgba(20,26,24,.32)',
      }}
    >
      <Box className="mat" style={{ border: '3px solid #b08d4c', padding: 8, backgroundColor: PAPER }}>
        <Box
          style={{
            border: '2px solid #d8d3c7',
            borderColor: '#b9b3a4 #dcd8cd #e9e6de #d3cec1',
            backgroundColor: '#ffffff',
          }}
        >
          <Photo photo={photo} width={600 - 2 * (10 + 3 + 8 + 2)} />
        </Box>
      </Box>
    </Box>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  return (
    <>
      {heading && (
        <>
          <Row align="center" style={{ padding: '0 14px' }}>
            <Title className="on" style={headline(heading, SERIF, 18, WALL_INK, 1)}>
              <Name>{heading}</Name>
            </Title>
          </Row>
          <Gap height={24} />
        </>
      )}
      <Gallery letter={letter} between={36} frame={frame} />
      {letter.paragraphs.length > 0 && (
        <>
          <Gap height={36} />
          <Row>
            <Box style={{ padding: 10, backgroundColor: PAPER, boxShadow: '0 4px 10px rgba(20,26,24,.22)' }}>
              <Box
                className="card"
                style={{
                  border: '3px double #2b211c',
                  padding: '32px 18px',
                  ...type(SERIF, 19, 31, '#26221f'),
                }}
              >
                <Prose paragraphs={letter.paragraphs} />
              </Box>
            </Box>
          </Row>
        </>
      )}
      <Gap height={30} className="np" />
      <Row className="np" align="center" style={{ padding: '0 14px' }}>
        <Footer letter={letter} ink={WALL_INK} onWall />
      </Row>
    </>
  );
}

export const design: MailDesign = {
  above: 20,
  below: 44,
  background: '#d7dcd9',
  darkBackground: '#23282a',
  darkText: '#d5dbd7',
  deskCss: () =>
    '.fr{border-width:14px!important}.mat{padding:40px!important}.card{padding:42px 56px!important}',
  Body,
};
