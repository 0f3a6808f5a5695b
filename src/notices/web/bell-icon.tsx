import { Icon, type IconProps } from '#platform/web/ui/icon.tsx';

export function BellIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6.5 10a5.5 5.5 0 0 1 11 0c0 4.2 1.7 5.4 2 6.2H4.5c.3-.8 2-2 2-6.2zM10 19.2a2.1 2.1 0 0 0 4 0M12 4.5V3" />
    </Icon>
  );
}
