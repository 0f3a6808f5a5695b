import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import { updateUser, uploadAvatar } from '../contract.ts';
import { profileQueries } from './data.ts';

export function useUpdateUser() {
  return useApiMutation(updateUser, {
    ...useUpdateTexts(),
    affects: ['profile', 'network', 'notices', 'wallet'],
    saidByForm: ['invalid_phone', 'under_age'],
  });
}

export function useUploadAvatar() {
  return useApiMutation(uploadAvatar, {
    ...useUpdateTexts(),
    affects: ['profile', 'network'],
    saidByForm: ['file_type', 'picture_too_large'],
  });
}

/** Shows the new picture everywhere immediately; the user is refetched in the background. */
export function useShowAvatar() {
  const queries = useQueryClient();
  return (address: string) =>
    queries.setQueryData(profileQueries.user.queryKey, (user) => user && { ...user, Avatar: address });
}

function useUpdateTexts() {
  const t = useTranslations('profile.toasts');
  return { success: t('updated'), failed: t('failed'), unexpected: t('failed') };
}
