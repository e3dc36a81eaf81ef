/** The look of the mailbox: the desk's tokens and the few components that it needs, light and dark. */
export const stylesheet = `
@font-face{font-family:"Brygada 1918";src:url(/mailbox/fonts/serif.woff2) format("woff2");font-weight:400 700;font-display:swap}
@font-face{font-family:"Atkinson Hyperlegible Next";src:url(/mailbox/fonts/sans.woff2) format("woff2");font-weight:200 800;font-display:swap}
@font-face{font-family:"Atkinson Hyperlegible Mono";src:url(/mailbox/fonts/mono.woff2) format("woff2");font-weight:200 800;font-display:swap}
:root{color-scheme:light dark;
--desk:light-dark(#e3e8ed,#13151a);--desk-deep:light-dark(#cfd7df,#0b0c0f);--sheet:light-dark(#fcfdfe,#212329);--sheet-2:light-dark(#f1f4f7,#292b32);
--envelope:light-dark(#f6f8fb,#2b2c32);--rule:light-dark(#c6ced8,#3b3e46);--edge:light-dark(#737f8d,#878b94);
--ink:light-dark(#161f36,#f2ede1);--pencil:light-dark(#4f5a68,#b5b7ba);--accent:light-dark(#25399b,#9fbaf8);--accent-deep:light-dark(#182a7d,#c3d4fd);
--accent-wash:light-dark(#e4e9f8,#26314f);--on-accent:light-dark(#fff,#0d1733);--success:light-dark(#3c5f2c,#a9ca90);--success-wash:light-dark(#e5eedd,#22301f);
--stamp-deep:light-dark(#a62812,#ff9a80);--stamp-wash:light-dark(#fbe7e1,#3d211c);--focus:light-dark(#25399b,#ffd98a);
--lift:0 1px 0 rgb(0 0 0/.1),0 2px 6px -2px rgb(0 0 0/.2);
--serif:"Brygada 1918","Iowan Old Style",Georgia,serif;--sans:"Atkinson Hyperlegible Next",system-ui,"Segoe UI",sans-serif;--mono:"Atkinson Hyperlegible Mono",ui-monospace,Consolas,monospace}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:var(--desk);color:var(--ink);font:400 1.0625rem/1.4 var(--sans);min-height:100vh}
h1,h2,p,ul,ol,dl,dd{margin:0;padding:0}ul,ol{list-style:none}
h1,h2{font-family:var(--serif);font-weight:500;line-height:1.12;letter-spacing:-.012em;overflow-wrap:anywhere}
h1{font-size:clamp(1.75rem,1.5rem + 1.1vw,2.25rem)}h2{font-size:1.5rem}
a{color:var(--accent);text-underline-offset:.2em}a:hover{color:var(--accent-deep)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:8px;background:var(--sheet);padding:8px 12px;z-index:2}
.page{max-width:1080px;margin:0 auto;padding:0 clamp(16px,4vw,48px)}
.top{border-bottom:1px solid var(--rule)}.top .page{display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;min-height:68px;padding-block:8px}
.brand{font:600 1.375rem/1 var(--serif);letter-spacing:-.015em;color:var(--ink);text-decoration:none;margin-right:auto;display:inline-flex;align-items:center;min-height:44px}
.top a:not(.brand){display:inline-flex;align-items:center;min-height:44px;font-size:.9375rem}
main.page{padding-block:32px 72px;display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
.lead{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:8px 24px}
.dim{color:var(--pencil)}.sm{font-size:.9375rem}
.acts{display:flex;flex-wrap:wrap;gap:12px;align-items:center}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:0 20px;border:1.5px solid var(--accent);border-radius:2px;background:var(--accent);color:var(--on-accent);font:600 1rem/1.2 var(--sans);text-decoration:none;cursor:pointer;text-align:center}
.btn:hover{background:var(--accent-deep);border-color:var(--accent-deep);color:var(--on-accent)}
.btn.line,summary.btn{background:transparent;color:var(--ink);border-color:var(--edge)}.btn.line:hover,summary.btn:hover{background:var(--accent-wash);border-color:var(--accent);color:var(--accent)}
summary.btn{list-style:none}summary::-webkit-details-marker{display:none}details[open]>summary{margin-bottom:12px}
.holes{background:var(--desk-deep);border:1px solid var(--edge);border-radius:2px;padding:0 6px}
.holes li{padding:14px 8px 0;border-bottom:6px solid var(--edge);overflow:hidden}.holes li:last-child{border-bottom:0}
.mail{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 12px;background:var(--envelope);padding:11px 14px 12px;border-radius:2px 2px 0 0;box-shadow:0 -1px 0 var(--rule);color:var(--ink);text-decoration:none}
.mail:hover{color:var(--ink);background:var(--accent-wash)}.mail:focus-visible{outline-offset:-3px}
.mail .subject{font:500 1.1875rem/1.25 var(--serif);overflow-wrap:anywhere}.mail.new .subject{font-weight:700}
.mail span{font-size:.875rem;color:var(--pencil);overflow-wrap:anywhere}.mail .right{text-align:right;white-space:nowrap}
.tag{display:inline-block;font-size:.8125rem;font-weight:600;color:var(--on-accent)!important;background:var(--accent);border-radius:2px;padding:1px 8px}
.sheet{background:var(--sheet);border-radius:2px;box-shadow:var(--lift);padding:24px}.empty{display:grid;gap:8px;justify-items:start}
.head{display:grid;grid-template-columns:auto minmax(0,1fr);gap:6px 16px;font-size:.9375rem}.head dt{color:var(--pencil)}.head dd{overflow-wrap:anywhere}
.tabs{display:flex;flex-wrap:wrap;gap:4px;border-bottom:1.5px solid var(--edge)}
.tabs a{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;color:var(--ink);text-decoration:none;border:1.5px solid transparent;border-bottom:0;border-radius:2px 2px 0 0}
.tabs a:hover{background:var(--accent-wash)}.tabs a[aria-current]{font-weight:600;background:var(--sheet);border-color:var(--edge);margin-bottom:-1.5px}
.view{background:var(--desk-deep);padding:16px;display:grid;gap:16px;grid-template-columns:minmax(0,1fr);justify-items:center;overflow:auto}
iframe{border:0;background:#fff;width:100%;height:min(78vh,900px);box-shadow:var(--lift)}iframe.phone{width:390px;max-width:100%}
pre{margin:0;width:100%;background:var(--sheet);padding:20px;font:400 .875rem/1.5 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere;box-shadow:var(--lift)}
.parts{width:100%;background:var(--sheet);box-shadow:var(--lift)}.parts li{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;justify-content:space-between;padding:8px 16px;border-bottom:1px solid var(--rule)}.parts a{display:inline-flex;align-items:center;min-height:44px}
.note{padding:14px 18px;border:1.5px solid var(--edge);border-radius:2px;background:var(--sheet)}.note.good{background:var(--success-wash);border-color:var(--success)}.note.bad{background:var(--stamp-wash);border-color:var(--stamp-deep)}
form.answer{display:grid;gap:12px;grid-template-columns:minmax(0,1fr)}form.answer p{overflow-wrap:anywhere}label{font-size:.9375rem;font-weight:600}
textarea{width:100%;min-height:140px;border:1.5px solid var(--edge);border-radius:2px;background:var(--sheet);color:inherit;padding:10px 14px;font:400 1.0625rem/1.55 var(--sans);resize:vertical}
@media(max-width:640px){.sheet{padding:18px 16px}.view{padding:8px}.mail{grid-template-columns:minmax(0,1fr)}.mail .right{text-align:left}.head{grid-template-columns:minmax(0,1fr);gap:0}.head dd{margin-bottom:8px}}
`;
