import type { StaffAnnouncement } from '#console/announcements-contract.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { StaffPage } from '#staff/server/serve-staff.ts';

interface Row {
  id: string;
  texts: StaffAnnouncement['Texts'];
  link: string | null;
  segment: string;
  mails: boolean;
  starts_at: Date;
  made_by: string;
  made_at: Date;
  counted: number;
  told: number;
  state: StaffAnnouncement['State'];
}

const pageSize = 50;

export async function listAnnouncements(sql: Sql, after: string | undefined): Promise<StaffPage<StaffAnnouncement>> {
  const cursor = readCursor(after);
  const rows = await sql.query<Row>(
    `SELECT a.id, a.texts, a.link, a.segment, a.mails, a.starts_at, a.made_by, a.made_at, a.counted, a.state,
       (SELECT coalesce(sum(told), 0)::integer FROM announcement_cells c WHERE c.announcement_id = a.id) AS told
     FROM announcements a WHERE (a.made_at, a.id) < ($1, $2) ORDER BY a.made_at DESC, a.id DESC LIMIT ${pageSize + 1}`,
    [cursor.at, cursor.id],
  );
  return makePage(rows, pageSize, ({ made_at: at, id }) => ({ at, id }), present);
}

function present(row: Row): StaffAnnouncement {
  return {
    Id: row.id,
    Texts: row.texts,
    Link: row.link,
    Segment: row.segment,
    Mails: row.mails,
    Starts: row.starts_at.toISOString(),
    MadeBy: row.made_by,
    Made: row.made_at.toISOString(),
    Counted: row.counted,
    Told: row.told,
    State: row.state,
  };
}
