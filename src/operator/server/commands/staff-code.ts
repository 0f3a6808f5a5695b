import { readOne } from '#database/server/database.ts';
import { codeAt, stepOf } from '#secondfactor/server/authenticator-code.ts';
import { readSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { otherSecret, otherSecretRemedy } from '#secondfactor/server/require-seal-secret.ts';
import { createSeal } from '#secondfactor/server/seal.ts';
import { staff, word } from '#commands/server/params.ts';
import { atMachine } from '../as-command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { requireStaff } from '#staff/server/commands/member.ts';

/**
 * Shows the current code of a staff member's authenticator app, for trying out the console. In production it is shown to nobody, whatever
 * their rights: the second factor would be void.
 */
export const staffCode = atMachine({
  name: 'staff code',
  params: { staff: word(staff) },
  sandboxOnly: true,
  summary: 'Show the current code of a staff member’s authenticator app',
  async run({ db, home, mode }, { staff: email }) {
    if (mode !== 'sandbox') throw new CommandRefused('sandbox_only', '"staff code" works only in the sandbox.');
    if (!home) throw new CommandRefused('not_running', 'Set DATA_DIR to the sandbox’s folder.');
    const member = await requireStaff(db, email);
    const app = await readOne<{ sealed_secret: Buffer; last_step: bigint }>(
      db,
      'SELECT sealed_secret, last_step FROM staff_apps WHERE staff_id = $1 AND last_step >= 0',
      [member.id],
    );
    if (!app) throw new CommandRefused('no_app', `${member.email} has no authenticator app.`);
    const secondFactorSecret = process.env.SECOND_KEY_SECRET ?? '';
    const seal = createSeal(() => readSealSecret({ secondFactorSecret, dataDir: home.dataDir }));
    // A code is accepted once: if the current one is used, the next is accepted already.
    const step = Math.max(stepOf(new Date()), Number(app.last_step) + 1);
    const secret = seal.open(app.sealed_secret, member.id);
    if (!secret) throw new CommandRefused('other_secret', `${otherSecret} ${otherSecretRemedy}`);
    const code = codeAt(secret, step);
    return { lines: [code], json: { email: member.email, code } };
  },
});
