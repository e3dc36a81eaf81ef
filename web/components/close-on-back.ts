import { useEffect, useEffectEvent } from 'react';

/**
 * Each open dialog has an entry in the browser's history, so that Back closes the top one. The entries differ in their
 * depth alone: the router takes them for the page they lie over.
 */
const openDialogs: { close: () => void }[] = [];

/** Whether a dialog or a menu lies over the page. */
export const isAnyOpen = (): boolean => openDialogs.length > 0;

/** Our own way back is on its way; the browser reports it as if the person had pressed Back. */
let leaving = false;
let settling: ReturnType<typeof setTimeout> | undefined;

function depth(): number {
  const state: unknown = history.state;
  const known = typeof state === 'object' && state !== null && 'dialogs' in state ? state.dialogs : 0;
  return typeof known === 'number' ? known : 0;
}

/** Later, since one dialog may close as another opens. */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle);
}

function settle(): void {
  const surplus = depth() - openDialogs.length;
  if (leaving) return;
  if (surplus > 0) {
    leaving = true;
    history.go(-surplus);
  }
  for (let next = depth() + 1; next <= openDialogs.length; next += 1) {
    history.pushState({ ...history.state, dialogs: next }, '');
  }
}

// The server renders pages without a window.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    if (leaving) leaving = false;
    else for (const { close } of openDialogs.slice(depth()).reverse()) close();
    settleSoon();
  });
  // A page that was reloaded with a dialog open shows none.
  settleSoon();
}

export function useCloseOnBack(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const dialog = { close: () => onBack() };
    openDialogs.push(dialog);
    settleSoon();
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      settleSoon();
    };
  }, [open]);
}
