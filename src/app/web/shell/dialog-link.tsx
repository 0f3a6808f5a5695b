import type { AnchorHTMLAttributes } from 'react';
import { isPlainPress } from '#platform/web/is-plain-press.ts';
import { type DialogName, useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';

interface DialogLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  name: DialogName;
}

/** Opens a dialog over the current screen. A press before the application is there loads the page with the dialog open. */
export function DialogLink({ name, children, ...link }: DialogLinkProps) {
  const { open } = useDialogAddress(name);
  return (
    <a
      {...link}
      href={`?dialog=${name}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        open();
      }}
    >
      {children}
    </a>
  );
}
