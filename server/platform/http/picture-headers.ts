/**
 * For an answer that is a picture and nothing else. Opened by itself, a browser sets it in a document of its own
 * making, with its styles inline; that document loads nothing, runs nothing and is of no origin.
 */
export const PICTURE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  // Of no origin, it can't share the agents of ours; asking for that makes Chrome complain on its console.
  'origin-agent-cluster': '?0',
};
