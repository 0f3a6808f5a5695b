import type { DialogName } from '#platform/web/ui/use-dialog-address.ts';
import type { FixedProduct } from '#positions/registry.ts';

/** The dialog in which a simulated plan is agreed on. */
export const dialogOf: Record<FixedProduct, DialogName> = { stake: 'new-stake', primevault: 'vault-investment' };
