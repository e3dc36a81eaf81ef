import { z } from 'zod';

const share = z.number().min(0).max(1);
const corner = z.object({ x: share, y: share });

/** Of the photo as it was converted first: straightened, its light evened, turned, then cropped. */
export const pageEdit = z.object({
  /** clockwise from the page's upper left, shares of the photo's width and height; null for the whole photo */
  corners: z.tuple([corner, corner, corner, corner]).nullable(),
  /** 0 as photographed, 1 even, 2 ink on white */
  light: z.number().min(0).max(2),
  /** quarters clockwise */
  turn: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** percent of the straightened, turned page; null for all of it */
  crop: z
    .object({
      x: z.number().min(0).max(100),
      y: z.number().min(0).max(100),
      width: z.number().min(1).max(100),
      height: z.number().min(1).max(100),
    })
    .nullable(),
});
export type PageEdit = z.infer<typeof pageEdit>;
