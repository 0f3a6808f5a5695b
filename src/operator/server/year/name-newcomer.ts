const firstNames =
  'Aline Bruno Camila Diego Elisa Fabio Gabriela Heitor Isabel Joana Karina Lucas Marina Nelson Otavio'.split(' ');
const familyNames =
  'Almeida Barbosa Cardoso Duarte Esteves Ferreira Gomes Lacerda Moreira Nogueira Pacheco Ribeiro Teixeira'.split(' ');

/** A name as customers have them, for the first two hundred each another. That they are the sandbox's is told by their address. */
export function nameNewcomer(number: number): string {
  return `${firstNames[(number * 7) % firstNames.length]} ${familyNames[(number * 4) % familyNames.length]}`;
}
