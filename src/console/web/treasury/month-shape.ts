/** Date format of a month: `dezembro de 2026`. */
export const monthShape = { month: 'long', year: 'numeric' } as const;
