import { Button } from '#platform/web/ui/button.tsx';
import type { Titled } from './use-command.ts';

interface WayButtonsProps {
  /** As of `useTitled`. */
  ways: readonly Titled[];
  /** The action that is expected. */
  primary?: string;
  size?: 'small';
  onChoose: (command: string) => void;
}

/** A button for each action that the member may take here; the form opens elsewhere, as acting may remove the button. */
export function WayButtons({ ways, primary, size, onChoose }: WayButtonsProps) {
  return ways.map(({ command, title, kind }) => (
    <Button
      key={command}
      kind={command === primary ? 'primary' : kind}
      {...(size && { size })}
      onClick={() => onChoose(command)}
    >
      {title}
    </Button>
  ));
}
