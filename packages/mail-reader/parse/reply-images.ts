import { imagesIn, imagesOutsideQuotes, imagesOutsideQuotesAndSignatures } from './reply-html.ts';
import { IMAGE_MARK } from './reply-marks.ts';
import { withoutQuotations } from './reply-quotes.ts';
import { withoutSignature } from './reply-signature.ts';

const MARKED = new RegExp(`${IMAGE_MARK}([^${IMAGE_MARK}\\s]{0,2000})${IMAGE_MARK}`, 'g');
/** End of the Content-IDs of photos that we mail. */
export const OUR_CIDS = '@slow-letters';
/** Characters of text in which images are searched; a reply's own come first. */
const SEARCHED_CHARACTERS = 100_000;

export type ImagePlace = 'new' | 'signature' | 'quotation' | 'beside';

/**
 * Where the image with a Content-ID is shown in an HTML part, by the same rules as the text around it: a mail program's
 * reply contains the letter's own pages, and a signature its logo.
 */
export function imagePlaces(html: string): (cid: string) => ImagePlace {
  const all = cidsOf(imagesIn(html));
  const unquoted = cidsOf(withoutQuotations(imagesOutsideQuotes(html).slice(0, SEARCHED_CHARACTERS)));
  const own = withoutQuotations(imagesOutsideQuotesAndSignatures(html).slice(0, SEARCHED_CHARACTERS));
  const unsigned = cidsOf(withoutSignature(own.slice(0, 20_000)));
  return (cid) => {
    if (!all.has(cid)) return 'beside';
    if (cid.endsWith(OUR_CIDS) || !unquoted.has(cid)) return 'quotation';
    return unsigned.has(cid) ? 'new' : 'signature';
  };
}

function cidsOf(text: string): Set<string> {
  return new Set([...text.matchAll(MARKED)].map(([, cid = '']) => decodeURIComponent(cid)));
}
