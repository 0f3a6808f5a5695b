import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Context } from 'oidc-provider';

/** A person with an account at the provider. */
export interface AtProvider {
  sub: string;
  email: string;
  /** What `email_verified` says; undefined: nothing. */
  isVerified: boolean | string | undefined;
  /** The methods by which they authenticated there. */
  amr?: string[];
}

/** A real OpenID Connect provider on its own port, where the person `is` is logged in immediately. */
export interface TestProvider {
  issuer: string;
  /** Follows the redirects as a browser does and returns the query string it comes back with. */
  visit(url: string, is: AtProvider): Promise<string>;
  /** Replaces the answer to the next token request. */
  answerNextToken(with_: object): void;
  /** The provider's answer to the code of one of its clients. */
  exchange(search: string, client: Client, verifier: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface Client {
  client_id: string;
  client_secret: string;
}

/** Ours, and another application at the same provider. */
export const clients = {
  ours: { client_id: 'console', client_secret: 'a-secret-of-the-console-for-tests' },
  theirs: { client_id: 'wiki', client_secret: 'a-secret-of-the-wiki-for-tests' },
} as const;

/** @param secretIn where it takes clients' secrets; `either`: ours in the body, though it lists both */
export async function startProvider(
  redirectUri: string,
  secretIn: 'header' | 'body' | 'either' = 'header',
): Promise<TestProvider> {
  const people = new Map<string, AtProvider>();
  let who: AtProvider | null = null;
  let stolen: object | null = null;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationOf(people, redirectUri, secretIn));
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') && who) {
      people.set(who.sub, who);
      const login = { accountId: who.sub, remember: false, ...(who.amr && { amr: who.amr }) };
      return void provider.interactionFinished(request, response, { login });
    }
    if (request.url === '/token' && stolen) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(stolen));
      return void (stolen = null);
    }
    return answer(request, response);
  });
  return {
    issuer,
    visit: (url, is) => {
      who = is;
      return browse(url, redirectUri);
    },
    answerNextToken: (with_) => void (stolen = with_),
    async exchange(search, { client_id, client_secret }, verifier) {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: new URLSearchParams(search).get('code') ?? '',
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      });
      return (await answer.json()) as Record<string, unknown>;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function configurationOf(people: ReadonlyMap<string, AtProvider>, redirectUri: string, secretIn: string): object {
  const way = secretIn === 'header' ? 'client_secret_basic' : 'client_secret_post';
  return {
    clients: Object.values(clients).map((client) => ({
      ...client,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: way,
    })),
    clientAuthMethods: secretIn === 'either' ? ['client_secret_basic', 'client_secret_post'] : [way],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: Object.fromEntries(['Interaction', 'Grant', 'Session', 'AccessToken', 'IdToken'].map((name) => [name, 60])),
    cookies: { keys: ['of the provider of these tests'] },
    findAccount: (_: Context, id: string) => {
      const { email, isVerified } = people.get(id) ?? { email: '', isVerified: false };
      return {
        accountId: id,
        claims: () => ({ sub: id, email, email_verified: isVerified, name: 'Nara do Provedor' }),
      };
    },
    // Everybody consents to everything.
    loadExistingGrant: async ({ oidc: { client, session, provider } }: Context) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Follows redirects, keeping cookies, until one leads back. */
async function browse(url: string, back: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (!next) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at).href;
    if (at.startsWith(back)) return new URL(at).search;
  }
  throw new Error('it leads nowhere');
}
