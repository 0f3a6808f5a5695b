/** How long a licence runs (ruled, C3). */
export const licenceDays = 30;
