import { Icon, type IconProps } from './icon.tsx';

export function IconCheck(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  );
}

export function IconAlert(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5v5.2M12 16.2v.1" />
    </Icon>
  );
}

export function IconClock(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.3l3.4 2" />
    </Icon>
  );
}

export function IconInfo(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11.2v5.3M12 7.7v.1" />
    </Icon>
  );
}

/** A calendar leaf with a marked day: when something comes back. */
export function IconMaturities(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5.5 6h13a1 1 0 0 1 1 1v11.5a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4.5 10h15M8.5 4v3.5M15.5 4v3.5" />
      <path d="m9 14.75 2.2 2.2 4-4.2" />
    </Icon>
  );
}
