/**
 * A schema that is made when something is first read of it. The build puts it around those of the contract
 * (scripts/lean-contracts-plugin.ts): a screen makes the schemas of what it reads, and none of the others' before its first figure.
 */
export function lazySchema<Schema extends object>(make: () => Schema): Schema {
  let made: Schema | undefined;
  return new Proxy({} as Schema, {
    get: (_, name) => Reflect.get((made ??= make()), name) as unknown,
    has: (_, name) => Reflect.has((made ??= make()), name),
  });
}
