/** What a customer is told about a product before investing: in its own dialog, and when it is listed among the others. */
export interface ProductTerms {
  term: string;
  return: string;
  exit: string;
  risk: string;
  /** The tax withheld from the profit; null if none. */
  tax: string | null;
}
