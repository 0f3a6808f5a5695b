import { operationsImport, operationsPreview } from '#operations/server/commands/import-operations.ts';
import { staffDisable } from '#staff/server/commands/disable-staff.ts';
import { staffInvite } from '#staff/server/commands/invite-staff.ts';
import { staffList } from '#staff/server/commands/list-staff.ts';
import { staffReset } from '#staff/server/commands/reset-staff.ts';
import { staffRole } from '#staff/server/commands/change-role.ts';
import { withdrawalsApprove } from '#wallet/server/commands/approve-withdrawal.ts';
import { transferAsk } from '#wallet/server/commands/ask-brokerage.ts';
import { transferReturn, transferSettle } from '#wallet/server/commands/end-transfer.ts';
import { withdrawalsList } from '#wallet/server/commands/list-withdrawals.ts';
import { reconciliationNote } from '#wallet/server/commands/resolve-break.ts';
import { ratesAccept, ratesShow } from '#wallet/server/commands/rates.ts';
import { withdrawalsRefuse } from '#wallet/server/commands/refuse-withdrawal.ts';
import { asCommand } from './as-command.ts';
import type { Command, PlaceCommand } from './command.ts';
import { actionsList } from './commands/actions-list.ts';
import { announcementCreate, announcementWithdraw } from './commands/announcement.ts';
import { backupNote } from './commands/backup-note.ts';
import { booksAudit } from './commands/books-audit.ts';
import { booksPromises } from './commands/books-promises.ts';
import { brokerageFault } from './commands/brokerage-fault.ts';
import { caseDismiss, caseTake } from './commands/case-open.ts';
import { caseAssign, caseClose, caseDecide, caseNote } from './commands/case-work.ts';
import { clockForward } from './commands/clock-forward.ts';
import { clockShow } from './commands/clock-show.ts';
import {
  customerAddress,
  customerCorrect,
  customerKeepAddress,
  customerKeepDetails,
} from './commands/correct-customer.ts';
import { customerEndSession, customerEndSessions } from './commands/end-sessions.ts';
import { customerErase } from './commands/erase-customer.ts';
import { customerFreeze, customerUnfreeze } from './commands/freeze-customer.ts';
import { caseOpen } from './commands/open-case.ts';
import { privacyOpen } from './commands/open-privacy-request.ts';
import { customerNote } from './commands/note-customer.ts';
import { customerExport, customerView } from './commands/open-to-staff.ts';
import { customerRemoveSecondKey } from './commands/remove-second-key.ts';
import { customerCreate } from './commands/customer-create.ts';
import { customerSecondKey } from './commands/customer-second-key.ts';
import { customerShow } from './commands/customer-show.ts';
import { doctor } from './commands/doctor.ts';
import { ledgerReverse } from './commands/reverse-journal.ts';
import { migrateDatabase } from './commands/migrate.ts';
import { privacyAnswer, privacyList, privacyTake } from './commands/privacy-requests.ts';
import { promocodeCreate, promocodeEnd, promocodeList } from './commands/promocodes.ts';
import { reportsDaily } from './commands/reports-daily.ts';
import { reportsExport, reportsList, reportsSave } from './commands/reports-files.ts';
import { reportsLiabilities } from './commands/reports-liabilities.ts';
import { sandboxYear } from './commands/sandbox-year.ts';
import { settingsList, settingsSchedule, settingsSet, settingsWithdraw } from './commands/settings.ts';
import { staffCode } from './commands/staff-code.ts';
import { switchCommands } from './commands/switch-commands.ts';
import { taxesPay, taxesReturn, taxesShow } from './commands/taxes.ts';
import { treasuryDraw } from './commands/treasury-draw.ts';
import { treasuryFund } from './commands/treasury-fund.ts';
import { treasuryShow } from './commands/treasury-show.ts';

export const allCommands: readonly (Command | PlaceCommand)[] = [
  customerCreate,
  customerShow,
  customerSecondKey,
  asCommand(customerRemoveSecondKey),
  asCommand(customerFreeze),
  asCommand(customerUnfreeze),
  asCommand(customerEndSessions),
  asCommand(customerEndSession),
  asCommand(customerAddress),
  asCommand(customerKeepAddress),
  asCommand(customerCorrect),
  asCommand(customerKeepDetails),
  asCommand(customerExport),
  asCommand(customerErase),
  asCommand(privacyOpen),
  privacyTake,
  privacyAnswer,
  privacyList,
  asCommand(customerNote),
  asCommand(customerView),
  announcementCreate,
  announcementWithdraw,
  asCommand(caseOpen),
  caseTake,
  caseDismiss,
  caseAssign,
  caseNote,
  caseDecide,
  caseClose,
  asCommand(treasuryFund),
  asCommand(treasuryDraw),
  asCommand(treasuryShow),
  asCommand(taxesPay),
  asCommand(taxesReturn),
  asCommand(taxesShow),
  asCommand(transferAsk),
  asCommand(transferSettle),
  asCommand(transferReturn),
  asCommand(reconciliationNote),
  asCommand(ledgerReverse),
  asCommand(withdrawalsList),
  asCommand(withdrawalsApprove),
  asCommand(withdrawalsRefuse),
  asCommand(ratesShow),
  asCommand(ratesAccept),
  asCommand(settingsList),
  asCommand(settingsSet),
  asCommand(settingsSchedule),
  asCommand(settingsWithdraw),
  ...switchCommands,
  asCommand(operationsImport),
  asCommand(operationsPreview),
  asCommand(promocodeCreate),
  asCommand(promocodeList),
  asCommand(promocodeEnd),
  asCommand(booksAudit),
  asCommand(booksPromises),
  asCommand(reportsDaily),
  asCommand(reportsLiabilities),
  asCommand(reportsExport),
  asCommand(reportsList),
  reportsSave,
  asCommand(actionsList),
  asCommand(staffInvite),
  asCommand(staffList),
  asCommand(staffRole),
  asCommand(staffReset),
  staffCode,
  asCommand(staffDisable),
  doctor,
  migrateDatabase,
  backupNote,
  clockForward,
  clockShow,
  brokerageFault,
  sandboxYear,
];

export const commandNames: readonly string[] = allCommands.map(({ name }) => name);
