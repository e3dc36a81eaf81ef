import type { Page } from 'playwright-core';

/** What a screen says, in its order: title, texts, and names that only a screen reader speaks, in brackets. */
export async function visibleText(page: Page): Promise<string> {
  const said = await Promise.all(page.frames().map((frame) => frame.evaluate(textOfDocument)));
  return said.join('\n--- frame\n');
}

/** In the page. */
function textOfDocument(): string {
  const dialogs = [...document.querySelectorAll('[role=dialog], dialog[open]')];
  const shown = dialogs.at(-1);
  const lines = [`<html lang=${document.documentElement.lang}> title: ${document.title}`];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  if (shown) lines.push('(a dialog is open; its texts are those after "dialog")');
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node === shown) lines.push('--- dialog');
    const element = node instanceof Element ? node : node.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true }) || element.closest('script, style, noscript'))
      continue;
    if (node instanceof Element) {
      for (const name of [
        'aria-label',
        'alt',
        'title',
        'placeholder',
        'aria-valuetext',
        'aria-roledescription',
      ]) {
        const value = node.getAttribute(name);
        if (value) lines.push(`[${name}: ${value}]`);
      }
      if (node instanceof HTMLInputElement && node.value && node.type !== 'password')
        lines.push(`[value: ${node.value}]`);
    } else if (node.textContent?.trim()) {
      const text = node.textContent.replace(/\s+/g, ' ').trim();
      const inline = getComputedStyle(element).display.startsWith('inline');
      if (inline && !lines.at(-1)?.startsWith('[') && lines.length > 1)
        lines.push(`${lines.pop()}${/^\s/.test(node.textContent) ? ' ' : '|'}${text}`);
      else lines.push(text);
    }
  }
  return `${lines.join('\n')}\n`;
}
