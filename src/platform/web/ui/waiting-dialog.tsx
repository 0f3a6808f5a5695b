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

/** A dialog whose contents are still loading: shows a skeleton, or a retry. */
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
