import type { ReactNode } from 'react';
import type { Words } from '../../shared/words.ts';
import { ARIAL, PALATINO, Row, Table, type } from './table.tsx';

interface StampProps {
  words: Words;
  width: number;
  /** colour of what it is stuck on, which shows between its teeth */
  paper: string;
  colour: string;
  size: number;
  children: ReactNode;
}

export function Stamp({ words, width, paper, colour, size, children }: StampProps) {
  return (
    <Table width={width} align="right">
      <tr>
        <td style={{ border: `3px dotted ${paper}`, backgroundColor: colour, padding: 4 }}>
          <Table>
            <Row
              align="center"
              style={{
                border: '1px solid #f3cfc2',
                padding: '8px 0',
                ...type(PALATINO, size, size, '#fff4ee'),
              }}
            >
              {children}
              <br />
              {/* Translators: printed on a postage stamp, at most eight letters. */}
              <span style={{ fontFamily: ARIAL, fontSize: 11, lineHeight: '16px' }}>{words.t('LETTER')}</span>
            </Row>
          </Table>
        </td>
      </tr>
    </Table>
  );
}
