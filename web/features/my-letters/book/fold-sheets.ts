/** Pages on one side of a sheet: at the end from which one reads, and at the other. */
type Side<Page> = [Page | null, Page | null];

/** Sides of sheets turned on the short edge, put inside each other and folded once. @param pages the last is the back */
export function foldedSides<Page>(pages: readonly Page[]): Side<Page>[] {
  const whole = Math.max(4, Math.ceil(pages.length / 4) * 4);
  const back = pages.length - 1;
  const page = (at: number): Page | null =>
    (at === whole - 1 ? pages[back] : at < back ? pages[at] : null) ?? null;
  const sides: Side<Page>[] = [];
  for (let sheet = 0; sheet < whole / 4; sheet++) {
    const first = 2 * sheet;
    const last = whole - 1 - first;
    sides.push([page(last), page(first)], [page(first + 1), page(last - 1)]);
  }
  return sides;
}
