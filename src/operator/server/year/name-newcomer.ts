const firstNames =
  'Aline Bruno Camila Diego Elisa Fabio Gabriela Heitor Isabel Joana Karina Lucas Marina Nelson Otavio'.split(' ');
const familyNames =
  'Almeida Barbosa Cardoso Duarte Esteves Ferreira Gomes Lacerda Moreira Nogueira Pacheco Ribeiro Teixeira'.split(' ');

/** Returns a realistic name, distinct for the first 195 numbers. The e-mail address marks the customer as the sandbox's. */
export function nameNewcomer(number: number): string {
  return `${firstNames[(number * 7) % firstNames.length]} ${familyNames[(number * 4) % familyNames.length]}`;
}
