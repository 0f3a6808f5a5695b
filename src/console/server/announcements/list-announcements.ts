import type { StaffAnnouncement } from '#console/announcements-contract.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { StaffPage } from '#staff/server/serve-staff.ts';

interface Row {
  id: string;
  subjects: StaffAnnouncement['Subjects'];
  texts: StaffAnnouncement['Texts'];
  link: string | null;
  segment: string;
  mails: boolean;
  is_owed: boolean;
  starts_at: Date;
  made_by: string;
  made_at: Date;
  counted: number;
  told: number;
  mails_counted: number;
  mailed: number;
  state: StaffAnnouncement['State'];
}

const pageSize = 50;

export async function listAnnouncements(sql: Sql, after: string | undefined): Promise<StaffPage<StaffAnnouncement>> {
  const cursor = readCursor(after);
  const rows = await sql.query<Row>(
    `SELECT a.id, a.subjects, a.texts, a.link, a.segment, a.mails, a.is_owed, a.starts_at, a.made_by, a.made_at, a.counted, a.told,
       a.mails_counted, a.mailed, a.state
     FROM announcements a WHERE (a.made_at, a.id) < ($1, $2) ORDER BY a.made_at DESC, a.id DESC LIMIT ${pageSize + 1}`,
    [cursor.at, cursor.id],
  );
  return makePage(rows, pageSize, ({ made_at: at, id }) => ({ at, id }), present);
}

function present(row: Row): StaffAnnouncement {
  return {
    Id: row.id,
    Subjects: row.subjects,
    Texts: row.texts,
    Link: row.link,
    Segment: row.segment,
    Mails: row.is_owed ? 'owed' : row.mails ? 'wanted' : 'none',
    Starts: row.starts_at.toISOString(),
    MadeBy: row.made_by,
    Made: row.made_at.toISOString(),
    Counted: row.counted,
    Told: row.told,
    MailsCounted: row.mails_counted,
    Mailed: row.mailed,
    State: row.state,
  };
}
