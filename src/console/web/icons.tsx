import { Icon, type IconProps } from '#platform/web/ui/icon.tsx';

/** An open book. */
export function IconBook(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 6.5C10 5 7.5 4.5 4 4.5v13c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-13c-3.5 0-6 .5-8 2zM12 6.5v13" />
    </Icon>
  );
}

/** Two pages side by side. */
export function IconCompare(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="5" width="7" height="14" rx="1" />
      <rect x="13.5" y="5" width="7" height="14" rx="1" />
      <path d="M6 9h2M6 12.5h2M16 9h2M16 12.5h2" />
    </Icon>
  );
}

/** Exchange of one currency for the other. */
export function IconExchange(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 8.5h15.5L16 5M20 15.5H4.5L8 19" />
    </Icon>
  );
}

/** A command prompt. */
export function IconCommand(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5 7 5 5-5 5M12.5 17H19" />
    </Icon>
  );
}

export function IconPulse(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 12h4l3-8 4 16 3-8h4" />
    </Icon>
  );
}
