import type { RefObject } from 'react';
import { msg } from '../../../shared/words.ts';
import { Icon } from '../../components/icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import { useHandles } from '../page-scan/use-handles.ts';
import { type CropBox, type CropHandle, dragged } from './crop-box.ts';
import styles from './crop-frame.module.css';
import { cornerMessage, frameMessage } from './editor-messages.ts';

/** In the order in which Tab reaches them. */
const HANDLES = [
  { part: 'frame', name: msg('Frame'), className: styles.move },
  { part: 'top-left', name: msg('top left corner'), className: styles.topLeft },
  { part: 'top-right', name: msg('top right corner'), className: styles.topRight },
  { part: 'bottom-right', name: msg('bottom right corner'), className: styles.bottomRight },
  { part: 'bottom-left', name: msg('bottom left corner'), className: styles.bottomLeft },
] as const satisfies readonly { part: CropHandle; name: string; className: string | undefined }[];

interface Held {
  part: CropHandle;
  before: CropBox;
}

interface CropFrameProps {
  stage: RefObject<HTMLElement | null>;
  box: CropBox;
  /** false in rotate mode, where the frame only shows what will be kept */
  active: boolean;
  /** nothing is cropped */
  untouched: boolean;
  onChange: (box: CropBox) => void;
}

export function CropFrame({ stage, box, active, untouched, onChange }: CropFrameProps) {
  const move = ({ part, before }: Held, x: number, y: number) =>
    onChange(dragged(before, part, x * 100, y * 100));
  const handle = useHandles<Held>({
    stage,
    step: 0.01,
    onDrag: move,
    onStep: move,
    onEnd: ({ before }, isKept) => isKept || onChange(before),
  });
  const { onKeyDown: _, ...framePointer } = handle({ part: 'frame', before: box });
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
        {...framePointer}
        // A finger on the image may be scrolling; a mouse always drags the frame.
        onPointerDown={(event) =>
          active && event.pointerType === 'mouse' && framePointer.onPointerDown(event)
        }
      >
        {active ? (
          <>
            {untouched ? (
              <span className={styles.nothingCut} aria-hidden="true">
                {t('Nothing is cut yet')}
              </span>
            ) : null}
            {HANDLES.map(({ part, name, className }) => (
              <div
                key={part}
                role="slider"
                tabIndex={0}
                className={classNames(part !== 'frame' && styles.corner, className)}
                aria-label={t(name)}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(part.endsWith('right') ? box.x + box.width : box.x)}
                aria-valuetext={part === 'frame' ? frameMessage(box) : cornerMessage(box, part)}
                {...handle({ part, before: box })}
              >
                {part === 'frame' ? <Icon name="move" /> : null}
              </div>
            ))}
          </>
        ) : null}
      </div>
    </div>
  );
}
