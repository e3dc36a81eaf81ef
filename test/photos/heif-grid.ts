import { codedPicture, gridOf, type HeifItem, heifFile, ispe } from './heif-file.ts';
import { samplePhoto } from './sample-photos.ts';

export interface GridOptions {
  /** pixels that the grid claims to have */
  width?: number;
  height?: number;
  /** after the size, in the order in which they apply */
  properties?: Buffer[];
}

export const GRID_ROWS = 6;
export const GRID_COLUMNS = 8;
export const TILE = 512;

/**
 * A HEIC as phones make them: 4032 × 3024 pixels in 48 tiles, a colour in each corner, in 20 kB. Four tiles of a
 * corner have its colour, the rest is the colour of paper.
 */
export async function heicGrid(options: GridOptions = {}): Promise<Buffer> {
  return gridFile((row, column) => samplePhoto(`tile-${colourOf(row, column)}.heic`), options);
}

/** A HEIC of 6 × 8 tiles. @param tileAt a HEIC of 512 × 512 pixels for a place */
export async function gridFile(
  tileAt: (row: number, column: number) => Promise<Buffer>,
  { width = 4032, height = 3024, properties = [] }: GridOptions = {},
): Promise<Buffer> {
  const tiles: HeifItem[] = [];
  for (let row = 0; row < GRID_ROWS; row += 1) {
    for (let column = 0; column < GRID_COLUMNS; column += 1) {
      const { configuration, data } = codedPicture(await tileAt(row, column));
      const id = tiles.length + 2;
      tiles.push({ id, type: 'hvc1', data, hidden: true, properties: [configuration, ispe(TILE, TILE)] });
    }
  }
  const grid: HeifItem = {
    id: 1,
    type: 'grid',
    data: gridOf(GRID_ROWS, GRID_COLUMNS, width, height),
    properties: [ispe(width, height), ...properties],
    reference: { type: 'dimg', to: tiles.map(({ id }) => id) },
  };
  return heifFile(1, [grid, ...tiles]);
}

function colourOf(row: number, column: number) {
  const isEdgeRow = row < 2 || row >= GRID_ROWS - 2;
  const isEdgeColumn = column < 2 || column >= GRID_COLUMNS - 2;
  if (!isEdgeRow || !isEdgeColumn) return 'paper';
  if (row < 2) return column < 2 ? 'top-left' : 'top-right';
  return column < 2 ? 'bottom-left' : 'bottom-right';
}
