import { IconAlert } from '#platform/web/ui/icons-status.tsx';
import styles from './getting-in-form.module.css';

/** What is wrong with the whole form, in the line that is kept for it. */
export function FormError({ children }: { children: string | null }) {
  return (
    <p role="alert" className={styles.error}>
      {children && <IconAlert size={16} />}
      {children}
    </p>
  );
}
