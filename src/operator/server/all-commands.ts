import { operationsImport, operationsPreview } from '#operations/server/commands/import-operations.ts';
import { operationsWithdraw } from '#operations/server/commands/withdraw-import.ts';
import { announcementCreate } from '#announcements/server/commands/create-announcement.ts';
import { announcementTest } from '#announcements/server/commands/test-announcement.ts';
import { announcementWithdraw } from '#announcements/server/commands/withdraw-announcement.ts';
import { copytradeCloses, copytradeOpens } from '#copytrade/server/commands/open-and-close.ts';
import { caseDismiss, caseTake } from '#cases/server/commands/alerts.ts';
import { caseDecide } from '#cases/server/commands/decide-case.ts';
import { caseOpen } from '#cases/server/commands/open-case.ts';
import { caseAssign, caseClose, caseNote } from '#cases/server/commands/work-on-case.ts';
import { privacyOpen } from '#privacy/server/commands/open-privacy-request.ts';
import { privacyAnswer, privacyList, privacyTake } from '#privacy/server/commands/requests.ts';
import { staffDisable } from '#staff/server/commands/disable-staff.ts';
import { staffInvite } from '#staff/server/commands/invite-staff.ts';
import { staffList } from '#staff/server/commands/list-staff.ts';
import { staffPassword } from '#staff/server/commands/new-password.ts';
import { staffReset } from '#staff/server/commands/reset-staff.ts';
import { staffRole } from '#staff/server/commands/change-role.ts';
import { withdrawalsApprove } from '#wallet/server/commands/approve-withdrawal.ts';
import { transferAsk } from '#wallet/server/commands/ask-brokerage.ts';
import { transferReturn, transferSettle } from '#wallet/server/commands/end-transfer.ts';
import { withdrawalsList } from '#wallet/server/commands/list-withdrawals.ts';
import { reconciliationNote } from '#wallet/server/commands/resolve-break.ts';
import { ratesAccept, ratesShow } from '#wallet/server/commands/rates.ts';
import { withdrawalsRefuse } from '#wallet/server/commands/refuse-withdrawal.ts';
import type { Declared } from '#commands/server/declaration.ts';
import type { AtMachine, AtPlace } from './command.ts';
import { actionsList } from './commands/actions-list.ts';
import { backupNote } from './commands/backup-note.ts';
import { booksAudit } from './commands/books-audit.ts';
import { booksPromises } from './commands/books-promises.ts';
import { brokerageClear } from './commands/clear-faults.ts';
import { brokerageFault } from './commands/brokerage-fault.ts';
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
import { customerInvite } from './commands/invite-customer.ts';
import { customerNote } from './commands/note-customer.ts';
import { customerExport, customerView } from './commands/open-to-staff.ts';
import { customerRemoveSecondKey } from './commands/remove-second-key.ts';
import { customerCreate } from './commands/customer-create.ts';
import { customerShow } from './commands/show-customer.ts';
import { customerSecondKey } from './commands/show-second-key.ts';
import { doctor } from './commands/doctor.ts';
import { ledgerReverse } from './commands/reverse-journal.ts';
import { migrateDatabase } from './commands/migrate.ts';
import { promocodeCreate, promocodeEnd, promocodeList } from './commands/promocodes.ts';
import { reportsDaily } from './commands/reports-daily.ts';
import { reportsExport, reportsList, reportsSave } from './commands/reports-files.ts';
import { reportsLiabilities } from './commands/reports-liabilities.ts';
import { settingsList, settingsSchedule, settingsSet, settingsWithdraw } from './commands/settings.ts';
import { staffCode } from './commands/staff-code.ts';
import { taxesPay, taxesReturn, taxesShow } from './commands/taxes.ts';
import { treasuryDraw } from './commands/treasury-draw.ts';
import { treasuryFund } from './commands/treasury-fund.ts';
import { treasuryShow } from './commands/treasury-show.ts';

/** What the staff do, in the console and at the machine. */
export const declaredCommands: readonly Declared[] = [
  customerShow,
  customerInvite,
  customerSecondKey,
  customerRemoveSecondKey,
  customerFreeze,
  customerUnfreeze,
  customerEndSessions,
  customerEndSession,
  customerAddress,
  customerKeepAddress,
  customerCorrect,
  customerKeepDetails,
  customerExport,
  customerErase,
  privacyOpen,
  privacyTake,
  privacyAnswer,
  privacyList,
  customerNote,
  customerView,
  announcementCreate,
  announcementTest,
  announcementWithdraw,
  caseOpen,
  caseTake,
  caseDismiss,
  caseAssign,
  caseNote,
  caseDecide,
  caseClose,
  treasuryFund,
  treasuryDraw,
  treasuryShow,
  taxesPay,
  taxesReturn,
  taxesShow,
  transferAsk,
  transferSettle,
  transferReturn,
  reconciliationNote,
  ledgerReverse,
  withdrawalsList,
  withdrawalsApprove,
  withdrawalsRefuse,
  ratesShow,
  ratesAccept,
  settingsList,
  settingsSet,
  settingsSchedule,
  settingsWithdraw,
  copytradeOpens,
  copytradeCloses,
  operationsImport,
  operationsWithdraw,
  operationsPreview,
  promocodeCreate,
  promocodeList,
  promocodeEnd,
  booksAudit,
  booksPromises,
  reportsDaily,
  reportsLiabilities,
  reportsExport,
  reportsList,
  actionsList,
  staffInvite,
  staffList,
  staffRole,
  staffReset,
  staffPassword,
  staffDisable,
  backupNote,
  brokerageClear,
];

/** What only those do who have the machine. */
const machineCommands: readonly (AtMachine | AtPlace)[] = [
  customerCreate,
  reportsSave,
  staffCode,
  doctor,
  migrateDatabase,
  clockForward,
  clockShow,
  brokerageFault,
];

export const allCommands: readonly (Declared | AtMachine | AtPlace)[] = [...declaredCommands, ...machineCommands];

export const commandNames: readonly string[] = allCommands.map(({ name }) => name);

const byName = new Map(declaredCommands.map((each) => [each.name, each]));

export const declaredCalled = (name: string): Declared | undefined => byName.get(name);
