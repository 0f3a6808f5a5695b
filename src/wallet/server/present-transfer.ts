import { micros, toJsonNumber } from '#money/money.ts';
import type { Transfer } from '../contract.ts';
import type { ExchangeRate } from '../quote.ts';
import { noteOfTransfer, statusOfTransfer, type TransferNote } from '../transfer-state.ts';
import type { TransferRecord } from './transfer-store.ts';

/** Translates a note into the reader's language. */
export type TranslateNote = (note: TransferNote, values: { reason: string }) => string;

export function presentTransfer(transfer: TransferRecord, translate: TranslateNote): Transfer {
  const note = noteOfTransfer(transfer);
  return {
    Id: transfer.id,
    Date: transfer.createdAt.toISOString(),
    Amount: toJsonNumber(transfer.amount),
    Currency: transfer.currency,
    Rate: presentRate(transfer.rate),
    Fee: toJsonNumber(transfer.fee),
    Net: toJsonNumber(transfer.net),
    Status: statusOfTransfer(transfer.state),
    Notes: note ? translate(note, { reason: transfer.reason ?? '' }) : '',
    Reviewed: transfer.waitsBecause !== null,
  };
}

/** Rates have the same six decimals as amounts. */
export function presentRate(rate: ExchangeRate): number {
  return toJsonNumber(micros(rate));
}
