/**
 * Loads the library that creates and verifies passkey challenges. It brings a whole library of certificates, a quarter of a second of CPU,
 * which a process that never meets a passkey, such as most operator commands, does without.
 */
export const passkeyLibrary = () => import('@simplewebauthn/server');
