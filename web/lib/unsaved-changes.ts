/** Callers with changes that a reload would lose, in the whole app: uploads go on while another of its pages is shown. */
const unsaved = new Set<symbol>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** While anybody has unsaved changes, the browser asks before the page is left. */
export function registerUnsavedChanges(): (hasChanges: boolean) => void {
  const caller = Symbol('unsaved changes');
  return (hasChanges) => {
    if (hasChanges) unsaved.add(caller);
    else unsaved.delete(caller);
    if (unsaved.size > 0) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  };
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;
