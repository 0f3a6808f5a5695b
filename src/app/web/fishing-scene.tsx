import styles from './fishing-scene.module.css';

/** A page in a boat under the moon, its line in the water, and a fish that has noticed it. */
export function FishingScene() {
  return (
    <svg viewBox="0 0 360 264" className={styles.scene} aria-hidden="true" focusable="false">
      <clipPath id="porthole">
        <circle cx="180" cy="132" r="124" />
      </clipPath>
      <g clipPath="url(#porthole)">
        <path d="M0 0h360v264H0z" className={styles.sky} />
        <path d="M142 36h.1M204 26h.1M84 124h.1M276 96h.1M166 58h.1M238 88h.1" className={styles.star} />
        <circle cx="112" cy="84" r="18" className={styles.moon} />
        <path d="M40 152c24-6 46-6 70 0s46 6 70 0 46-6 70 0 46 6 70 0v112H40z" className={styles.far} />
      </g>
      <g className={styles.boat}>
        <path d="m137 84 44-4 15 13 3 64-58 3z" className={styles.paper} />
        <path d="m181 80 1 14 14-1" className={styles.fold} />
        <path d="M154 113v4M174 112v4M158 127c5 5 10 5 14-1" className={styles.face} />
        <path d="M190 132c20-48 42-72 74-74" className={styles.rod} />
        <path d="M264 58v134a6 6 0 0 1-12 0v-5" className={styles.line} />
        <path d="M100 150h132l-17 30a10 10 0 0 1-9 5h-80a10 10 0 0 1-9-5z" className={styles.hull} />
        <path d="M109 166h114" className={styles.stripe} />
      </g>
      <g clipPath="url(#porthole)">
        <path d="M40 176c24 7 46 7 70 0s46-7 70 0 46 7 70 0 46-7 70 0v90H40z" className={styles.near} />
        <path d="M212 214c8-9 24-9 32 0-8 9-24 9-32 0zm0 0-9-6v12z" className={styles.fish} />
        <path d="M236 212h.1" className={styles.gaze} />
        <path d="M132 230c6-6 16-6 22 0-6 6-16 6-22 0zm22 0 6-4v8z" className={styles.fish} />
      </g>
    </svg>
  );
}
