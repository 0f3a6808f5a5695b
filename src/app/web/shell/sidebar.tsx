import { memo } from 'react';
import type { User } from '#profile/contract.ts';
import { SessionClock } from './session-clock.tsx';
import { SidebarContent } from './sidebar-content.tsx';
import { SidebarLinks } from './sidebar-links.tsx';
import styles from './sidebar.module.css';

/** 260 px wide where there is room, icons where there is less; on a phone a drawer (`sidebar-drawer.tsx`). */
export const Sidebar = memo(function Sidebar({ user }: { user: User | undefined }) {
  return (
    <>
      <aside className={styles.wide}>
        <SidebarContent user={user} />
      </aside>
      <aside className={styles.rail}>
        <SidebarLinks isShort />
        {user && <SessionClock expiresAt={user.SessionExpires} />}
      </aside>
    </>
  );
});
