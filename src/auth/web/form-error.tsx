import { IconAlert } from '#platform/web/ui/icons-status.tsx';
import styles from './getting-in-form.module.css';

/** An error of the whole form, in the line reserved for it. */
export function FormError({ children }: { children: string | null }) {
  return (
    <p role="alert" className={styles.error}>
      {children && <IconAlert size={16} />}
      {children}
    </p>
  );
}
