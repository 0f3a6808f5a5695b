import { useMutation } from '@tanstack/react-query';
import type { AnswerOf, SentBodyOf } from '#platform/endpoint.ts';
import { listCommands, runCommand } from '#console/contract.ts';
import { callStaff } from '../queries.ts';
import { useStaffQuery } from '../use-staff-query.ts';

export type CommandAsked = SentBodyOf<typeof runCommand>;
export type CommandAnswer = AnswerOf<typeof runCommand>;
export type CommandShape = AnswerOf<typeof listCommands>[number];

/** Takes an action: it is done, or becomes a request that somebody else decides on. All queries on screen are then refetched. */
export function useCommand() {
  return useMutation<CommandAnswer, Error, CommandAsked>({
    mutationFn: (asked) => callStaff(runCommand, { body: asked }),
    meta: { repeatsLooks: true },
  });
}

/** The actions included in the member's role; others are not offered. */
export function useCommands() {
  return useStaffQuery(listCommands, {});
}

/** Whether the member's role includes an action; false for all while loading. */
export function useMay(): (command: string) => boolean {
  const { data = [] } = useCommands();
  return (command) => data.some(({ Command }) => Command === command);
}

export interface Titled {
  command: string;
  title: string;
  kind: 'secondary' | 'caution';
}

/** What takes something away is told apart before it is pressed. */
export const kindOf = ({ IsDestructive }: CommandShape): Titled['kind'] => (IsDestructive ? 'caution' : 'secondary');

/** Of these actions, in this order, those that the member's role includes, each with what its button is called. */
export function useTitled(...commands: readonly string[]): Titled[] {
  const { data = [] } = useCommands();
  return commands.flatMap((command) => {
    const shape = data.find(({ Command }) => Command === command);
    return shape ? [{ command, title: shape.Form.Title, kind: kindOf(shape) }] : [];
  });
}

/** The parameters of an action; undefined while loading, null if the member's role does not include it. */
export function useCommandShape(command: string): CommandShape | null | undefined {
  const { data } = useCommands();
  return data && (data.find(({ Command }) => Command === command) ?? null);
}
