import { endpoint } from '#platform/endpoint.ts';

/** Separate from the login contract: every screen can end the session without loading the rest. */
export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'investor',
  summary: 'End this session; its token never works again',
});
