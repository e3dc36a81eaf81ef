import { Fragment, type ReactNode } from 'react';
import type { SetLetter, TemplatePhoto } from '../template.ts';
import { Gap, Row } from './table.tsx';

export interface NumberedPhoto {
  photo: TemplatePhoto;
  number: number;
}

interface GalleryProps {
  letter: SetLetter;
  between: number;
  frame: (page: NumberedPhoto, letter: SetLetter) => ReactNode;
}

/**
 * The pages as rows of a one-column table, each as wide as the column: side by side, handwriting would be too small to
 * read. The block around a page keeps printers from cutting it in two; on the image itself they would not heed it.
 */
export function Gallery({ letter, between, frame }: GalleryProps) {
  return letter.photos.map((photo, index) => (
    <Fragment key={photo.src}>
      {index > 0 && <Gap height={between} />}
      <Row>
        <div style={{ breakInside: 'avoid' }}>{frame({ photo, number: index + 1 }, letter)}</div>
      </Row>
    </Fragment>
  ));
}
