import styles from './keys.module.css';

/** Keys in the order they are pressed: `g d`. */
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
