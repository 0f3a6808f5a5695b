import { Button } from '#platform/web/ui/button.tsx';

interface WayButtonsProps {
  /** As of `useTitled`. */
  ways: readonly { command: string; title: string }[];
  /** The action that is expected. */
  primary?: string;
  size?: 'small';
  onChoose: (command: string) => void;
}

/** A button for each action that the member may take here; the form opens elsewhere, as acting may remove the button. */
export function WayButtons({ ways, primary, size, onChoose }: WayButtonsProps) {
  return ways.map(({ command, title }) => (
    <Button
      key={command}
      kind={command === primary ? 'primary' : 'secondary'}
      {...(size && { size })}
      onClick={() => onChoose(command)}
    >
      {title}
    </Button>
  ));
}
