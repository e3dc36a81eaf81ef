/** An object that is made when something of it is first asked for. The build puts it around schemas (`vite.config.ts`). */
export function whenUsed<Made extends object>(make: () => Made): Made {
  let made: Made | undefined;
  const get = () => {
    made ??= make();
    return made;
  };
  return new Proxy({} as Made, {
    // A promise asks whatever it is given for 'then'.
    get: (_, key) => (key === 'then' ? undefined : Reflect.get(get(), key)),
    has: (_, key) => key in get(),
  });
}
