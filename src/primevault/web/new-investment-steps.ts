/** The steps of an investment: first its terms are read and accepted, then amount and code are chosen. */
export type NewInvestment = {
  isAccepted: boolean;
  /** Zero while none is chosen. */
  dollars: number;
  /** As it was typed. */
  promocode: string;
} & (
  | { step: 'terms' }
  /** `isRefused` after a confirm without an amount. */
  | { step: 'choice'; isRefused: boolean }
);

export type NewInvestmentEvent =
  | { type: 'accepted'; isAccepted: boolean }
  | { type: 'continued' }
  | { type: 'wentBack' }
  | { type: 'amountChosen'; dollars: number }
  | { type: 'promocodeTyped'; promocode: string }
  | { type: 'confirmed' };

/** Customers who have accepted the terms before see them ticked. */
export function firstStep(isAccepted: boolean): NewInvestment {
  return { step: 'terms', isAccepted, dollars: 0, promocode: '' };
}

export function next(state: NewInvestment, event: NewInvestmentEvent): NewInvestment {
  const { isAccepted, dollars, promocode } = state;
  if (state.step === 'terms') {
    if (event.type === 'accepted') return { ...state, isAccepted: event.isAccepted };
    const isGoingOn = event.type === 'continued' && isAccepted;
    return isGoingOn ? { step: 'choice', isAccepted, dollars, promocode, isRefused: false } : state;
  }
  switch (event.type) {
    case 'wentBack':
      return { step: 'terms', isAccepted, dollars, promocode };
    case 'amountChosen':
      return { ...state, dollars: event.dollars, isRefused: false };
    case 'promocodeTyped':
      return { ...state, promocode: event.promocode };
    case 'confirmed':
      return { ...state, isRefused: dollars === 0 };
    default:
      return state;
  }
}
