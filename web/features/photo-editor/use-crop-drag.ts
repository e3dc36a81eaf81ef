import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { ARROW_KEYS } from '../../lib/arrow-keys.ts';
import { type CropBox, type CropHandle, dragged } from './crop-box.ts';

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

export function useCropDrag({ stage, box, onChange }: CropDragOptions) {
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
