import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  customFetch,
} from 'openid-client';
import { fetchWithin } from '#platform/server/fetch-within.ts';
import { isStorable, storableText } from '#platform/storable-text.ts';
import { refuseStaff } from '../refusals.ts';

/** An OpenID Connect provider, from the installation's settings. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name under which the staff knows it. */
  name: string;
  /** Authentication methods (`amr`, RFC 8176) that count as the second factor; when empty, staff always show their own. */
  acceptedAmr: readonly string[];
  /** Whether addresses count as verified where the provider does not say: its people cannot choose theirs. */
  trustsEmail: boolean;
  /** The console page to which the provider redirects. */
  redirectUri: string;
}

/** What is stored about a visit until it ends. */
export interface Visit {
  nonce: string;
  verifier: string;
}

/** The visitor's identity according to the provider. */
export interface ProviderIdentity {
  /** Prefixed with the issuer: the same subject at another issuer is somebody else. */
  subject: string;
  /** Null unless it is verified. */
  email: string | null;
  /** The address as the provider named it, verified or not. */
  claimed: string;
  name: string;
  /** Whether what they showed there counts as the second factor here. */
  hasSecondFactor: boolean;
}

export interface StaffProvider {
  name: string;
  /** Returns where to send the browser, and what to expect when it comes back. */
  begin(): Promise<{ url: string; state: string; visit: Visit }>;
  /** @param search the query string that it comes back with, question mark included */
  finish(search: string, state: string, visit: Visit): Promise<ProviderIdentity>;
}

/** Why somebody did not get in through the provider, for the log: kinds and codes, never what was sent, nor whose it was. */
export interface ProviderTrouble {
  why:
    | 'away'
    | 'refused'
    | 'no_visit'
    | 'not_verified'
    | 'not_invited'
    | 'other_account'
    | 'invitation_over'
    | 'disabled';
  /** Id in our own staff. */
  staff?: string;
  type?: string;
  code?: string;
  /** The provider's error code (RFC 6749, 5.2). */
  error?: string;
  status?: number;
  cause?: string;
}

/** @param email the address that the provider named, for the account of actions; null where it named nobody */
export type OnProviderTrouble = (trouble: ProviderTrouble, email: string | null) => void;

const timeoutMs = 10_000;
const discoveredForMs = 3_600_000;

/** Does not contact the provider before the first visit. */
export function openProvider(settings: ProviderSettings, onTrouble: OnProviderTrouble): StaffProvider {
  let known: { at: number; configuration: Promise<Configuration> } | null = null;
  const configure = (): Promise<Configuration> => {
    if (known && Date.now() - known.at < discoveredForMs) return known.configuration;
    const configuration = discover(settings);
    known = { at: Date.now(), configuration };
    // After a failed discovery the next visit tries again.
    configuration.catch(() => void (known = null));
    return configuration;
  };
  return {
    name: settings.name,
    async begin() {
      const configuration = await reaching(configure, onTrouble);
      const [state, visit] = [randomState(), { nonce: randomNonce(), verifier: randomPKCECodeVerifier() }];
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: settings.redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: 'S256',
        state,
        nonce: visit.nonce,
      });
      return { url: url.href, state, visit };
    },
    finish: (search, state, visit) =>
      reaching(async () => readIdentity(await configure(), settings, { search, state, visit }), onTrouble),
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const server = new URL(issuer);
  // The settings admit plain http only in a sandbox or for this machine itself.
  const execute =
    server.protocol === 'http:' ? [allowInsecureRequests, enableNonRepudiationChecks] : [enableNonRepudiationChecks];
  return discovery(server, clientId, undefined, showSecret(clientSecret), {
    execute,
    [customFetch]: (url, { body, ...init }) =>
      fetchWithin(timeoutMs, url, { ...init, ...(body === undefined ? {} : { body }) }),
  });
}

/**
 * Shows the secret as the provider says that it takes it: in the header unless its discovery lists only the body (the default where it lists
 * nothing, OpenID Connect Discovery 1.0, 3).
 */
function showSecret(secret: string): ClientAuth {
  const [header, body] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const isBodyOnly = ways?.includes('client_secret_post') && !ways.includes('client_secret_basic');
    (isBodyOnly || inBody.has(client.client_id) ? body : header)(server, client, ...rest);
  };
}

/** Clients that the provider, though it takes both, wants to see the secret of in the body. */
const inBody = new Set<string>();

interface ComingBack {
  search: string;
  state: string;
  visit: Visit;
}

/** Exchanges the code and checks the ID token: signature, issuer, audience, nonce, time. */
async function readIdentity(
  configuration: Configuration,
  { redirectUri, acceptedAmr, trustsEmail }: ProviderSettings,
  { search, state, visit }: ComingBack,
): Promise<ProviderIdentity> {
  const came = new URL(redirectUri);
  came.search = search;
  const tokens = await exchange(configuration, came, {
    pkceCodeVerifier: visit.verifier,
    expectedState: state,
    expectedNonce: visit.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw refuseStaff('provider_refused');
  const isWhole = claims.email !== undefined && claims.email_verified !== undefined;
  const said = isWhole ? claims : { ...claims, ...(await readMore(configuration, tokens.access_token, claims.sub)) };
  const { email, email_verified: flag = trustsEmail, name } = said;
  // Some providers send every claim as text.
  const isVerified = flag === true || flag === 'true';
  const subject = `${claims.iss} ${claims.sub}`;
  if (!isStorable(subject)) throw refuseStaff('provider_refused');
  return {
    subject,
    email: typeof email === 'string' && isVerified && isStorable(email) ? email : null,
    claimed: typeof email === 'string' ? storableText(email, 254) : '',
    name: typeof name === 'string' ? name : '',
    hasSecondFactor: shown(claims).some((way) => acceptedAmr.includes(way)),
  };
}

/** Exchanges the code; of a client that shows its secret in the wrong place, once more in the other. */
async function exchange(configuration: Configuration, ...rest: Exchanged): ReturnType<typeof authorizationCodeGrant> {
  const { client_id: client } = configuration.clientMetadata();
  try {
    return await authorizationCodeGrant(configuration, ...rest);
  } catch (error) {
    if (!isClientRefused(error) || inBody.has(client)) throw error;
    if (!configuration.serverMetadata().token_endpoint_auth_methods_supported?.includes('client_secret_post'))
      throw error;
    inBody.add(client);
    try {
      return await authorizationCodeGrant(configuration, ...rest);
    } catch (again) {
      if (isClientRefused(again)) inBody.delete(client);
      throw again;
    }
  }
}

/** Some providers say it by a challenge for other credentials. */
function isClientRefused(thrown: unknown): boolean {
  const { code, error } = thrown as Record<string, unknown>;
  return error === 'invalid_client' || error === 'unauthorized_client' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';
}

type Exchanged = Parameters<typeof authorizationCodeGrant> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Tries what can be tried without a person, for the doctor: the discovery, and a code that nobody was given, which only a client that is known is
 * told is wrong.
 *
 * @throws when the provider does not answer, or not in the protocol
 */
export async function tryProvider(
  settings: ProviderSettings,
): Promise<{ isSecretRight: boolean; statesVerified: boolean }> {
  const configuration = await discover(settings);
  const { issuer, claims_supported: claims } = configuration.serverMetadata();
  const came = new URL(settings.redirectUri);
  came.search = String(new URLSearchParams({ code: 'of-the-doctor', state: 'x', iss: issuer }));
  const checks = { pkceCodeVerifier: randomPKCECodeVerifier(), expectedState: 'x' };
  const error: unknown = await exchange(configuration, came, checks).catch((reason: unknown) => reason);
  if (isAway(error)) throw error;
  return {
    isSecretRight: !isClientRefused(error),
    statesVerified: settings.trustsEmail || !Array.isArray(claims) || claims.includes('email_verified'),
  };
}

/** Reads the userinfo endpoint: some providers give the email address only there. */
async function readMore(
  configuration: Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return fetchUserInfo(configuration, accessToken, subject);
}

function shown({ amr }: IDToken): string[] {
  return Array.isArray(amr) ? amr.filter((way): way is string => typeof way === 'string') : [];
}

/** Turns any answer of the provider, or the lack of one, into a refusal with a code, never a fault of ours. */
async function reaching<Result>(work: () => Promise<Result>, onTrouble: OnProviderTrouble): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const why = isAway(error) ? 'away' : 'refused';
    onTrouble({ why, ...describe(error) }, null);
    throw refuseStaff(`provider_${why}`);
  }
}

/** A message may quote what was sent; a word from a fixed list cannot. */
function describe(thrown: unknown): Omit<ProviderTrouble, 'why'> {
  const { name, code, error, status, cause } = thrown as Record<string, unknown>;
  const { name: causeName, code: causeCode } = (cause ?? {}) as Record<string, unknown>;
  return {
    ...asWord('type', name),
    ...asWord('code', code),
    ...asWord('error', error),
    ...(typeof status === 'number' && { status }),
    ...asWord('cause', causeCode ?? causeName),
  };
}

function asWord(key: 'type' | 'code' | 'error' | 'cause', value: unknown): Omit<ProviderTrouble, 'why'> {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? { [key]: value } : {};
}

/** The provider did not answer, or not in the protocol. */
function isAway(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return (
    name === 'TypeError' ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    code === 'OAUTH_RESPONSE_IS_NOT_JSON'
  );
}
