import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { endSession } from '#platform/web/session.ts';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { readPreferences, readUser, updateUser, uploadAvatar, type User } from '../contract.ts';

/** The balance stands on every screen, and money arrives by itself: read again this often. */
const balanceRereadMs = 60_000;

export const profileQueries = {
  user: queryOptions({
    queryKey: ['profile', 'user'],
    queryFn: ({ signal }) => fetchUser(signal),
    refetchInterval: balanceRereadMs,
  }),
  preferences: queryOptions({
    queryKey: ['profile', 'preferences'],
    queryFn: ({ signal }) => callApi(readPreferences, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }),
};

export function useUpdateUser() {
  return useApiMutation(updateUser, { ...useUpdateTexts(), saidByForm: ['invalid_phone', 'under_age'] });
}

export function useUploadAvatar() {
  return useApiMutation(uploadAvatar, { ...useUpdateTexts(), saidByForm: ['file_type', 'picture_too_large'] });
}

/** The new picture stands everywhere at once; the user is read again behind it. */
export function useShowAvatar() {
  const queries = useQueryClient();
  return (address: string) =>
    queries.setQueryData(profileQueries.user.queryKey, (user) => user && { ...user, Avatar: address });
}

function useUpdateTexts() {
  const t = useTranslations('profile.toasts');
  return { success: t('updated'), failed: t('failed'), unexpected: t('failed') };
}

/**
 * A server that will not say who this is has refused the token, whatever the words: the session is over (A5). No answer,
 * and a server in trouble, are something else: the customer stays in.
 */
async function fetchUser(signal: AbortSignal): Promise<User> {
  try {
    return await callApi(readUser, {}, { signal });
  } catch (error) {
    if (error instanceof ApiRefusal && error.status < 500 && error.status !== 429) endSession('refused');
    throw error;
  }
}
