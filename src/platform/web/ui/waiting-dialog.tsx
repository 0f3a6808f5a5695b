import { Dialog } from './dialog.tsx';
import { DialogBody } from './dialog-parts.tsx';
import { QueryView, type QueryViewProps } from './query-view.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface WaitingDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  query: QueryViewProps<unknown>['query'];
}

/** A dialog whose own contents have still to be read: the shape of them, or another try. */
export function WaitingDialog({ query, ...dialog }: WaitingDialogProps) {
  return (
    <Dialog {...dialog}>
      <DialogBody>
        <QueryView query={query} waiting={<SkeletonRows />}>
          {() => null}
        </QueryView>
      </DialogBody>
    </Dialog>
  );
}
