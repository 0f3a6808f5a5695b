/** The term of a licence in days (decided, C3). */
export const licenceDays = 30;
