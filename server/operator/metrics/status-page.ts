import { Html, html } from '../../pages/html.ts';
import type { Count, Figures } from './figures.ts';
import type { QueueState } from './queue-state.ts';

export interface Status {
  productName: string;
  /** seconds */
  uptime: number;
  /** bytes */
  memory: number;
  parts: { name: string; description: string }[];
  trouble: string[];
  figures: Figures;
  queue: QueueState[];
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  table { border-collapse: collapse; margin: 0 0 2rem; }
  th, td { border-bottom: 1px solid #8886; padding: .3rem 1.5rem .3rem 0; text-align: left; vertical-align: top; }
  td.number { font-variant-numeric: tabular-nums; text-align: right; }
  .wrap { overflow-x: auto; }
  [role=status] { border-left: .4rem solid #2e7d4f; padding: .5rem 1rem; }
  [role=status].trouble { border-color: #b3261e; }`;

/** How it stands, for the operator: nobody's name or address is on it. */
export function statusPage(status: Status): string {
  const { figures, queue, trouble, productName } = status;
  const page = html`<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="30"><title>Status of ${productName}</title>
<style>${new Html(STYLE)}</style></head>
<body><main>
<h1>${productName}</h1>
${
  trouble.length === 0
    ? html`<p role="status">All is well.</p>`
    : html`<ul role="status" class="trouble">${trouble.map((line) => html`<li>${line}</li>`)}</ul>`
}
<h2>Jobs</h2>
<div class="wrap"><table><thead><tr><th scope="col">kind</th><th scope="col">due</th><th scope="col">later</th><th scope="col">under way</th><th scope="col">failed</th><th scope="col">oldest</th></tr></thead>
<tbody>${queue.map(
    (kind) =>
      html`<tr><th scope="row">${kind.name}</th>${[kind.due, kind.later, kind.active, kind.failed].map(number)}<td class="number">${Math.round(kind.age)} s</td></tr>`,
  )}</tbody></table></div>
<h2>So far</h2>
<div class="wrap"><table><tbody>
${counts('Letters', figures.letters)}${counts('Answers', figures.replies)}${counts('Relays', figures.relays)}${counts('Messages that came in', figures.inbound)}
<tr><th scope="row">Photos</th><td>${figures.photos.stored} (${(figures.photos.bytes / 1e6).toFixed(1)} MB), ${figures.photos.lastHour} in the last hour</td></tr>
<tr><th scope="row">People</th><td>${figures.users}</td></tr>
</tbody></table></div>
<h2>This process</h2>
<div class="wrap"><table><tbody>
<tr><th scope="row">up for</th><td>${duration(status.uptime)}</td></tr>
<tr><th scope="row">memory</th><td>${Math.round(status.memory / 1e6)} MB</td></tr>
${status.parts.map(({ name, description }) => html`<tr><th scope="row">${name}</th><td>${description}</td></tr>`)}
</tbody></table></div>
</main></body></html>`;
  return `<!doctype html>${page.markup}`;
}

const number = (value: number) => html`<td class="number">${value}</td>`;

function counts(name: string, all: Count[]): Html {
  const text = all.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  return html`<tr><th scope="row">${name}</th><td>${text || 'none'}</td></tr>`;
}

function duration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours >= 48
    ? `${Math.floor(hours / 24)} days`
    : `${hours} h ${Math.floor((seconds % 3600) / 60)} min`;
}
