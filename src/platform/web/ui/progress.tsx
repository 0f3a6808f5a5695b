import { useFormatter } from 'use-intl';
import styles from './progress.module.css';

interface ProgressProps {
  /** What is progressing, for screen readers. */
  label: string;
  /** 0 to 100. */
  value: number;
}

/** Progress as a bar and a number. Whole percents, never rounded up: 100 % is shown only when it is over. */
export function Progress({ label, value }: ProgressProps) {
  const format = useFormatter();
  const whole = format.number(Math.floor(value) / 100, { style: 'percent' });
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} max={100} value={value} aria-label={label} aria-valuetext={whole} />
      <span className={styles.number} aria-hidden="true">
        {whole}
      </span>
    </div>
  );
}
