/** For a letter's web page, which works without it: the code that straightens pages is loaded once there are photos. */
const strip = document.querySelector<HTMLElement>('.strip');
const form = strip?.closest('form');
const input = form?.querySelector<HTMLInputElement>('[type="file"]');

function offer(): void {
  import('./offer-pages.ts').then(
    ({ offerPages }) => strip && offerPages(strip),
    (cause: unknown) => console.info('Pages could not be offered straight', cause),
  );
}

input?.addEventListener('change', offer);
// There may be photos at once: those that the server has, and files that the browser kept chosen.
if (form?.querySelector('.kept') || input?.files?.length) offer();
