import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';

/** Steps to the right and down. */
const ARROW_KEYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Lengths are shares of the photo's width and height. */
interface HandlesOptions<Handle> {
  /** the photo as it is shown */
  stage: RefObject<HTMLElement | null>;
  /** how far an arrow key moves a handle; with Shift ten times as far */
  step: number;
  onPress?: (handle: Handle) => void;
  /** distance from where it was pressed, so that a pointer from beyond the edge meets its handle again */
  onDrag: (handle: Handle, x: number, y: number) => void;
  onEnd: (handle: Handle, isKept: boolean) => void;
  onStep: (handle: Handle, x: number, y: number) => void;
}

/** Handles on a photo, for pointer and arrow keys. Until its release a handle's callbacks get the value of its press. */
export function useHandles<Handle>(options: HandlesOptions<Handle>) {
  const { stage, step, onPress, onDrag, onEnd, onStep } = options;
  const drag = useRef<{ handle: Handle; pointer: number; x: number; y: number } | null>(null);

  function begin(event: PointerEvent<HTMLElement>, handle: Handle) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { handle, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    onPress?.(handle);
  }

  function follow({ pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    const size = stage.current?.getBoundingClientRect();
    const { current } = drag;
    if (!size || pointerId !== current?.pointer) return;
    onDrag(current.handle, (clientX - current.x) / size.width, (clientY - current.y) / size.height);
  }

  function end({ pointerId, type }: PointerEvent<HTMLElement>) {
    const { current } = drag;
    if (pointerId !== current?.pointer) return;
    drag.current = null;
    onEnd(current.handle, type !== 'pointercancel');
  }

  function move(event: KeyboardEvent<HTMLElement>, handle: Handle) {
    const direction = ARROW_KEYS[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const length = event.shiftKey ? 10 * step : step;
    onStep(handle, direction[0] * length, direction[1] * length);
  }

  return (handle: Handle) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, handle),
    onPointerMove: follow,
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => move(event, handle),
  });
}
