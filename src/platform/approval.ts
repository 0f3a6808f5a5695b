import * as z from 'zod/mini';

/** Contract of every call that gives money up: for customers with a second factor, proof that it was shown for exactly this. */
export const approvalHeader = {
  'second-key-approval': z.optional(z.string().check(z.maxLength(100))),
};

/** The server requires one more thing before it lets the money go: not a failure, but the dialog's last step. */
export const secondFactorRequired = 'second_key_required';

export const approvalRefusals = [secondFactorRequired, 'approval_invalid', 'withdrawals_closed'] as const;
