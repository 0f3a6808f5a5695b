/** A month as the language writes it: `dezembro de 2026`. */
export const monthShape = { month: 'long', year: 'numeric' } as const;
