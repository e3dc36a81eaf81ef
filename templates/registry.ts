/** The name of an export is the template's id on the wire and the name of its folder. */
export { classic } from './classic/template.ts';
export { hackley } from './hackley/template.ts';
export { modern } from './modern/template.ts';
export { museum } from './museum/template.ts';
export { notebook } from './notebook/template.ts';
export { postcard } from './postcard/template.ts';
export { storybook } from './storybook/template.ts';
export { vintage } from './vintage/template.ts';
export { zine } from './zine/template.ts';
