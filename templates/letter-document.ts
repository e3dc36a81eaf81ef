import { directionOf } from '../shared/words.ts';
import { type MailDesign, USUAL_WIDTH } from './template.ts';

/** `title`, `preheader` and `body` are markup, already escaped. */
interface LetterDocument {
  design: Pick<MailDesign, 'width' | 'side' | 'background' | 'darkBackground' | 'darkText' | 'darkCss'>;
  /** BCP 47 */
  language: string;
  columnsCss: string;
  deskCss: string;
  title: string;
  preheader: string;
  body: string;
}

const outlookHead = ({ columnsCss }: LetterDocument) =>
  `<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}td,p{mso-line-height-rule:exactly}${columnsCss}</style><![endif]-->`;

/**
 * The inline styles are those of a narrow screen: where none of this is read, as in many mail programs of phones, frames
 * are thin and the handwriting is as wide as it can be.
 */
function deskStyles({ design, columnsCss, deskCss }: LetterDocument): string {
  const side = design.width === 640 ? 0 : 20;
  return [
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%;text-size-adjust:100%}',
    `@media (min-width:640px){.side{padding-left:${side}px!important;padding-right:${side}px!important}`,
    `.col{display:table-cell!important}${columnsCss}`,
    `.top{height:36px!important;line-height:36px!important}${deskCss}}`,
    // Paper is white and has no links; a page of handwriting fits on a sheet, the first one below a tall heading.
    '@media print{.wall,.wall *{background:none!important;box-shadow:none!important;color:#222222!important}img{max-height:70vh!important;object-fit:contain!important}.p1 img{max-height:50vh!important}.np,.top{display:none!important}}',
  ].join('\n');
}

/**
 * The colours of a dark mail client have a style element of their own: a client that does not support a selector may drop
 * the whole element.
 */
function nightStyles({ design }: LetterDocument): string {
  const { darkBackground, darkText, darkCss = '' } = design;
  return [
    `@media (prefers-color-scheme:dark){.wall{background-color:${darkBackground}!important}.on,.on a{color:${darkText}!important}${darkCss}}`,
    `[data-ogsb] .wall{background-color:${darkBackground}!important}[data-ogsc] .on,[data-ogsc] .on a{color:${darkText}!important}`,
  ].join('\n');
}

/**
 * Text, because Outlook's conditional comments have no element that React could render; the ghost table in them holds the
 * width where `max-width` is not understood.
 */
export function letterDocument(parts: LetterDocument): string {
  const { design, language, title, preheader, body } = parts;
  // Left to right is what every mail client does by itself; Gmail and others show the body without what is around it.
  const spoken = `lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}`;
  const { width = USUAL_WIDTH, side = 0, background } = design;
  return `<!doctype html>
<html ${spoken} xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">${title}
${outlookHead(parts)}
<style>${deskStyles(parts)}</style>
<style>${nightStyles(parts)}</style></head>
<body class="wall" ${spoken} style="margin:0;padding:0;background-color:${background};" bgcolor="${background}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preheader}</div>
<table role="presentation" class="wall" ${spoken} width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${background}" style="background-color:${background};"><tr><td align="center" class="side" style="padding:0 ${side}px;word-break:break-word;word-wrap:break-word;overflow-wrap:anywhere;">
<!--[if mso]><table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
${body}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`;
}
