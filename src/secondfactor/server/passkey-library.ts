/**
 * What makes and checks the questions of passkeys. It brings a whole library of certificates, a quarter of a second of processor: whoever
 * never meets a passkey, as most commands of the operator's, does without.
 */
export const passkeyLibrary = () => import('@simplewebauthn/server');
