import { Icon } from '#platform/web/ui/icon.tsx';

/** A magnifying glass. */
export function IconSearch() {
  return (
    <Icon>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </Icon>
  );
}
