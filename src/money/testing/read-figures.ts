/** Matches a minus, the dollar sign and the digits; the minus may precede or follow the sign. */
const figure =
  /([-\u2212]?)[\u200e\u200f\u061c]*(?:US\$|\$)[\s\u200e]*([-\u2212]?)([\d\u06f0-\u06f9][\d\u06f0-\u06f9.,\u066b\u066c]*)/gu;

/**
 * Extracts every dollar amount in a text as shown, in order, to be added up again.
 *
 * @param decimalSign of the language: a comma in Portuguese; the Persian one is known
 */
export function readFigures(text: string, decimalSign = ','): number[] {
  return [...text.matchAll(figure)].map(([, before, behind, digits = '']) => {
    const latin = digits.replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
    const [whole = '', fraction = ''] = latin.split(/[\u066b\u066c]/.test(latin) ? '\u066b' : decimalSign);
    const amount = Number(`${whole.replace(/\D/g, '')}.${fraction.replace(/\D/g, '')}`);
    return (before || behind) && amount !== 0 ? -amount : amount;
  });
}
