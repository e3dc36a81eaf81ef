import type { SetLetter } from '../template.ts';
import { fitType, headline } from './fit-type.ts';
import { Name } from './prose.tsx';
import { Stamp } from './stamp.tsx';
import { ARIAL, Blank, Box, Gap, PALATINO, Row, Table, type } from './table.tsx';
import { postmarkLines } from './written-date.ts';

const PAPER = '#f8f2e4';
const INK = '#2b2a26';
const FADED = '#5f5540';
const RED = '#b3321d';
const BLUE = '#2b4a7a';
const STRIPES = Array.from({ length: 16 }, (_, index) => index);

function Edge() {
  return (
    <Table>
      <tr aria-hidden>
        {STRIPES.map((stripe) => (
          <Blank
            key={stripe}
            height={7}
            style={{ backgroundColor: stripe % 2 ? PAPER : stripe % 4 ? BLUE : RED }}
          />
        ))}
      </tr>
    </Table>
  );
}

function Postmark({ letter }: { letter: SetLetter }) {
  const [day, year] = postmarkLines(letter);
  return (
    <Table width={66} align="right">
      <tr>
        <td
          align="center"
          height={66}
          style={{
            width: 62,
            height: 62,
            border: `2px solid ${FADED}`,
            borderRadius: '50%',
            ...type(ARIAL, 13, 17, FADED),
          }}
        >
          {day}
          <br />
          {year}
        </td>
      </tr>
    </Table>
  );
}

export function Envelope({ letter }: { letter: SetLetter }) {
  const { sender, recipient } = letter.names;
  const size = fitType(recipient, { room: 200, smallest: 18, largest: 28, narrow: 0.52, lines: 2 });
  return (
    <>
      <Gap height={20} className="top" />
      <Row style={{ padding: '0 8px' }}>
        <Box style={{ backgroundColor: PAPER, boxShadow: '0 3px 10px rgba(30,26,16,.28)' }}>
          <Edge />
          <Table>
            <tr>
              <td valign="top" style={{ padding: '14px 10px 0 16px', ...type(ARIAL, 13, 18, FADED) }}>
                <Name>{sender}</Name>
              </td>
              <td width={70} valign="top" style={{ width: 70, paddingTop: 18 }}>
                <Postmark letter={letter} />
              </td>
              <td width={80} valign="top" style={{ width: 80, padding: '14px 14px 0 0' }}>
                <Stamp words={letter.words} width={62} paper={PAPER} colour={RED} size={24}>
                  <span aria-hidden>✉</span>
                </Stamp>
              </td>
            </tr>
          </Table>
          <Table>
            <Row
              align="center"
              style={{ padding: '14px 16px 26px', ...headline(recipient, PALATINO, size, INK) }}
            >
              <Name>{recipient}</Name>
            </Row>
          </Table>
          <Edge />
        </Box>
      </Row>
    </>
  );
}
