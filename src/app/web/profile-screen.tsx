import { useQuery } from '@tanstack/react-query';
import { PasswordCard } from '#auth/web/password-card.tsx';
import { SessionsCard } from '#auth/web/sessions-card.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { PrivacyCard } from '#network/web/privacy-card.tsx';
import { LettersCard } from '#notices/web/letters-card.tsx';
import { profileQueries } from '#profile/web/data.ts';
import { ProfilePage } from '#profile/web/profile-page.tsx';
import { SecondFactorCard } from '#secondfactor/web/second-factor-card.tsx';

const KeyStep = later(
  part(() => import('#secondfactor/web/password-step.tsx')),
  'PasswordStep',
);

/** Connects the profile with login: neither folder knows the other. */
export function ProfileScreen() {
  const { data: user } = useQuery(profileQueries.user);
  return (
    <ProfilePage
      access={
        <>
          <PasswordCard name={user?.Name} email={user?.Email} KeyStep={KeyStep} />
          <SecondFactorCard />
          <SessionsCard />
        </>
      }
      preferences={
        <>
          <LettersCard />
          <PrivacyCard />
        </>
      }
    />
  );
}
