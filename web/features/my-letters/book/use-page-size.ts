import { useEffect } from 'react';

/**
 * The size of printed pages while this is shown, in millimetres. The sheet is made by script and taken away again, since a
 * rule for `@page` holds for whatever the app prints; a named page is not known to every browser. Without a margin the
 * browser prints no lines of its own: our pages have theirs.
 */
export function usePageSize({ width, height }: { width: number; height: number }): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [width, height]);
}
