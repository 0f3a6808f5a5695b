import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { type ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { deviceHeader } from '#platform/web/device-token.ts';
import { forgetTyped } from '#platform/web/loading/typed.ts';
import { remember } from '#platform/web/remembered.ts';
import { beginSession } from '#platform/web/session.ts';
import { useSite } from '#platform/web/site.ts';
import { firstCountry, readTypedPhone } from '#platform/web/ui/read-typed-phone.ts';
import { readCode } from '#platform/typed/read-code.ts';
import { normaliseEmail } from '../email.ts';
import { longestPassword, register as registerCall, shortestPassword } from '../contract.ts';
import { quotedFees, type TermsFees } from '../terms-versions.ts';
import {
  fieldOfRefusal,
  findProblems,
  problemOfField,
  type RegisterDetails,
  type RegisterField,
  type RegisterProblem,
} from './register-details.ts';
import { useAttempt } from '#platform/web/use-attempt.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

/** Error message per field. */
export type RegisterErrors = Partial<Record<RegisterField, string>>;

/** Creates the account and logs its owner in. Each refusal is shown where it belongs, and nothing typed is lost. */
export function useRegister() {
  const t = useTranslations('auth.register');
  const { language } = useLanguage();
  const { brand } = useSite();
  /** How often the terms had changed since they were read. */
  const [termsRefused, setTermsRefused] = useState(0);
  const [errors, setErrors] = useState<RegisterErrors>({});
  const { error, isWorking, run } = useAttempt(t('failed'));

  async function register(details: RegisterDetails, shown: TermsFees | null): Promise<void> {
    const phone = await readTypedPhone(details.country ?? firstCountry(language), details.phone);
    const problems = Object.entries(findProblems(details, phone, brand));
    setErrors(Object.fromEntries(problems.map(([field, problem]) => [field, wordsFor(problem)])));
    if (problems.length > 0 || phone === null) return;
    await run(async () => {
      const headers = { ...deviceHeader(), ...(shown && { 'quoted-fees': quotedFees(shown) }) };
      const { token } = await callApi(registerCall, { headers, body: asCall(details, phone) });
      forgetTyped();
      remember('referral', null);
      beginSession(token);
    }, sayAtField);
  }

  function sayAtField(refusal: ApiRefusal): boolean {
    if (refusal.code === 'terms_changed') setTermsRefused((times) => times + 1);
    const field = fieldOfRefusal(refusal.code, refusal.details.field);
    if (!field) return false;
    const said = refusal.code === 'invalid_field' ? null : messageOf(refusal);
    setErrors({ [field]: said ?? wordsFor(problemOfField[field]) });
    return true;
  }

  function wordsFor(problem: RegisterProblem): string {
    return t(`problems.${problem}`, { least: shortestPassword, most: longestPassword });
  }

  return { errors, error, isWorking, termsRefused, register };
}

function asCall({ name, email, birth, password, code }: RegisterDetails, phone: string) {
  return {
    name: name.trim(),
    email: normaliseEmail(email),
    phone,
    birth: birth ?? '',
    password,
    terms: true as const,
    ...(readCode(code) && { code: readCode(code) }),
  };
}
