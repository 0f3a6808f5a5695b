import { addressOnApi } from '#platform/web/api-address.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  name: string;
  /** The URL from the user record; null for none. */
  image: string | null;
  size?: 'small' | 'large';
}

const pixels = { small: 36, large: 112 };

/** The customer's picture, or the initials of the first and the last name. */
export function Avatar({ name, image, size = 'small' }: AvatarProps) {
  if (!image) {
    return (
      <span translate="no" className={styles.avatar} data-size={size}>
        {initials(name)}
      </span>
    );
  }
  const address = image.startsWith('blob:') ? image : addressOnApi(image);
  return (
    <img src={address} alt="" width={pixels[size]} height={pixels[size]} className={styles.avatar} data-size={size} />
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => firstLetter(word ?? '').toLocaleUpperCase()).join('');
}

/** A single code point that is a complete letter: the next one starts another. */
const plainLetter = /^\p{Script=Latin}(?=\p{Script=Latin}|$)/u;

/** A letter may consist of several code points. `Intl` is used only then, as its first call is slow. */
function firstLetter(word: string): string {
  const plain = plainLetter.exec(word);
  if (plain) return plain[0];
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
