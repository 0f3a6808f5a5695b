import { sessionMinutes } from '#auth/contract.ts';
import type { User } from '#profile/contract.ts';

const minuteMs = 60_000;

/** Ana, an investor who has just logged in. */
export function ana(different: Partial<User> = {}): User {
  return {
    Uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    Email: 'ana@demo.example',
    EmailConfirmed: true,
    Name: 'Ana Beatriz Figueiredo',
    Phone: '+5511987654321',
    Birth: '1990-05-17',
    Avatar: null,
    Code: 'ANA123',
    Balance: 1234.56,
    Hasbot: false,
    Language: 'pt-BR',
    SessionExpires: new Date(Date.now() + sessionMinutes * minuteMs).toISOString(),
    Frozen: null,
    ...different,
  };
}
