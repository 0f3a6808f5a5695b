/** The amounts that the products accept by default. */
export const copyAmounts = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];
export const vaultAmounts = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000];
export const botAmounts = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000];
