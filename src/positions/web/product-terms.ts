/** What is said of a product before money goes into it: in its own dialog, and where it stands among the others. */
export interface ProductTerms {
  term: string;
  return: string;
  exit: string;
  risk: string;
  /** What is withheld of the profit; null where nothing is. */
  tax: string | null;
}
