/**
 * A schema that is built when it is first accessed. The build wraps those of the contract in it (scripts/lean-contracts-plugin.ts), so that
 * a screen builds the schemas it uses, and none of the others before its first figure.
 */
export function lazySchema<Schema extends object>(make: () => Schema): Schema {
  let made: Schema | undefined;
  return new Proxy({} as Schema, {
    get: (_, name) => Reflect.get((made ??= make()), name) as unknown,
    has: (_, name) => Reflect.has((made ??= make()), name),
  });
}
