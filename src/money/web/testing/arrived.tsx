import { useWayBack } from '../unpaid-choice.ts';

/** Stands for the deposit dialog, once what was missing has arrived. */
export function Arrived() {
  const goOn = useWayBack('deposit');
  return goOn && <button onClick={goOn}>Continuar</button>;
}
