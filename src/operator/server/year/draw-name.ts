import type { Chance } from './chance.ts';

const firstNames =
  'Aline Bruno Camila Diego Elisa Fabio Gabriela Heitor Isabel Joana Karina Lucas Marina Nelson Otavio';
const familyNames =
  'Almeida Barbosa Cardoso Duarte Esteves Ferreira Gomes Lacerda Moreira Nogueira Pacheco Ribeiro Teixeira';

/** A name as customers have them. That they are the sandbox's is told by their address. */
export function drawName(chance: Chance): string {
  return `${chance.pick(firstNames.split(' '))} ${chance.pick(familyNames.split(' '))}`;
}
