import type { Member } from '../../contract.ts';

/** Bia, whom the customer brought, with optional overrides. */
export function memberOf(different: Partial<Member> = {}): Member {
  return {
    Id: '00000000-0000-4000-8000-0000000000b1',
    Name: 'Bia Reis',
    Email: 'bia.reis@example.com',
    Phone: '+5511987654321',
    Balance: 1234.56,
    Earned: 0,
    Level: 1,
    Members: 1,
    ...different,
  };
}

export const anaId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
export const bia = memberOf();
export const caio = memberOf({
  Id: '00000000-0000-4000-8000-0000000000c1',
  Name: 'Caio Prado',
  Email: 'caio@example.com',
  Balance: 12_345_678.9,
  Level: 2,
});
export const davi = memberOf({
  Id: '00000000-0000-4000-8000-0000000000d1',
  Name: 'Davi Alencar de Albuquerque Figueiredo e Menezes',
  Email: 'davi.alencar.de.albuquerque.figueiredo@subsidiaria.example.com',
  Balance: 0,
  Level: 3,
  Members: 0,
});
export const eva = memberOf({
  Id: '00000000-0000-4000-8000-0000000000e1',
  Name: 'Eva Nunes',
  Email: 'e•••@e•••.com',
  Phone: '••• 42',
  Members: 0,
});
