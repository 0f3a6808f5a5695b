import type { TestProject } from 'vitest/node';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';

/**
 * Makes every test database refuse a transaction that writes two cells: it could not run on one server once the cells are spread over
 * several. Calls that share a commit declare it (gather-calls.ts), and do not where the cells are spread; work that really writes many
 * (filling a database for a test) sets `SET test.many_cells = 'on'`. Run after the template is
 * migrated; in a schema of its own, so that it is not part of the product's.
 */
export default async function watchCells(project: TestProject): Promise<void> {
  const template = project.getProvidedContext().clusterUrl.replace(/\/postgres(?=\?|$)/, '/template');
  await askAsOwner(template, watchEveryCell);
}

const watchEveryCell = `
  CREATE SCHEMA test;
  CREATE FUNCTION test.require_one_cell() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    seen text := current_setting('test.cell', true);
    written text := (CASE TG_OP WHEN 'DELETE' THEN OLD.cell ELSE NEW.cell END)::text;
  BEGIN
    IF seen <> '' AND seen <> written
      AND 'on' NOT IN (coalesce(current_setting('test.many_cells', true), ''), coalesce(current_setting('lastro.spans_cells', true), '')) THEN
      RAISE EXCEPTION 'this transaction writes cells % and %', seen, written;
    END IF;
    PERFORM set_config('test.cell', written, true);
    RETURN NULL;
  END
  $$;
  DO $$
  DECLARE
    each regclass;
  BEGIN
    FOR each IN
      SELECT c.oid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE a.attname = 'cell' AND c.relkind = 'r' AND n.nspname IN ('public', 'ledger')
    LOOP
      EXECUTE format('CREATE TRIGGER zz_one_cell AFTER INSERT OR UPDATE OR DELETE ON %s '
        'FOR EACH ROW EXECUTE FUNCTION test.require_one_cell()', each);
    END LOOP;
  END
  $$`;
