/** A browser shows a picture alone in a document with inline styles, which loads and runs nothing. */
export const PICTURE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  // A document of opaque origin cannot share our agent cluster; asking for it makes Chrome log a warning.
  'origin-agent-cluster': '?0',
};
