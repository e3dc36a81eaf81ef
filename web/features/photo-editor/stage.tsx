import { useRef } from 'react';
import { mapCorners } from '../../../packages/page-finder/geometry.ts';
import { straightSize } from '../../../packages/page-finder/homography.ts';
import { PhotoImage } from '../../components/photo-image.tsx';
import { classNames } from '../../lib/class-names.ts';
import { CornerHandles } from '../page-scan/corner-handles.tsx';
import { PageCanvas } from '../page-scan/page-canvas.tsx';
import { WHOLE_PHOTO } from '../page-scan/page-corners.ts';
import type { UsePage } from '../page-scan/use-page.ts';
import type { PhotoImageFields } from '../uploads/letter-photo.ts';
import { CropFrame } from './crop-frame.tsx';
import { isCropped, isScanned, type PhotoEdit, quarterTurns } from './photo-edit.ts';
import styles from './photo-editor.module.css';

export type EditorMode = 'rotate' | 'crop' | 'straighten' | 'describe';

interface StageProps {
  source: PhotoImageFields;
  alt: string;
  mode: EditorMode;
  edit: PhotoEdit;
  page: UsePage;
  onChange: (edit: PhotoEdit) => void;
}

export function Stage({ source, alt, mode, edit, page, onChange }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const quarters = quarterTurns(edit);
  const sideways = quarters % 2 === 1;
  const untouched = !isCropped(edit);
  // Shows what would be saved, and nothing until that is drawn: never the unedited photo in its place.
  const isPage = mode !== 'straighten' && isScanned(edit);
  const { width, height } = isPage ? pageSize(source, edit) : source;
  return (
    <div className={styles.light}>
      <div
        ref={stage}
        className={classNames(styles.stage, sideways && styles.sideways)}
        style={{ '--ratio': sideways ? height / width : width / height, '--rotation': `${edit.rotation}deg` }}
      >
        {isPage ? (
          page.preview && page.isCurrent ? (
            <PageCanvas picture={page.preview} alt={alt} className={styles.photo} />
          ) : (
            <div className={styles.photo} role="img" aria-label={alt} aria-busy />
          )
        ) : (
          <PhotoImage photo={source} size="display" loading="eager" alt={alt} className={styles.photo} />
        )}
        {mode === 'straighten' ? (
          <CornerHandles
            stage={stage}
            url={source.url}
            turn={quarters}
            corners={edit.corners ?? WHOLE_PHOTO}
            onChange={(corners) => onChange({ ...edit, corners })}
          />
        ) : null}
        {mode === 'crop' || (mode === 'rotate' && !untouched) ? (
          <CropFrame
            stage={stage}
            box={edit.crop}
            active={mode === 'crop'}
            untouched={untouched}
            onChange={(crop) => onChange({ ...edit, crop })}
          />
        ) : null}
      </div>
    </div>
  );
}

function pageSize(source: PhotoImageFields, { corners }: PhotoEdit): { width: number; height: number } {
  if (!corners) return source;
  const { width, height } = source;
  return straightSize(
    mapCorners(corners, ({ x, y }) => ({ x: x * width, y: y * height })),
    source,
  );
}
