/** Whatever a reload would end or forget, of this whole page: uploads go on while another page of the app is shown. */
const atStake = new Set<symbol>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** @returns tells whether something of the caller's is at stake now; the browser asks before a page is left with it */
export function registerUnsavedChanges(): (isAtStake: boolean) => void {
  const own = Symbol('stake');
  return (isAtStake) => {
    if (isAtStake) atStake.add(own);
    else atStake.delete(own);
    if (atStake.size > 0) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  };
}

export const hasUnsavedChanges = (): boolean => atStake.size > 0;
