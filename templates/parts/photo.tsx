import type { CSSProperties } from 'react';
import type { TemplatePhoto } from '../template.ts';

/** A small photo may be enlarged this much; beyond it, handwriting is blurred. */
const MOST_ENLARGED = 1.5;
const WIDEST_BODY = 640;

interface PhotoProps {
  photo: TemplatePhoto;
  /** Room in CSS pixels where the body has its full width and no style element is read: Outlook goes by it. */
  width: number;
  align?: 'left' | 'center';
}

export function Photo({ photo, width, align = 'center' }: PhotoProps) {
  const { src, alt } = photo;
  const known = photo.width > 0 && photo.height > 0;
  const most = known ? Math.round(photo.width * MOST_ENLARGED) : WIDEST_BODY;
  const shown = Math.min(width, most);
  const style: CSSProperties = {
    display: 'block',
    width: '100%',
    height: 'auto',
    border: 0,
    // Seen only where a photo is blocked: its description, on any template, also in a dark mail client.
    backgroundColor: '#f4f2ec',
    color: '#444444',
    font: '14px/24px Arial,sans-serif',
  };
  // No height attribute: Yahoo drops `height: auto` and would distort a photo that is shown narrower than its room.
  // Where a client knows the ratio, the page does not jump while photos load.
  if (known) style.aspectRatio = `auto ${photo.width}/${photo.height}`;
  // The cell limits the width; a limit of its own is needed only by a photo smaller than the cell can become.
  if (most < WIDEST_BODY) style.maxWidth = most;
  if (most < WIDEST_BODY && align === 'center') style.margin = '0 auto';
  // React puts a preload link for every image in front of the markup, except for those of low priority.
  return <img src={src} width={shown} alt={alt} fetchPriority="low" style={style} />;
}
