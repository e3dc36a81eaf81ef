/** What a reload would lose, of this whole page: uploads go on while another page of the app is shown. */
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
