import { endpoint } from '#platform/endpoint.ts';

/** Apart from the ways in: every screen can end the session, and none of them brings those along. */
export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'investor',
  summary: 'End this session; its token never works again',
});
