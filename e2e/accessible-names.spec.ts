import { expect, type Page, test } from '@playwright/test';
import { type RunningProduct, startProduct } from '../test/support/running-product.ts';
import { seedUser } from './fixtures/seeded-user.ts';
import { tourFirstLetter } from './tour/first-letter.ts';
import { tourPublicPages } from './tour/public-pages.ts';
import { REQUIRED_NAMES } from './tour/required-names.ts';
import { tourSignedInPages } from './tour/signed-in-pages.ts';

/**
 * On every screen of the tours, each control has a name of its own, the names of the specification are present, a disabled
 * button says why, and at most one has the colour of postage.
 */
let product: RunningProduct;

test.beforeAll(async () => {
  product = await startProduct({ TEST_ROUTES: 'true' });
});
test.afterAll(() => product.stop());

/** Lines of the accessibility tree: role, name and state, without nesting. */
async function treeOf(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot();
  const lines = snapshot.split('\n').map((line) =>
    line
      .trim()
      .replace(/^- /, '')
      .replace(/^'(.*)'(:?)/, (_, quoted: string, colon: string) => quoted.replaceAll("''", "'") + colon)
      .replace(/ \[active\]/, '')
      .replace(/:$/, ''),
  );
  return `\n${lines.filter((line) => !line.startsWith('/')).join('\n')}\n`;
}

/** Required names that are missing, and controls without a name or with the name of another. */
function problemsOf(tree: string, required: (string | RegExp)[]): string[] {
  const missing = required.filter((entry) =>
    typeof entry === 'string'
      ? !tree.includes(`\n${entry}\n`) && !tree.includes(`\n${entry}: `)
      : !new RegExp(entry.source, 'm').test(tree),
  );
  const controls = [
    ...tree.matchAll(/^(button|checkbox|combobox|link|radio|searchbox|switch|tab|textbox)\b.*$/gm),
  ];
  const unnamed = controls.filter(([line, role = '']) => !line.startsWith(`${role} "`));
  // Links of one name may lead to one page, and radio buttons are named within their group.
  const names = controls.flatMap(([line, role]) =>
    role === 'link' || role === 'radio' ? [] : [/^\w+ "(?:\\.|[^"])*"/.exec(line)?.[0]],
  );
  const repeated = names.filter((name, index) => name !== undefined && names.indexOf(name) !== index);
  return [
    ...missing.map((entry) => `missing: ${entry}`),
    ...unnamed.map(([line]) => `without a name: ${line}`),
    ...repeated.map((name) => `twice: ${name}`),
  ];
}

/** Disabled buttons without a reason beside them, and buttons in vermilion beyond the first. */
function buttonProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('button, a')].filter((it) =>
      it.checkVisibility({ visibilityProperty: true }),
    );
    const stamp = getComputedStyle(document.documentElement).getPropertyValue('--stamp').trim();
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = stamp;
    const vermilion = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const purchases = buttons.filter((it) => {
      const edge = getComputedStyle(it, '::before');
      return edge.content !== 'none' && edge.backgroundColor === vermilion;
    });
    const unexplained = buttons.filter((it) => {
      const reason = document.getElementById(it.getAttribute('aria-describedby') ?? '');
      return it.matches(':disabled') && !reason?.textContent;
    });
    return [
      ...purchases.slice(1).map((it) => `a second vermilion button: ${it.textContent}`),
      ...unexplained.map((it) => `disabled without a reason: ${it.textContent}`),
    ];
  });
}

/** Checks each screen of a tour, and that the tour visits every screen with required names. */
async function checkTour(
  page: Page,
  names: Record<string, (string | RegExp)[]>,
  tour: (visit: (name: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const unvisited = new Set(Object.keys(names));
  await tour(async (name) => {
    unvisited.delete(name);
    await expect
      .soft(async () =>
        expect(
          [...problemsOf(await treeOf(page), names[name] ?? []), ...(await buttonProblems(page))],
          name,
        ).toEqual([]),
      )
      .toPass({ timeout: 5_000 });
  });
  expect([...unvisited]).toEqual([]);
}

test('public pages: every control has its own name, and the required names are present', async ({ page }) => {
  await checkTour(page, REQUIRED_NAMES.publicPages, (visit) => tourPublicPages(page, product.url, visit));
});

test('first letter: every control has its own name, and the required names are present', async ({ page }) => {
  await checkTour(page, REQUIRED_NAMES.firstLetter, (visit) =>
    tourFirstLetter(page, product.url, 'ilse.neu@example.com', visit),
  );
});

test('signed-in pages: every control has its own name, and the required names are present', async ({
  page,
}) => {
  const user = await seedUser(product.url, 'maren.oakes@example.com');
  await checkTour(page, REQUIRED_NAMES.signedInPages, (visit) =>
    tourSignedInPages(page, product.url, user, visit),
  );
});
