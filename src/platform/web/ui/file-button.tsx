import { type FileRequest, useFile } from '../use-file.ts';
import { Button } from './button.tsx';
import styles from './file-button.module.css';
import { IconBring } from './icons-action.tsx';

/** Downloads the current view as a file. */
export function FileButton({ label, ...input }: FileRequest & { label: string }) {
  const file = useFile(input);
  return (
    <p className={styles.file}>
      <Button size="small" icon={<IconBring size={16} />} onClick={file.download} isWorking={file.isWorking}>
        {label}
      </Button>
    </p>
  );
}
