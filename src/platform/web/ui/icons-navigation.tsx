import { Icon, type IconProps } from './icon.tsx';

export function IconHome(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />
    </Icon>
  );
}

/** Stacked layers: what a stake is, and the product's own mark. */
export function IconStake(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m12 4 8.5 4.5L12 13 3.5 8.5z" />
      <path d="m4.5 12.7 7.5 4 7.5-4M4.5 16.7l7.5 4 7.5-4" />
    </Icon>
  );
}

/** A clock turning back. */
export function IconHistory(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 12a7.5 7.5 0 1 0 2.6-5.7" />
      <path d="M4 4.5v3.75h3.75M12 8v4.25l2.75 1.75" />
    </Icon>
  );
}

/** A safe with its dial in the middle: money put away for a term. */
export function IconVault(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3.5" y="4.5" width="17" height="14" rx="1.5" />
      <circle cx="12" cy="11.5" r="3.25" />
      <path d="M12 8.25v1.5M12 13.25v1.5M8.75 11.5h1.5M13.75 11.5h1.5M6.5 18.5v1.5M17.5 18.5v1.5" />
    </Icon>
  );
}

/** Two sheets, one behind the other: somebody's operations repeated with one's own money. */
export function IconCopies(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 8V5.5a1 1 0 0 1 1-1h9.5a1 1 0 0 1 1 1V15a1 1 0 0 1-1 1H16" />
      <path d="M4.5 9.5a1 1 0 0 1 1-1H15a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1zM7.5 16l2-2.5 2 1.5 2-3" />
    </Icon>
  );
}

/** Candlesticks of a chart. */
export function IconOperations(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6.5 4v3M6.5 14v3M12 7v2.5M12 17v3M17.5 4v2M17.5 12.5v3" />
      <rect x="4.5" y="7" width="4" height="7" rx="1" />
      <rect x="10" y="9.5" width="4" height="7.5" rx="1" />
      <rect x="15.5" y="6" width="4" height="6.5" rx="1" />
    </Icon>
  );
}

/** A bot's head, awake: it works unattended. */
export function IconBot(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="4.5" y="8" width="15" height="11" rx="2.5" />
      <path d="M12 4.5V8M9 12.5v1.5M15 12.5v1.5M2.5 12v3M21.5 12v3" />
    </Icon>
  );
}

/** One above, two below, connected: who referred whom. */
export function IconNetwork(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="6" r="2.5" />
      <circle cx="6" cy="18" r="2.5" />
      <circle cx="18" cy="18" r="2.5" />
      <path d="M12 8.5V12M6 15.5V13a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v2.5" />
    </Icon>
  );
}

export function IconMenu(props: IconProps) {
  return (
    <Icon {...props} isDirectional>
      <path d="M4 7h16M4 12h16M4 17h10" />
    </Icon>
  );
}

export function IconClose(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m6 6 12 12M18 6 6 18" />
    </Icon>
  );
}

export function IconChevronDown(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m6 9.5 6 6 6-6" />
    </Icon>
  );
}

/** Leads to another site. */
export function IconOutside(props: IconProps) {
  return (
    <Icon {...props} isDirectional>
      <path d="M13.5 4.5h6v6M19 5l-8.5 8.5M17.5 14v4.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1H10" />
    </Icon>
  );
}
