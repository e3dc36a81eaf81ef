import type { TemplateId } from '../../shared/templates.ts';

/**
 * The nine papers as a browser can draw them: each the object that its mail is. Colours and faces are the mail's
 * own (papers/), so both are one letter.
 */
const SANS = "system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const LIFT = '0 3px 14px rgb(30 34 40/.28)';

interface PaperLook {
  wall: string;
  onWall: string;
  paper: string;
  ink: string;
  dim: string;
  link: string;
  face: string;
  /** CSS font of the heading */
  title: string;
  /** CSS border under the heading */
  line: string;
  /** what else makes it this paper */
  rules: string;
}

const looks: Record<TemplateId | 'plain', PaperLook> = {
  plain: {
    wall: '#e3e8ed',
    onWall: '#4f5a68',
    paper: '#fcfdfe',
    ink: '#161f36',
    dim: '#4f5a68',
    link: '#25399b',
    face: SANS,
    title: '500 34px/1.2 Georgia,serif',
    line: '1px solid #c6ced8',
    rules: '',
  },
  classic: {
    wall: '#c9cfcb',
    onWall: '#39443f',
    paper: '#faf9f6',
    ink: '#26221f',
    dim: '#5c554c',
    link: '#26221f',
    face: "Baskerville,Georgia,'Times New Roman',serif",
    title: '400 clamp(32px,5vw,50px)/1.15 Baskerville,Georgia,serif',
    line: '3px double #2b211c',
    rules: `.classic .head{text-align:center}.classic .words{margin-inline:auto}
.classic figure{width:fit-content;max-width:100%;margin:0 auto}
.classic figure>a{border:clamp(9px,2.2vw,20px) solid;border-color:#43352d #2b211c #1d1512 #352923;outline:3px solid #b08d4c;outline-offset:-3px;padding:clamp(12px,4vw,44px);background:#fff;box-shadow:0 10px 22px rgb(20 26 24/.32)}`,
  },
  modern: {
    wall: '#ffffff',
    onWall: '#5b6570',
    paper: '#ffffff',
    ink: '#0f1a3d',
    dim: '#5b6570',
    link: '#2438a8',
    face: "'Helvetica Neue',Helvetica,Arial,sans-serif",
    title: "700 clamp(40px,8vw,84px)/1 'Helvetica Neue',Helvetica,Arial,sans-serif",
    line: '2px solid #0f1a3d',
    rules: `.modern .sheet{box-shadow:none;padding-top:24px}.modern h1{letter-spacing:-.03em}.modern .pages{counter-reset:page}
.modern li{counter-increment:page}.modern figure::before{content:counter(page);display:block;font:700 44px/1 'Helvetica Neue',Helvetica,Arial,sans-serif;border-top:2px solid #0f1a3d;padding:10px 0 16px}
.modern .answer{border:2px solid #0f1a3d;box-shadow:none}`,
  },
  vintage: {
    wall: '#a9a493',
    onWall: '#2b271d',
    paper: '#efe8d8',
    ink: '#33291d',
    dim: '#5d4f3b',
    link: '#7a3639',
    face: "'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif",
    title: "400 clamp(32px,5vw,48px)/1.15 'Palatino Linotype',Palatino,Georgia,serif",
    line: '4px double #7a3639',
    rules: `.vintage .sheet::before{content:"";position:absolute;inset:0 auto 0 clamp(6px,2vw,26px);width:clamp(8px,1.6vw,20px);background:linear-gradient(90deg,#8f4a4a 25%,#7a3639 25% 75%,#8f4a4a 75%)}
.vintage .sheet{padding-left:clamp(34px,9vw,120px)}
.vintage figure{width:fit-content;max-width:100%;margin:0 auto}
.vintage figure>a{background:#fffdf7;border:1px solid #d3c8b2;padding:clamp(6px,1.4vw,14px);box-shadow:0 2px 6px rgb(72 56 30/.25)}.vintage figcaption{font-style:italic}`,
  },
  notebook: {
    wall: '#6f8c93',
    onWall: '#0b1a1e',
    paper: '#fcfdfd',
    ink: '#22333a',
    dim: '#4c5f66',
    link: '#1f5a7a',
    face: "'Trebuchet MS','Segoe UI',Verdana,sans-serif",
    title: "700 clamp(29px,4.4vw,42px)/1.2 'Trebuchet MS','Segoe UI',Verdana,sans-serif",
    line: '2px solid #e0899a',
    rules: `.notebook .sheet::before{content:"";position:absolute;inset:0 auto 0 clamp(10px,5vw,76px);border-left:2px solid #e9a5b2}
.notebook .words{line-height:34px;background:linear-gradient(transparent 33px,#c4dbe4 33px) 0 0/100% 34px}.notebook .words p+p{margin-top:34px}
.notebook figure{position:relative;width:fit-content;max-width:100%;margin:0 auto}
.notebook figure>a{background:#fff;padding:clamp(6px,1.4vw,14px);box-shadow:0 2px 8px rgb(20 40 48/.28)}
.notebook figure::before{content:"";position:absolute;z-index:1;top:-13px;left:50%;width:132px;height:30px;margin-left:-66px;background:#f2d878d0;transform:rotate(-1.6deg)}
.notebook li:nth-child(3n+2) figure::before{background:#a9d3c0d0;transform:rotate(1.4deg)}.notebook li:nth-child(3n) figure::before{background:#b9c8ead0}`,
  },
  postcard: {
    wall: '#2f6468',
    onWall: '#e4f1ee',
    paper: '#f8f6ef',
    ink: '#24302b',
    dim: '#59625a',
    link: '#2b5f54',
    face: "'Palatino Linotype',Palatino,Georgia,serif",
    title: "400 clamp(30px,4.6vw,44px)/1.15 'Palatino Linotype',Palatino,Georgia,serif",
    line: '1px solid #8c968e',
    rules: `.postcard .head{padding-right:120px;min-height:136px}
.postcard .sheet::after{content:"1";position:absolute;top:clamp(24px,5vw,64px);right:clamp(18px,6vw,84px);width:86px;height:104px;font:30px/98px Georgia,serif;text-align:center;color:#fff4ee;background:#c23a22;border:3px dotted #f8f6ef;outline:4px solid #c23a22;outline-offset:-7px}
.postcard .kicker{font-style:italic;color:#3f6a5e}.postcard figure>a{background:#fff;padding:clamp(6px,1.2vw,12px);box-shadow:0 4px 12px rgb(8 28 30/.35);width:fit-content;max-width:100%;margin:0 auto}`,
  },
  museum: {
    wall: '#26282b',
    onWall: '#c3c4c4',
    paper: '#26282b',
    ink: '#e9e7e1',
    dim: '#b6b8ba',
    link: '#ffffff',
    face: "'Helvetica Neue',Helvetica,Arial,sans-serif",
    title: "300 clamp(38px,7vw,76px)/1.05 'Helvetica Neue',Helvetica,Arial,sans-serif",
    line: '1px solid #55585c',
    rules: `.museum .sheet{box-shadow:none}.museum .kicker{color:#d8b978}
.museum figure{width:fit-content;max-width:100%;margin:0 auto}
.museum figure::before{content:"";display:block;width:34%;height:5px;margin:0 auto 18px;background:#d8b978}
.museum figure>a{background:#f7f6f3;padding:clamp(12px,3.4vw,40px);box-shadow:0 -16px 60px rgb(216 185 120/.25)}
.museum figcaption{width:fit-content;margin-top:16px;padding:10px 16px;text-align:left;background:#ecebe7;color:#2a2b2d}`,
  },
  zine: {
    wall: '#ffffff',
    onWall: '#111111',
    paper: '#ffffff',
    ink: '#111111',
    dim: '#333333',
    link: '#111111',
    face: "'Courier New',Courier,monospace",
    title: "900 clamp(40px,9vw,96px)/.95 Impact,'Arial Black',Arial,sans-serif",
    line: '8px solid #111111',
    rules: `.zine .sheet{box-shadow:none}.zine h1{text-transform:uppercase;letter-spacing:-.02em}.zine .kicker{display:inline-block;background:#111;color:#fff;padding:4px 12px}
.zine .words{background:#ffe84a;padding:clamp(18px,3vw,32px);border:4px solid #111;max-width:none}
.zine figure>a{border:4px solid #111}.zine figure img{width:100%}.zine figcaption{text-align:left;background:#111;color:#fff;padding:8px 14px}
.zine .answer{border:4px solid #111;box-shadow:none}`,
  },
  storybook: {
    wall: '#1f3350',
    onWall: '#cbd6e6',
    paper: '#fbfaf4',
    ink: '#2f2a1b',
    dim: '#5a5136',
    link: '#2f6b57',
    face: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
    title: "400 clamp(32px,5vw,50px)/1.15 'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
    line: '2px solid #c39a3d',
    rules: `.storybook .sheet::before{content:"";position:absolute;inset:clamp(7px,1.6vw,16px);border:2px solid #c39a3d;pointer-events:none}
.storybook .head{text-align:center}.storybook .kicker{font-style:italic;color:#2f6b57}.storybook .words{margin-inline:auto}
.storybook .words p:nth-child(2)::first-letter{float:left;font-size:3.1em;line-height:.86;padding-right:.09em;color:#2f6b57}
.storybook figure{width:fit-content;max-width:100%;margin:0 auto}.storybook figure>a{border:2px solid #c39a3d;background:#fff;padding:clamp(6px,1.2vw,12px)}.storybook figcaption{font-style:italic}`,
  },
  hackley: {
    wall: '#dfe3ea',
    onWall: '#3b4252',
    paper: '#fbfbf8',
    ink: '#14203b',
    dim: '#525869',
    link: '#9a2a2a',
    face: "'Century Schoolbook','New Century Schoolbook',Georgia,serif",
    title: "400 clamp(30px,4.6vw,44px)/1.2 'Century Schoolbook','New Century Schoolbook',Georgia,serif",
    line: '2px solid #1d3a6b',
    rules: `.hackley .sheet{border-left:clamp(14px,4vw,52px) solid #1d3a6b}
.hackley .kicker{color:#9a2a2a}.hackley .words{line-height:32px;background:linear-gradient(transparent 31px,#d3dfef 31px) 0 0/100% 32px}.hackley .words p+p{margin-top:32px}
.hackley figure>a{background:#fff;padding:clamp(6px,1.2vw,12px);box-shadow:0 2px 8px rgb(5 12 28/.28);width:fit-content;max-width:100%;margin:0 auto}`,
  },
};

/** One block of rules a paper, under the class that the body carries. */
export const templateStyles = Object.entries(looks)
  .map(
    ([name, look]) =>
      `body.${name}{--wall:${look.wall};--on-wall:${look.onWall};--paper:${look.paper};--ink:${look.ink};--dim:${look.dim};--link:${look.link};--face:${look.face};--title:${look.title};--line:${look.line};--lift:${LIFT};--sans:${SANS}}\n${look.rules}`,
  )
  .join('\n');
