import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { goToProvider, readWaysIn } from '#staff/contract.ts';
import type { Attempt } from '#platform/web/use-attempt.ts';

/** Login through the OpenID Connect provider, where the installation has one. */
export function ProviderButton({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('console.logIn');
  const ways = useQuery({ queryKey: ['ways in'], queryFn: () => callApi(readWaysIn), staleTime: 60_000 });
  const provider = ways.data?.Provider;
  if (!provider) return null;
  const go = () =>
    attempt.run(async () => {
      const { Url } = await callApi(goToProvider, {});
      window.location.assign(Url);
    });
  return (
    <Button isWide onClick={() => void go()} isWorking={attempt.isWorking}>
      {t('provider', { provider })}
    </Button>
  );
}
