import type { RefObject } from 'react';
import { Icon } from '../../components/icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { Corner, CropBox, CropHandle } from './crop-box.ts';
import styles from './crop-frame.module.css';
import { cornerMessage, frameMessage } from './editor-messages.ts';
import { useCropDrag } from './use-crop-drag.ts';

const CORNERS: Record<Corner, string | undefined> = {
  'top-left': styles.topLeft,
  'top-right': styles.topRight,
  'bottom-left': styles.bottomLeft,
  'bottom-right': styles.bottomRight,
};

interface CropFrameProps {
  /** the displayed photo, below the frame */
  stage: RefObject<HTMLElement | null>;
  box: CropBox;
  /** false in rotate mode, where the frame only shows what will be kept */
  active: boolean;
  /** no corner was moved yet, so nothing is cropped */
  untouched: boolean;
  onChange: (box: CropBox, handle: CropHandle) => void;
}

/** The crop frame, with a handle at each corner and one to move it by. */
export function CropFrame({ stage, box, active, untouched, onChange }: CropFrameProps) {
  const handle = useCropDrag({ stage, box, onChange });
  const { onKeyDown: onFrameKey, ...framePointer } = handle('frame');
  const place = {
    '--left': `${box.x}%`,
    '--top': `${box.y}%`,
    '--right': `${box.x + box.width}%`,
    '--bottom': `${box.y + box.height}%`,
  };
  return (
    <div className={classNames(styles.layer, untouched && styles.untouched)} style={place}>
      <div className={styles.shade} />
      <div
        className={classNames(styles.frame, active && styles.active)}
        // A finger on the image may be scrolling; a mouse always drags the frame.
        onPointerDown={(event) =>
          active && event.pointerType === 'mouse' && framePointer.onPointerDown(event)
        }
        onPointerMove={framePointer.onPointerMove}
        onPointerUp={framePointer.onPointerUp}
        onPointerCancel={framePointer.onPointerCancel}
      >
        {active ? (
          <>
            {untouched ? (
              <span className={styles.nothingCut} aria-hidden="true">
                Nothing is cut
              </span>
            ) : null}
            <div
              role="slider"
              tabIndex={0}
              className={styles.move}
              aria-label="Frame"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(box.x)}
              aria-valuetext={frameMessage(box)}
              onKeyDown={onFrameKey}
              {...framePointer}
            >
              <Icon name="move" />
            </div>
            {corners().map(([corner, className]) => (
              <div
                key={corner}
                role="slider"
                tabIndex={0}
                className={classNames(styles.corner, className)}
                aria-label={`${corner.replace('-', ' ')} corner`}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(corner.endsWith('left') ? box.x : box.x + box.width)}
                aria-valuetext={cornerMessage(box, corner)}
                {...handle(corner)}
              />
            ))}
          </>
        ) : null}
      </div>
    </div>
  );
}

function corners(): [Corner, string | undefined][] {
  const all: Corner[] = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
  return all.map((corner) => [corner, CORNERS[corner]]);
}
