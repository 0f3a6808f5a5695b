import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import * as using from '../use-contract.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { approveMove } from './approve-move.ts';
import { askPasskey } from './ask-passkey.ts';
import { beginApp } from './begin-app.ts';
import { confirmApp } from './confirm-app.ts';
import { finishLogIn } from './finish-log-in.ts';
import { askRemoval, cancelRemoval, confirmRemoval } from './removal.ts';
import { removeApp, removePasskey, removeSecondFactor } from './remove-ways.ts';
import { renamePasskey } from './rename-passkey.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';
import { presentSecondFactor } from './present-second-factor.ts';

export function serveSecondFactor(http: Http, parts: SecondFactorParts): void {
  serve(http, contract.readSecondFactor, (db, { investor }) => presentSecondFactor(db, parts, investor));
  serve(http, contract.askPasskey, (db, request) => askPasskey(db, parts, request));
  serve(http, contract.beginApp, (db, request) => beginApp(db, parts, request));
  serve(http, contract.confirmApp, (db, request) => confirmApp(db, parts, request));
  serve(http, contract.removeApp, (db, request) => removeApp(db, parts, request));
  serve(http, contract.beginPasskey, (db, request) => beginPasskey(db, parts, request));
  serve(http, contract.addPasskey, (db, request) => addPasskey(db, parts, request));
  serve(http, contract.renamePasskey, (db, request) => renamePasskey(db, parts, request));
  serve(http, contract.removePasskey, (db, request) => removePasskey(db, parts, request));
  serve(http, contract.renewRecoveryCodes, (db, request) => renewRecoveryCodes(db, parts, request));
  serve(http, contract.removeSecondFactor, (db, request) => removeSecondFactor(db, parts, request));
  serve(http, using.finishLogIn, (db, request) => finishLogIn(db, parts, request));
  serve(http, using.askRemoval, (db, request) => askRemoval(db, parts, request));
  serve(http, using.confirmRemoval, (db, request) => confirmRemoval(db, parts, request));
  serve(http, using.cancelRemoval, (db, request) => cancelRemoval(db, parts, request));
  serve(http, using.approveMove, (db, request) => approveMove(db, parts, request));
}
