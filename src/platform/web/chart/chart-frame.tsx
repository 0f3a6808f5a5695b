import { type PointerEvent, type ReactNode, type Ref, useRef } from 'react';
import { useFormatter, useLocale } from 'use-intl';
import styles from './chart-frame.module.css';

/** What every drawing over time knows of itself, in pixels of its frame. */
export interface Drawing {
  /** How high an amount stands. */
  y: (amount: number) => number;
  /** Amounts that are round to read. */
  levels: number[];
  /** The place in the series nearest to a place along the frame. */
  nearest: (x: number) => number;
}

interface ChartFrameProps {
  ref: Ref<HTMLDivElement>;
  /** px; nothing is drawn before the width is known. */
  width: number;
  /** px where letters have their usual size, with which it grows. */
  height: number;
  letters: number;
  drawing: Drawing;
  onLook: (at: number) => void;
  onLeave?: () => void;
  /** How a level is written; as dollars unless told. */
  writeLevel?: ((level: number) => string) | undefined;
  /** The words beside the drawing. */
  names: ReactNode;
  children: ReactNode;
}

/**
 * Where a series in time is drawn, from left to right in every language, and looked at with the pointer. For the eye alone: the
 * same is said around it in words.
 */
export function ChartFrame({
  ref,
  width,
  height,
  letters,
  drawing,
  onLook,
  onLeave,
  writeLevel,
  names,
  children,
}: ChartFrameProps) {
  // A pointer that rests while the page moves under it looks at nothing, and takes nothing back.
  const isLooking = useRef(false);
  function look(event: PointerEvent<SVGSVGElement>) {
    isLooking.current = true;
    onLook(drawing.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left));
  }
  function leave() {
    if (isLooking.current) onLeave?.();
    isLooking.current = false;
  }
  return (
    <div ref={ref} className={styles.frame} style={{ blockSize: `${height / 16}rem` }} dir="ltr" aria-hidden="true">
      {width > 0 && (
        <>
          <svg
            viewBox={`0 0 ${width} ${height * letters}`}
            width={width}
            height={height * letters}
            className={styles.chart}
            onPointerMove={look}
            onPointerDown={look}
            onPointerLeave={leave}
          >
            {children}
          </svg>
          <Levels drawing={drawing} write={writeLevel} />
          {names}
        </>
      )}
    </div>
  );
}

/** The ground and the round amounts above it, behind or upon what is drawn. */
export function LevelLines({ drawing, width }: { drawing: Drawing; width: number }) {
  return [0, ...drawing.levels].map((amount) => (
    <path key={amount} d={`M0 ${drawing.y(amount)}H${width}`} className={styles.line} />
  ));
}

/** Words beside a drawing are words of the page, each in its own direction: inside the drawing Persian falls apart. */
function Levels({ drawing, write }: { drawing: Drawing; write: ((level: number) => string) | undefined }) {
  const short = useShortUsd();
  return drawing.levels.map((amount) => (
    <span key={amount} className={styles.level} style={{ insetBlockStart: drawing.y(amount) }}>
      <bdi>{(write ?? short)(amount)}</bdi>
    </span>
  ));
}

/** Thousands in a word. Persian has the currency after the number: with its sign first the word would stand before its number. */
function useShortUsd(): (amount: number) => string {
  const format = useFormatter();
  const isPersian = useLocale() === 'fa';
  return (amount) =>
    isPersian
      ? `\u200f${format.number(amount, { notation: 'compact' })} $`
      : format.number(amount, { style: 'currency', currency: 'USD', notation: 'compact' });
}
