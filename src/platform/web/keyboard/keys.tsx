import styles from './keys.module.css';

/** Keys as they are pressed, one after the other: `g d`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} dir="ltr">
      {keys.split(' ').map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
