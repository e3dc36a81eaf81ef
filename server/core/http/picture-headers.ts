/**
 * Opened by itself, a browser shows a picture in a document that it generates with inline styles; that document
 * loads nothing, runs nothing and has an opaque origin.
 */
export const PICTURE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  // A document of opaque origin cannot share our agent cluster; asking for it makes Chrome log a warning.
  'origin-agent-cluster': '?0',
};
