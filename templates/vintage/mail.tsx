import { headline } from '../parts/fit-type.ts';
import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { leafCaption } from '../parts/numerals.ts';
import { Photo } from '../parts/photo.tsx';
import { Name, Prose, Title } from '../parts/prose.tsx';
import { Blank, Box, Gap, Row, Table, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign, SetLetter } from '../template.ts';

const SERIF = "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif";
const PAPER = '#efe8d8';
const FADED = '#6a5a43';
const RIBBON = '#7a3639';

/** One arm of an album's corner mounts. Plain borders, so that Outlook draws them too. */
function Corner({ row, side }: { row: 'Top' | 'Bottom'; side: 'Left' | 'Right' }) {
  const arm = '4px solid #4b5a4e';
  return <Blank width={30} height={10} style={{ [`border${row}`]: arm, [`border${side}`]: arm }} />;
}

function Corners({ row }: { row: 'Top' | 'Bottom' }) {
  return (
    <Table>
      <tr>
        <Corner row={row} side="Left" />
        <Blank style={{ lineHeight: '1px' }} />
        <Corner row={row} side="Right" />
      </tr>
    </Table>
  );
}

function leaf({ photo, number }: NumberedPhoto, { words }: SetLetter) {
  return (
    <>
      <Corners row="Top" />
      <Table>
        <Row className="in" style={{ padding: '0 4px' }}>
          <Box
            className="cd"
            style={{
              padding: 4,
              backgroundColor: '#fffdf7',
              border: '1px solid #d3c8b2',
              boxShadow: '0 2px 5px rgba(72,56,30,.2)',
            }}
          >
            <Photo photo={photo} width={600 - 16 - 16 - 2 * (4 + 4 + 1)} />
          </Box>
        </Row>
      </Table>
      <Corners row="Bottom" />
      <p
        style={{
          margin: '6px 0 0',
          textAlign: 'center',
          fontStyle: 'italic',
          ...type(SERIF, 15, 20, FADED),
        }}
      >
        {leafCaption(number, words)}
      </p>
    </>
  );
}

function Letterhead({ letter, heading }: MailBodyProps) {
  const { sender } = letter.names;
  return (
    <Table>
      <Row style={{ paddingBottom: 8 }}>
        <Title style={headline(sender, SERIF, 28, '#3a2f22', 0.5)}>
          <Name>{sender}</Name>
        </Title>
      </Row>
      <Row style={{ borderTop: `4px double ${RIBBON}`, paddingTop: 6 }}>
        <Table>
          <tr>
            <td style={type(SERIF, 16, 24, FADED)}>
              <Name>{heading}</Name>
            </td>
            <td
              align="right"
              valign="top"
              style={{
                paddingLeft: 12,
                fontStyle: 'italic',
                whiteSpace: 'nowrap',
                ...type(SERIF, 16, 24, FADED),
              }}
            >
              {letter.day}
            </td>
          </tr>
        </Table>
      </Row>
    </Table>
  );
}

function Ribbon() {
  const band = (width: number, color: string) => (
    <Blank className={`r${width}`} width={width} style={{ backgroundColor: color }} />
  );
  return (
    <>
      {band(2, '#8f4a4a')}
      {band(6, RIBBON)}
      {band(2, '#8f4a4a')}
    </>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  return (
    <Row>
      <Table style={{ backgroundColor: PAPER, boxShadow: '0 3px 12px rgba(50,46,32,.3)' }}>
        <tr>
          <Blank className="mg" width={6} />
          <Ribbon />
          <td className="px" style={{ padding: '28px 8px' }}>
            <Letterhead letter={letter} heading={heading} />
            <Table>
              <Gap height={32} />
              <Gallery letter={letter} between={26} frame={leaf} />
              {letter.paragraphs.length > 0 && (
                <Row style={{ paddingTop: 34, ...type(SERIF, 19, 31, '#33291d') }}>
                  <Prose paragraphs={letter.paragraphs} />
                </Row>
              )}
              <Gap height={32} className="np" />
              <Row className="np" style={{ borderTop: '1px solid #b9a98b', paddingTop: 16 }}>
                <Footer letter={letter} ink="#5d4f3b" link={RIBBON} />
              </Row>
            </Table>
          </td>
        </tr>
      </Table>
    </Row>
  );
}

export const design: MailDesign = {
  background: '#dcd5c4',
  darkBackground: '#2a2822',
  darkText: '#d8d3c4',
  deskCss: () =>
    '.mg{width:20px!important}.r2{width:5px!important}.r6{width:10px!important}.px{padding:38px 26px 38px 24px!important}.in{padding:0 9px!important}.cd{padding:9px!important}',
  Body,
};
