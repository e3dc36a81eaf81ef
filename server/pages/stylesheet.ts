import { createHash } from 'node:crypto';
import { templateStyles } from './template-styles.ts';

/** What all papers share on screen: a sheet, its words, its pages at full size, and the slip to answer on. */
const SCREEN = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--wall);color:var(--ink);font:400 19px/1.65 var(--face)}
h1,h2,p,ol,figure{margin:0;padding:0}ol{list-style:none}
a{color:var(--link);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--link);outline-offset:3px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;background:#fff;color:#161f36;padding:8px 12px;z-index:2}
main{max-width:1040px;margin:0 auto;padding:clamp(0px,4vw,56px) clamp(0px,3vw,32px) 24px}
.sheet{position:relative;background:var(--paper);padding:clamp(28px,6vw,84px) clamp(18px,7vw,104px) clamp(36px,6vw,84px);box-shadow:var(--lift)}
.head{padding-bottom:1.2em;border-bottom:var(--line);margin-bottom:2.2em}
.kicker{font-size:17px;color:var(--dim)}
h1{font:var(--title);overflow-wrap:anywhere;text-wrap:balance;margin:.25em 0 .3em;letter-spacing:-.01em}
.to{color:var(--dim);font-size:17px;overflow-wrap:anywhere}
.words{max-width:36em;overflow-wrap:anywhere;margin-bottom:3em}
.words p+p{margin-top:1em}
.pages{display:grid;gap:clamp(36px,6vw,72px);grid-template-columns:minmax(0,1fr)}
figure>a{display:block}
figure img{display:block;width:auto;max-width:100%;height:auto;margin:0 auto}
figcaption{font-size:15px;color:var(--dim);text-align:center;padding-top:12px}
figcaption a,.stop a,.foot a{display:inline-block;padding:11px 0}figure figcaption a{display:inline-block;color:inherit}
.keep,.stop,.foot{font:400 15px/1.5 var(--sans);color:var(--on-wall);text-align:center;padding:20px 18px 0}
.keep{padding-bottom:28px}.stop a,.foot a{color:inherit}.foot{padding-bottom:32px}
.answer,.note{font:400 17px/1.5 var(--sans);background:#fcfdfe;color:#161f36;border-radius:2px;box-shadow:0 1px 0 rgb(0 0 0/.1),0 2px 6px -2px rgb(0 0 0/.2);padding:clamp(20px,4vw,40px)}
.answer{max-width:720px;margin:0 auto}.answer a,.note a{color:#25399b}
.answer h2,.note h1{font:500 28px/1.2 Georgia,serif;letter-spacing:-.012em;overflow-wrap:anywhere;margin:0 0 14px}
.answer form{display:grid;gap:12px;grid-template-columns:minmax(0,1fr)}
label{font-size:15px;font-weight:600}
textarea{width:100%;border:1.5px solid #737f8d;border-radius:2px;background:#fff;color:inherit;padding:12px 14px;font:400 18px/1.55 Georgia,serif;resize:vertical}
textarea[aria-invalid]{border-color:#a62812}.trouble{color:#a62812;font-weight:600}
.answer :focus-visible,.note :focus-visible{outline-color:#25399b}
.dim{font-size:15px;color:#4f5a68}
button{justify-self:start;min-height:46px;padding:10px 22px;border:1.5px solid #25399b;border-radius:2px;background:#25399b;color:#fff;font:600 17px/1.2 var(--sans);cursor:pointer}
button:hover{background:#182a7d}button.line{background:transparent;color:#25399b}button.line:hover{background:#e4e9f8}
.note{max-width:640px;margin:clamp(24px,8vw,96px) auto 0}.note p+form,.note form{margin-top:20px}.note p{overflow-wrap:anywhere}
@media(max-width:640px){.answer,.note{margin-inline:12px}body{font-size:18px}}
`;

/**
 * On paper: ink on white, the words first and then each handwritten page as large as its sheet of paper allows,
 * never cut in two. A letter without words has its first page under the heading.
 */
const PRINT = `
@page{margin:15mm}
@media print{
body,body.museum,body.modern,body.zine{--ink:#111;--dim:#444;--link:#111;--paper:#fff;background:#fff;font-size:12.5pt}
main{max-width:none;padding:0}
.sheet,.sheet.sheet{background:none;box-shadow:none;padding:0;border:0}.sheet::before,.sheet::after{display:none!important}
.skip,.keep,.answer,.stop,.foot,figcaption a{display:none!important}figcaption{visibility:hidden;padding:0;height:0;overflow:hidden}
.head{margin-bottom:9mm;padding-bottom:4mm}h1{font-size:25pt}.kicker,.to{font-size:11.5pt}.kicker.kicker.kicker{color:#444;background:none;padding:0}
.words{max-width:none;margin:0;orphans:3;widows:3;background:none!important}
.pages{display:block}
.pages li{break-before:page;break-inside:avoid}
.wordless .pages li:first-child{break-before:avoid}
figure,figure>a{display:block;padding:0!important;margin:0!important;border:0!important;background:none!important;box-shadow:none!important;transform:none!important;outline:0!important}
figure::before,figure::after{display:none!important}
figure img{max-width:100%;max-height:258mm;margin:0 auto!important;border:0!important;padding:0!important;box-shadow:none!important}
.wordless .pages li:first-child img{max-height:200mm}
}
`;

export const stylesheet = `${SCREEN}${templateStyles}${PRINT}`;

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);
/** Named by its content, so that it can be kept for ever. */
export const stylesheetPath = `/l/style.${version}.css`;
