const rules = {
  createHTML: (html: string) => html,
  createScriptURL: (url: string) => {
    if (new URL(url, location.href).origin === location.origin) return url;
    throw new TypeError('A script comes from our own address only');
  },
};
/** W3C Trusted Types. The DOM library types every sink as string. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, of: typeof rules): typeof rules };
};
/** Its name stands in the content security policy. */
const policy = trustedTypes?.createPolicy('letters', rules) ?? rules;

/** For the `srcdoc` of a frame without scripts, or a parser: the content security policy refuses any other markup. */
export const letterMarkup = (html: string): string => policy.createHTML(html);

/** @throws {TypeError} when it is of another origin */
export const workerUrl = (url: string): string => policy.createScriptURL(url);
