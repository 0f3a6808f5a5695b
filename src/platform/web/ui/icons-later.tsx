import { Icon, type IconProps } from './icon.tsx';

/** Icons that no screen shows at first: a file of their own keeps them out of the first load. */
export function IconChevronEnd(props: IconProps) {
  return (
    <Icon {...props} isDirectional>
      <path d="m9.5 6 6 6-6 6" />
    </Icon>
  );
}

export function IconArrowStart(props: IconProps) {
  return (
    <Icon {...props} isDirectional>
      <path d="M20 12H4.5M11 5.5 4.5 12l6.5 6.5" />
    </Icon>
  );
}

export function IconWallet(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M17.5 8V5.5a1 1 0 0 0-1-1H6A2 2 0 0 0 4 6.5M4 6.5A1.5 1.5 0 0 0 5.5 8H19a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H6a2 2 0 0 1-2-2z" />
      <path d="M16 13.7v.1" />
    </Icon>
  );
}

export function IconShare(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 14.5V3.5M7.5 8 12 3.5 16.5 8" />
      <path d="M6 12H5v8.5h14V12h-1" />
    </Icon>
  );
}
