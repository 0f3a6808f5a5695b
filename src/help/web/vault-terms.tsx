import { useVaultTerms } from '#primevault/web/use-vault-terms.ts';
import type { Figures } from './data.ts';

/** The vault's terms as its dialog states them, with current figures. The terms agreed for an investment are shown with that investment. */
export function VaultTerms({ catalog: { Vault } }: Pick<Figures, 'catalog'>) {
  const { term, return: yields, tax, exit, risk } = useVaultTerms(Vault);
  return (
    <>
      <p>{term}</p>
      <p>{yields}</p>
      {tax && <p>{tax}</p>}
      <p>{exit}</p>
      <p>{risk}</p>
    </>
  );
}
