import { Fragment, type ReactNode } from 'react';
import type { NumberedPhoto, PhotoRow } from './photo-rows.ts';
import { Gap, Row, Table } from './table.tsx';

interface GalleryProps {
  rows: PhotoRow[];
  /** Width of the column, the gap between rows and the gutter between neighbours, in CSS pixels. */
  width: number;
  between: number;
  gutter: number;
  /** Draws one page in a room so many pixels wide. */
  frame: (page: NumberedPhoto, width: number) => ReactNode;
}

/** The photos as rows of a one-column table; on a phone, neighbours stack. */
export function Gallery({ rows, width, between, gutter, frame }: GalleryProps) {
  return rows.map((row, index) => (
    <Fragment key={row[0].number}>
      {index > 0 && <Gap height={between} />}
      <Row>
        {row.length === 1 ? (
          frame(row[0], width)
        ) : (
          <Pair row={row} width={width} gutter={gutter} frame={frame} />
        )}
      </Row>
    </Fragment>
  ));
}

type PairProps = Pick<GalleryProps, 'width' | 'gutter' | 'frame'> & { row: [NumberedPhoto, NumberedPhoto] };

/** Two portraits side by side. */
export function Pair({ row: [left, right], width, gutter, frame }: PairProps) {
  const room = (width - gutter) / 2;
  const edge = gutter / 2;
  return (
    <Table>
      <tr>
        <td className="col" width="50%" valign="top" style={{ paddingRight: edge }}>
          {frame(left, room)}
        </td>
        <td className="col nxt" width="50%" valign="top" style={{ paddingLeft: edge }}>
          {frame(right, room)}
        </td>
      </tr>
    </Table>
  );
}
