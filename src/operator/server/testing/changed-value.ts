/** SQL of a value that differs from the column's in row t of a table. */
export function changedValue(table: string, column: string, type: string): string {
  switch (type) {
    case 'uuid':
      return `overlay(coalesce(t.${column}, gen_random_uuid())::text PLACING 'ffff' FROM 1)::uuid`;
    case 'bigint':
    case 'integer':
    case 'smallint':
      return `coalesce(t.${column}, 0) + 1`;
    case 'text':
      return `coalesce((SELECT min(o.${column}) FROM ${table} o WHERE o.${column} <> t.${column}), t.${column} || 'x', 'x')`;
    case 'boolean':
      return `NOT coalesce(t.${column}, false)`;
    case 'timestamp with time zone':
      return `coalesce(t.${column}, now()) + interval '1 day'`;
    case 'date':
      return `t.${column} + 1`;
    case 'jsonb':
      return `coalesce(t.${column}, '{}') - 'promocode' || '{"amount": 1}'`;
    case 'bytea':
      return `t.${column} || 'x'::bytea`;
    case 'uuid[]':
      return `array_append(t.${column}, gen_random_uuid())`;
    case 'text[]':
      return `array_append(t.${column}, 'x')`;
    case 'xid8':
      return `'1'::xid8`;
    case 'tsvector':
      return `'x'::tsvector`;
    default:
      throw new Error(`no other value of type ${type} is known`);
  }
}
