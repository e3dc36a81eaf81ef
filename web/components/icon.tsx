import type { ReactNode } from 'react';
import { CROSS, Drawing, TICK } from './drawing.tsx';

const DRAWINGS = {
  globe: (
    <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18" />
  ),
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="M15.5 15.5L21 21" />
    </>
  ),
  download: <path d="M12 3v12M7 10.5l5 5 5-5M4 20h16" />,
  move: (
    <path d="M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3" />
  ),
  more: <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />,
  pen: <path d="M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4" />,
  calendar: <path d="M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5" />,
  keep: <path d="M6 3h12v18l-6-5-6 5z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  back: <path d="M19 12H5M11 6l-6 6 6 6" />,
  forward: <path d="M5 12h14M13 6l6 6-6 6" />,
  menu: <path d="M3 7h18M3 12h18M3 17h18" />,
  camera: (
    <>
      <path d="M3 8h4l2-3h6l2 3h4v12H3z" />
      <circle cx="12" cy="13.5" r="3.8" />
    </>
  ),
  check: TICK,
  trash: <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13" />,
  close: CROSS,
  crop: <path d="M7 2v15h15M2 7h15v15" />,
  grip: <path d="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01" strokeWidth="3" />,
  'rotate-left': <path d="M4 4v6h6M4.6 14.5a8 8 0 1 0 1.2-7.6L4 10" />,
  'rotate-right': <path d="M20 4v6h-6M19.4 14.5a8 8 0 1 1-1.2-7.6L20 10" />,
  reset: <path d="M4 12a8 8 0 1 0 8-8M12 1v6M12 1l4 3-4 3" />,
  alert: <path d="M12 4L2.5 20h19zM12 10v4.5M12 17.4v.1" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.6v.1" />
    </>
  ),
  eye: (
    <>
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  'eye-off': (
    <path d="M3 3l18 18M10 5.7A10 10 0 0 1 12 5.5c6.4 0 10 6.5 10 6.5a17 17 0 0 1-3 3.6M6.3 7.3A17 17 0 0 0 2 12s3.6 6.5 10 6.5a10 10 0 0 0 4.6-1.1M9.9 9.9a2.9 2.9 0 0 0 4.2 4.2" />
  ),
  mail: <path d="M3 6h18v13H3zM3 7l9 7 9-7" />,
  chevron: <path d="M5 9l7 7 7-7" />,
  image: <path d="M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15 9h.01" />,
  external: <path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6" />,
  print: <path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z" />,
  link: (
    <path d="M10 14a4.2 4.2 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4.2 4.2 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** They point along the line of reading, so they turn with it. */
const DIRECTED: ReadonlySet<IconName> = new Set(['back', 'forward']);

/** Decorative: the control has the accessible name. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <Drawing directed={DIRECTED.has(name)} className={className}>
      {DRAWINGS[name]}
    </Drawing>
  );
}
