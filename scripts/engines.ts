import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import { WebDriver } from './webdriver.ts';

const FIREFOX = '/usr/bin/firefox-esr';
const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/xvfb-run';
/** Those that Playwright can't drive here; the second is Safari's. */
export const engines = [
  {
    name: 'Firefox',
    programs: [FIREFOX],
    packages: 'firefox-esr',
    prints: true,
    launch: (port: number, folder: string, dark: boolean) => ({
      command: [FIREFOX, '--headless', '--marionette', '--no-remote', '--profile', folder],
      speaks: 'marionette' as const,
      env: {},
      files: {
        'user.js': `user_pref('marionette.port', ${port});
          user_pref('layout.css.prefers-color-scheme.content-override', ${dark ? 0 : 1});
          user_pref('ui.useOverlayScrollbars', 1);
          user_pref('toolkit.legacyUserProfileCustomizations.stylesheets', true);`,
        // As narrow as a phone, which its window is not by itself.
        'chrome/userChrome.css': ':root { min-width: 0 !important; }',
      },
    }),
  },
  {
    name: 'WebKit',
    programs: [DRIVER, XVFB],
    packages: 'webkit2gtk-driver xvfb xauth',
    prints: false,
    launch: (port: number, folder: string, dark: boolean) => ({
      command: [XVFB, '-a', DRIVER, `--port=${port}`],
      speaks: 'http' as const,
      env: { TMPDIR: folder, XDG_CONFIG_HOME: folder, GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita' },
      files: { 'gtk-3.0/gtk.css': '* { min-width: 0; margin: 0; padding: 0; border: none; }' },
    }),
  },
];
export type Engine = (typeof engines)[number];

/** @param dark whether the system is */
export async function startEngine({ launch }: Engine, dark: boolean): Promise<WebDriver> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-engine-'));
  const port = await freePort();
  const { files, ...how } = launch(port, folder, dark);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return WebDriver.start({ ...how, port, folder });
}
