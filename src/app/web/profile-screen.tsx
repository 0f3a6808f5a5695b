import { PasswordCard } from '#auth/web/password-card.tsx';
import { SessionsCard } from '#auth/web/sessions-card.tsx';
import { PrivacyCard } from '#network/web/privacy-card.tsx';
import { LettersCard } from '#notices/web/letters-card.tsx';
import { ProfilePage } from '#profile/web/profile-page.tsx';
import { SecondKeyCard } from '#secondkey/web/second-key-card.tsx';

/** The profile and how one gets in meet here: neither folder knows the other. */
export function ProfileScreen() {
  return (
    <ProfilePage
      access={
        <>
          <PasswordCard />
          <SecondKeyCard />
          <SessionsCard />
        </>
      }
      wishes={
        <>
          <LettersCard />
          <PrivacyCard />
        </>
      }
    />
  );
}
