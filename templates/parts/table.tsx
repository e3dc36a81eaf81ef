import type { CSSProperties, ReactNode } from 'react';

export const PALATINO = "'Palatino Linotype',Palatino,Georgia,serif";
export const ARIAL = 'Arial,Helvetica,sans-serif';

export function type(fontFamily: string, fontSize: number, lineHeight: number, color: string): CSSProperties {
  return { fontFamily, fontSize, lineHeight: `${lineHeight}px`, color };
}

interface TableProps {
  children: ReactNode;
  width?: number | string;
  align?: 'left' | 'center' | 'right';
  className?: string;
  style?: CSSProperties;
}

export function Table({ children, width = '100%', ...rest }: TableProps) {
  return (
    <table role="presentation" width={width} cellPadding={0} cellSpacing={0} border={0} {...rest}>
      <tbody>{children}</tbody>
    </table>
  );
}

interface CellProps {
  children: ReactNode;
  style?: CSSProperties;
  className?: string | undefined;
  align?: 'left' | 'center' | 'right';
}

/** A table of one cell: the only box whose padding, border and colour every mail client draws. */
export function Box(props: CellProps) {
  return (
    <Table>
      <Row {...props} />
    </Table>
  );
}

export function Row(props: CellProps) {
  return (
    <tr>
      <td {...props} />
    </tr>
  );
}

export function Gap(props: { height: number; className?: string }) {
  return (
    <tr>
      <Blank {...props} />
    </tr>
  );
}

interface BlankProps {
  width?: number;
  height?: number;
  className?: string;
  style?: CSSProperties;
}

/** A cell without words; its space keeps mail programs from dropping it. */
export function Blank({ width, height, className, style }: BlankProps) {
  const lineHeight = height && `${height}px`;
  return (
    <td
      width={width}
      height={height}
      className={className}
      style={{ width, height, fontSize: 1, lineHeight, ...style }}
    >
      {'\u00a0'}
    </td>
  );
}
