import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { msg } from '../../../shared/words.ts';
import { Icon } from '../../components/icon.tsx';
import { ARROW_KEYS } from '../../lib/arrow-keys.ts';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import { type Corner, type CropBox, type CropHandle, dragged } from './crop-box.ts';
import styles from './crop-frame.module.css';
import { cornerMessage, frameMessage } from './editor-messages.ts';

/** In the order in which Tab reaches them. */
const CORNERS = [
  { corner: 'top-left', name: msg('top left corner'), className: styles.topLeft },
  { corner: 'top-right', name: msg('top right corner'), className: styles.topRight },
  { corner: 'bottom-right', name: msg('bottom right corner'), className: styles.bottomRight },
  { corner: 'bottom-left', name: msg('bottom left corner'), className: styles.bottomLeft },
] as const satisfies readonly { corner: Corner; name: string; className: string | undefined }[];

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
            <div
              role="slider"
              tabIndex={0}
              className={styles.move}
              aria-label={t('Frame')}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(box.x)}
              aria-valuetext={frameMessage(box)}
              onKeyDown={onFrameKey}
              {...framePointer}
            >
              <Icon name="move" />
            </div>
            {CORNERS.map(({ corner, name, className }) => (
              <div
                key={corner}
                role="slider"
                tabIndex={0}
                className={classNames(styles.corner, className)}
                aria-label={t(name)}
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

/** How far an arrow key moves a handle, alone and with Shift; percent. */
const STEP = 1;
const LONG_STEP = 10;

interface CropDragOptions {
  /** the displayed photo; its size converts pixels into percent */
  stage: RefObject<HTMLElement | null>;
  box: CropBox;
  onChange: (box: CropBox) => void;
}

interface Drag {
  handle: CropHandle;
  pointer: number;
  x: number;
  y: number;
  box: CropBox;
  /** of the displayed photo, CSS pixels */
  width: number;
  height: number;
}

function useCropDrag({ stage, box, onChange }: CropDragOptions) {
  const drag = useRef<Drag | null>(null);

  function begin(event: PointerEvent<HTMLElement>, handle: CropHandle) {
    const size = stage.current?.getBoundingClientRect();
    if (event.button !== 0 || !event.isPrimary || !size) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      handle,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      box,
      width: size.width,
      height: size.height,
    };
  }

  function follow(event: PointerEvent<HTMLElement>) {
    const { current } = drag;
    if (event.pointerId !== current?.pointer) return;
    // Relative to where the drag began, so that a pointer that went beyond the edge meets its handle on the way back.
    const dx = ((event.clientX - current.x) / current.width) * 100;
    const dy = ((event.clientY - current.y) / current.height) * 100;
    onChange(dragged(current.box, current.handle, dx, dy));
  }

  function end(event: PointerEvent<HTMLElement>, kept: boolean) {
    const { current } = drag;
    if (event.pointerId !== current?.pointer) return;
    drag.current = null;
    if (!kept) onChange(current.box);
  }

  function step(event: KeyboardEvent<HTMLElement>, handle: CropHandle) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const [right, down] = ARROW_KEYS[event.key] ?? [0, 0];
    if (right === 0 && down === 0) return;
    event.preventDefault();
    const length = event.shiftKey ? LONG_STEP : STEP;
    onChange(dragged(box, handle, right * length, down * length));
  }

  return (handle: CropHandle) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, handle),
    onPointerMove: follow,
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => step(event, handle),
  });
}
