import { Footer } from '../parts/footer.tsx';
import { Gallery, type NumberedPhoto } from '../parts/gallery.tsx';
import { Photo } from '../parts/photo.tsx';
import { Name, Prose, Title } from '../parts/prose.tsx';
import { Blank, Row, Table, type } from '../parts/table.tsx';
import type { MailBodyProps, MailDesign } from '../template.ts';

const SANS = "'Trebuchet MS','Segoe UI',Verdana,sans-serif";
const PAPER = '#fcfdfd';
const WALL = '#d3dfe1';
const LINE = 34;
const HOLES = Array.from({ length: 13 }, (_, index) => index);
const TAPES = ['#f2d878', '#a9d3c0', '#f0b6a4', '#b9c8ea', '#e6c7e0'];

const RULES = {
  backgroundColor: PAPER,
  backgroundImage: `linear-gradient(${PAPER} 0 ${LINE - 1}px,#bcd6ea ${LINE - 1}px ${LINE}px)`,
  backgroundSize: `100% ${LINE}px`,
  backgroundPosition: '0 -8px',
};

/** The spiral's holes: discs of type, since Outlook would make squares of rounded cells. */
function Holes() {
  return (
    <Table>
      <tr aria-hidden>
        {HOLES.map((hole) => (
          <td key={hole} className="hole" align="center" style={type('Arial,sans-serif', 18, 24, WALL)}>
            ●
          </td>
        ))}
      </tr>
    </Table>
  );
}

/** A strip of tape with torn ends, lying half over the page where negative margins are kept. */
function Tape({ color }: { color: string }) {
  const torn = `3px dotted ${PAPER}`;
  return (
    <Table width={118} align="center" style={{ margin: '0 auto -14px', position: 'relative' }}>
      <tr>
        <Blank
          height={28}
          style={{ lineHeight: '1px', backgroundColor: color, borderLeft: torn, borderRight: torn }}
        />
      </tr>
    </Table>
  );
}

function taped({ photo, number }: NumberedPhoto) {
  return (
    <>
      <Tape color={TAPES[(number - 1) % TAPES.length] ?? PAPER} />
      <Table>
        <Row
          className="card"
          style={{
            padding: 7,
            backgroundColor: '#ffffff',
            border: '1px solid #d9e0e3',
            boxShadow: '0 2px 6px rgba(39,52,61,.16)',
          }}
        >
          <Photo photo={photo} width={600 - 2 * (12 + 7 + 1)} />
        </Row>
      </Table>
    </>
  );
}

function Ruled({ paragraphs }: { paragraphs: string[] }) {
  return (
    <Row>
      <Table>
        <tr>
          <Blank className="mg" width={16} style={{ borderRight: '2px solid #e79a97', ...RULES }} />
          <td
            className="px"
            valign="top"
            style={{
              padding: `${LINE}px 14px`,
              ...RULES,
              ...type(SANS, 18, LINE, '#27343d'),
            }}
          >
            <Prose paragraphs={paragraphs} gap={`${LINE}px`} />
          </td>
        </tr>
      </Table>
    </Row>
  );
}

function Body({ letter, heading }: MailBodyProps) {
  const printed = type(SANS, 15, 22, '#3f6f92');
  return (
    <Row>
      <Table style={{ backgroundColor: PAPER, boxShadow: '0 3px 12px rgba(20,40,46,.3)' }}>
        <Row style={{ padding: '12px 14px', borderBottom: '1px solid #e2e8ea' }}>
          <Holes />
        </Row>
        <Row className="px" style={{ padding: '14px 14px 12px', borderBottom: '1px solid #bcd6ea' }}>
          <Table>
            <tr>
              <td style={{ paddingRight: 12 }}>
                {heading && (
                  <Title style={printed}>
                    <Name>{heading}</Name>
                  </Title>
                )}
              </td>
              <td align="right" valign="top" style={{ whiteSpace: 'nowrap', ...printed }}>
                {letter.day}
              </td>
            </tr>
          </Table>
        </Row>
        {letter.paragraphs.length > 0 && <Ruled paragraphs={letter.paragraphs} />}
        <Row className="pg" style={{ padding: '32px 12px 8px' }}>
          <Table>
            <Gallery letter={letter} between={30} frame={taped} />
          </Table>
        </Row>
        <Row className="px np" style={{ padding: '30px 14px 34px' }}>
          <Footer letter={letter} ink="#4d5d66" link="#2b5f86" />
        </Row>
      </Table>
    </Row>
  );
}

export const design: MailDesign = {
  background: WALL,
  darkBackground: '#1d2a2e',
  darkText: '#d3dee0',
  deskCss: () =>
    '.mg{width:64px!important}.px{padding-left:34px!important;padding-right:34px!important}.pg{padding-left:34px!important;padding-right:34px!important}.card{padding:12px!important}.hole{font-size:23px!important}',
  darkCss: '.hole{color:#1d2a2e!important}',
  Body,
};
