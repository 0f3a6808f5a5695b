import type { Http } from '#platform/server/http.ts';
import { serve } from '#platform/server/serve.ts';
import * as contract from '../contract.ts';
import * as using from '../use-contract.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { approveWithdrawal } from './approve-withdrawal.ts';
import { askPasskey } from './ask-passkey.ts';
import { beginApp } from './begin-app.ts';
import { confirmApp } from './confirm-app.ts';
import { finishLogIn } from './finish-log-in.ts';
import { askRemoval, cancelRemoval, confirmRemoval } from './removal.ts';
import { removeApp, removePasskey, removeSecondFactor } from './remove-ways.ts';
import { renamePasskey } from './rename-passkey.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';
import { showSecondFactor } from './show-second-factor.ts';

export function serveSecondFactor(http: Http, parts: SecondFactorParts): void {
  serve(http, contract.readSecondFactor, (db, { investor }) => showSecondFactor(db, parts, investor));
  serve(http, contract.askPasskey, (db, asked) => askPasskey(db, parts, asked));
  serve(http, contract.beginApp, (db, asked) => beginApp(db, parts, asked));
  serve(http, contract.confirmApp, (db, asked) => confirmApp(db, parts, asked));
  serve(http, contract.removeApp, (db, asked) => removeApp(db, parts, asked));
  serve(http, contract.beginPasskey, (db, asked) => beginPasskey(db, parts, asked));
  serve(http, contract.addPasskey, (db, asked) => addPasskey(db, parts, asked));
  serve(http, contract.renamePasskey, (db, asked) => renamePasskey(db, parts, asked));
  serve(http, contract.removePasskey, (db, asked) => removePasskey(db, parts, asked));
  serve(http, contract.renewRecoveryCodes, (db, asked) => renewRecoveryCodes(db, parts, asked));
  serve(http, contract.removeSecondFactor, (db, asked) => removeSecondFactor(db, parts, asked));
  serve(http, using.finishLogIn, (db, asked) => finishLogIn(db, parts, asked));
  serve(http, using.askRemoval, (db, asked) => askRemoval(db, parts, asked));
  serve(http, using.confirmRemoval, (db, asked) => confirmRemoval(db, parts, asked));
  serve(http, using.cancelRemoval, (db, asked) => cancelRemoval(db, parts, asked));
  serve(http, using.approveWithdrawal, (db, asked) => approveWithdrawal(db, parts, asked));
}
