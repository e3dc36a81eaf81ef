/** Microsoft 365 leads every link of a mail through itself and writes where it led to into the address. */
const SAFELINK =
  /https:\/\/[\w-]{1,40}\.safelinks\.protection\.outlook\.com\/[^\s"'<>?]{0,200}\?url=([^\s"'<>&]{1,4000})(?:&[^\s"'<>]{0,4000})?/gi;

/** A text or HTML with such links as the addresses that they lead to, by what is written alone. */
export const withoutSafelinks = (text: string): string =>
  text.replace(SAFELINK, (link, written: string) => {
    try {
      const address = decodeURIComponent(written);
      return /^(?:https?:\/\/|mailto:)[^\s"'<>]+$/i.test(address) ? address : link;
    } catch {
      return link;
    }
  });
