/** On a letter's page, which works without: what straightens pages is fetched once there are photos. */
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
// After a look at them, and where the browser kept the choice of files.
if (form?.querySelector('.kept') || input?.files?.length) offer();
