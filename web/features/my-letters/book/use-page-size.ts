import { useEffect } from 'react';

/**
 * Millimetres. The rule stands in a sheet of its own, since `@page` holds for whatever the app prints, and not every browser
 * knows named pages. Without a margin the browser prints no lines of its own.
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
