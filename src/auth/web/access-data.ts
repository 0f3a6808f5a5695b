import { queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { changePassword, endOneSession, endOtherSessions, listSessions } from '../session-contract.ts';

export const accessQueries = {
  sessions: queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: ({ signal }) => callApi(listSessions, {}, { signal }),
  }),
};

export function useChangePassword() {
  const t = useTranslations('access.password');
  return useApiMutation(changePassword, {
    affects: ['auth', 'secondfactor', 'notices', 'wallet'],
    success: t('changed'),
    failed: t('failed'),
    unexpected: t('failed'),
    saidByForm: [
      'wrong_password',
      'reauthenticate',
      'password_too_common',
      'password_too_personal',
      'second_key_required',
      'second_key_wrong',
    ],
  });
}

export function useEndSession() {
  const t = useTranslations('access.sessions');
  return useApiMutation(endOneSession, {
    affects: ['auth'],
    success: t('ended'),
    failed: t('failed'),
    unexpected: t('failed'),
  });
}

export function useEndOtherSessions() {
  const t = useTranslations('access.sessions');
  return useApiMutation(endOtherSessions, {
    affects: ['auth'],
    success: t('othersEnded'),
    failed: t('failed'),
    unexpected: t('failed'),
  });
}
