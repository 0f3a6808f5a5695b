import '#platform/web/ui/keep-focus.ts';
import { RemovalWatch } from '#secondfactor/web/removal-watch.tsx';
import { ConnectionStatus } from '../installable/connection-status.tsx';
import { SessionEnding } from './session-ending.tsx';

/** What watches beside every screen: the focus, the connection, the session's end, and a removal of the second factor that is under way. */
export function Watches({ expiresAt }: { expiresAt: string | undefined }) {
  return (
    <>
      <ConnectionStatus />
      {expiresAt !== undefined && <SessionEnding expiresAt={expiresAt} />}
      <RemovalWatch />
    </>
  );
}
