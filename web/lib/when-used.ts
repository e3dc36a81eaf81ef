/** Stands for an object that is made at the first access to it. The build puts this around schemas (`vite.config.ts`). */
export function whenUsed<Made extends object>(make: () => Made): Made {
  let made: Made | undefined;
  const get = () => {
    made ??= make();
    return made;
  };
  return new Proxy({} as Made, {
    // A promise reads `then` of its value, which is no use of the object.
    get: (_, key) => (key === 'then' ? undefined : Reflect.get(get(), key)),
    has: (_, key) => key in get(),
  });
}
