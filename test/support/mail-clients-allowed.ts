/** The families of mail clients that the templates are tested against, as caniemail.com names them. */
export type MailClient =
  | 'apple-mail'
  | 'gmail'
  | 'gmx'
  | 'outlook'
  | 'samsung-email'
  | 'thunderbird'
  | 'web-de'
  | 'yahoo';

/** Where a feature that a template uses is unsupported or only partly so, and why the letter is complete without it. */
interface Allowed {
  missingIn: MailClient[];
  because: string;
}

/**
 * What the templates use although some client lacks it, by caniemail.com's title: refinements that may be
 * absent, or the one way to say something to those that know it.
 */
export const ALLOWED: Record<string, Allowed> = {
  // The document around the body
  '<style> element': {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de'],
    because:
      'Wide margins on wide screens and dark walls need it; all else is inline, for screens of any width.',
  },
  '@media': {
    missingIn: ['gmail', 'outlook', 'samsung-email', 'thunderbird', 'yahoo'],
    because:
      'As for the style element. Used are min-width, which those that read queries know, print, and the dark scheme.',
  },
  '!important keyword': {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de', 'yahoo'],
    because:
      'Stands in media queries alone, in lowercase, never for background-image; who drops it lacks those too.',
  },
  'Attribute selector': {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de', 'yahoo'],
    because:
      'Outlook on the web marks its dark mode by attributes; the rules have a style element of their own.',
  },
  'Class selector': {
    missingIn: ['gmail'],
    because: 'As for the style element: accounts of others in its app.',
  },
  'Descendant combinator': {
    missingIn: ['gmail', 'gmx', 'web-de'],
    because: 'Gives links on the wall their colour in a dark client; elsewhere the inline colour stands.',
  },
  'Type selector': {
    missingIn: ['gmail', 'gmx', 'web-de'],
    because:
      'Takes the margin from a body, which is said inline as well, and keeps a printed photo to its sheet.',
  },
  '<body> element': {
    missingIn: ['gmail', 'outlook', 'yahoo'],
    because: 'It becomes a div. The wall is a table of its own, with its colour and its padding.',
  },
  'color-scheme meta tag': {
    missingIn: ['apple-mail', 'gmail', 'gmx', 'outlook', 'samsung-email', 'web-de', 'yahoo'],
    because:
      'Asks those that invert colours to leave ours; where they invert all the same, all pairs stay readable.',
  },
  'lang attribute': {
    missingIn: ['gmx', 'web-de', 'yahoo'],
    because: 'A hint to screen readers, who fall back on the language of the mail program.',
  },
  'role attribute': {
    missingIn: ['gmx', 'web-de', 'yahoo'],
    because:
      'Tells screen readers that tables are for layout; most see it by themselves in tables without headings.',
  },
  'aria-hidden attribute': {
    missingIn: ['gmx', 'thunderbird', 'web-de', 'yahoo'],
    because: 'Keeps the holes and diamonds of an ornament from being read aloud; being read they do no harm.',
  },
  'target attribute': {
    missingIn: ['apple-mail', 'gmail', 'gmx', 'outlook', 'samsung-email', 'thunderbird', 'web-de', 'yahoo'],
    because: 'Mail programs open links in a window of their own anyway; the preview in a browser needs it.',
  },
  display: {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de', 'yahoo'],
    because: 'Flex, grid and their like are missing. We use block and none.',
  },
  'display:none': {
    missingIn: ['gmail', 'outlook'],
    because:
      'Hides the line for the list of mails. Shown, it is the line over the letter and its first words.',
  },
  'max-height property': { missingIn: ['outlook'], because: 'The same line; Outlook is told by mso-hide.' },
  overflow: {
    missingIn: ['apple-mail', 'gmail', 'gmx', 'outlook', 'samsung-email', 'web-de', 'yahoo'],
    because: 'The same line. The value is hidden; what is missing are other values of it.',
  },

  // Photos
  'aspect-ratio': {
    missingIn: ['gmail', 'gmx', 'outlook', 'samsung-email', 'thunderbird', 'web-de', 'yahoo'],
    because:
      'Keeps the preview and the newest clients from jumping; without it a photo takes its height as it comes.',
  },
  'height property': {
    missingIn: ['outlook', 'yahoo'],
    because:
      'Yahoo makes it a least height: harmless on cells, and photos have no height attribute that would bend them.',
  },
  'width property': {
    missingIn: ['outlook'],
    because: 'Not on img in Outlook, which takes the width attribute in pixels instead.',
  },
  'width attribute': {
    missingIn: ['outlook'],
    because:
      'Percentages are wrong on img alone, and photos say pixels. At 120 dpi a photo is a little smaller.',
  },
  'height attribute': {
    missingIn: ['outlook'],
    because: 'On cells that are only height; at 120 dpi a little less.',
  },
  'max-width': {
    missingIn: ['outlook'],
    because: 'A table in a conditional comment holds the width of the body in Outlook.',
  },

  // Ornament
  'box-shadow': {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de', 'yahoo'],
    because: 'A shadow under the body; its colour alone distinguishes it as well.',
  },
  'background-image': {
    missingIn: ['outlook', 'yahoo', 'gmx', 'web-de'],
    because:
      'Ruled lines of the notebook and the exercise book, as one gradient; without them the page is plain.',
  },
  'background-position': {
    missingIn: ['gmx', 'outlook', 'web-de'],
    because: 'The same ruled lines, a little higher, so that words stand on them.',
  },
  'border-radius': {
    missingIn: ['gmx', 'outlook', 'web-de', 'yahoo'],
    because: 'The postmark on the envelope; without it the day stands in a square.',
  },
  'background-size': { missingIn: ['gmail', 'gmx', 'outlook', 'web-de'], because: 'The same ruled lines.' },
  background: {
    missingIn: ['gmx', 'outlook', 'web-de', 'yahoo'],
    because:
      'The data counts every background property here; we write each by its own name, never the shorthand.',
  },
  'background-color': {
    missingIn: ['gmx', 'web-de'],
    because: 'Some colour names are unknown there. We write hexadecimals.',
  },
  border: {
    missingIn: ['outlook'],
    because:
      'Thinner than we ask where more than 8 px: the frame of Classic. They are on cells, never on p or div.',
  },
  position: {
    missingIn: ['apple-mail', 'gmail', 'outlook', 'samsung-email', 'yahoo'],
    because: 'The notebook lays its tape over the photo; without it the tape lies above the photo.',
  },
  margin: {
    missingIn: ['gmail', 'outlook', 'yahoo'],
    because: 'Negative for that tape only. Margins of paragraphs are positive and have no background.',
  },
  float: {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de', 'yahoo'],
    because: 'The initial of the storybook; in Outlook it stands large at the start of its line.',
  },
  'align attribute': {
    missingIn: ['outlook'],
    because: 'The stamp of the postcard stands left rather than right in Outlook for Mac.',
  },

  // Type
  'word-break': {
    missingIn: ['apple-mail', 'gmail', 'gmx', 'outlook', 'samsung-email', 'web-de', 'yahoo'],
    because: 'Lets a word without end wrap. It is said in three ways, and each client knows one of them.',
  },
  'word-wrap': { missingIn: ['gmail', 'outlook'], because: 'The second of the three ways.' },
  'overflow-wrap': {
    missingIn: ['apple-mail', 'gmail', 'outlook', 'yahoo'],
    because: 'The third of the three ways.',
  },
  'dir attribute': {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de'],
    because:
      'Right-to-left words keep their order without it; only their alignment and last full stop are lost.',
  },
  padding: {
    missingIn: ['outlook'],
    because: 'Only cells have it, save the inverse bar under the name in the zine.',
  },
  'line-height': { missingIn: ['outlook'], because: 'Outlook is told mso-line-height-rule: exactly.' },
  'letter-spacing': {
    missingIn: ['outlook'],
    because: 'One or two pixels tighter or looser; its absence is not seen.',
  },
  'font-size': {
    missingIn: ['gmx', 'outlook', 'samsung-email', 'web-de', 'yahoo'],
    because: 'Relative sizes are not supported. We write pixels.',
  },
  'font-weight': {
    missingIn: ['outlook', 'yahoo'],
    because: 'The thin title of the museum is regular there.',
  },
  'text-align': {
    missingIn: ['gmail', 'gmx', 'outlook', 'samsung-email', 'web-de', 'yahoo'],
    because: 'What is missing are other values than left, center and right.',
  },
  'text-decoration': {
    missingIn: ['gmail', 'gmx', 'outlook', 'web-de'],
    because: 'One value, underline or none, is all we ask.',
  },
  'text-indent': { missingIn: ['gmail', 'yahoo'], because: 'Negative values are missing. Ours is positive.' },
  'text-transform': { missingIn: ['outlook'], because: 'lowercase is missing. The zine says uppercase.' },
  'white-space': {
    missingIn: ['gmail', 'gmx', 'outlook', 'samsung-email', 'web-de', 'yahoo'],
    because: 'Keeps the price of the zine on one line; on two it can be read too.',
  },
};
