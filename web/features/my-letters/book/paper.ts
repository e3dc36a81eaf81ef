/** millimetres */
export interface Paper {
  width: number;
  height: number;
  /** margin at the binding, and at the other edge */
  inner: number;
  outer: number;
  top: number;
  /** lines of text on a full page, and their height */
  lines: number;
  line: number;
  /** margin around a page's photos; below them stands its number */
  photoMargin: number;
  photoFoot: number;
}

/** ISO 216. The lower margin is wide enough for two lines more than `lines`: nothing is cut if a printer's fonts run wider. */
export const PAPERS = {
  A5: {
    ...{ width: 148, height: 210, inner: 19, outer: 16, top: 19 },
    ...{ lines: 31, line: 5.4, photoMargin: 10, photoFoot: 15 },
  },
  A4: {
    ...{ width: 210, height: 297, inner: 34, outer: 30, top: 28 },
    ...{ lines: 36, line: 6.5, photoMargin: 14, photoFoot: 19 },
  },
} satisfies Record<string, Paper>;

export type PaperName = keyof typeof PAPERS;

/** Half an A4 sheet on its side: the page of a card. */
export const CARD: Paper = { ...PAPERS.A5, width: 148.5, inner: 18, outer: 18, lines: 30 };
export const CARD_SHEET = { width: 297, height: 210 };

/** CSS pixels of a millimetre (CSS Values and Units 4, section 6.2). */
export const PIXELS_PER_MM = 96 / 25.4;

/** What the style sheet reads; plain numbers, to be multiplied by `--mm`. */
export const paperStyle = (paper: Paper) => ({
  '--leaf-width': paper.width,
  '--leaf-height': paper.height,
  '--inner': paper.inner,
  '--outer': paper.outer,
  '--top': paper.top,
  '--lines': paper.lines,
  '--line': paper.line,
  '--photo-margin': paper.photoMargin,
  '--photo-foot': paper.photoFoot,
});
