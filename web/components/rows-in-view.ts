/** Heights are px from the top of the list. @returns from the first row in view to before the one behind the last */
export function rowsInView(
  count: number,
  heightOf: (at: number) => number,
  top: number,
  bottom: number,
): { from: number; to: number } {
  let from = 0;
  let end = 0;
  while (from < count && end + heightOf(from) <= top) end += heightOf(from++);
  let to = from;
  while (to < count && end < bottom) end += heightOf(to++);
  return { from, to };
}
