import 'react';

// Custom properties are styles, too; React's own type knows only the standard ones.
declare module 'react' {
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
