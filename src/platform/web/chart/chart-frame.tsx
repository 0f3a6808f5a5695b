import { type PointerEvent, type ReactNode, type Ref, useRef } from 'react';
import { useFormatter, useLocale } from 'use-intl';
import styles from './chart-frame.module.css';

/** The geometry that every time-series chart provides, in pixels of its frame. */
export interface Drawing {
  /** The y coordinate of an amount. */
  y: (amount: number) => number;
  /** Round amounts for the axis. */
  levels: number[];
  /** The index in the series nearest to an x coordinate. */
  nearest: (x: number) => number;
}

interface ChartFrameProps {
  ref: Ref<HTMLDivElement>;
  /** px; nothing is rendered before the width is known. */
  width: number;
  /** px at the usual letter size, with which it grows. */
  height: number;
  letters: number;
  drawing: Drawing;
  onLook: (at: number) => void;
  onLeave?: () => void;
  /** Formats a level; as dollars by default. */
  writeLevel?: ((level: number) => string) | undefined;
  /** The labels beside the chart. */
  names: ReactNode;
  children: ReactNode;
}

/**
 * The frame of a time-series chart, left to right in every language and explored with the pointer. Purely visual: the text around it says
 * the same.
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
  // A pointer at rest while the page moves under it selects nothing, and clears nothing.
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
    <div className={styles.chart} style={{ blockSize: `${height / 16}rem` }} dir="ltr" aria-hidden="true">
      <Levels drawing={drawing} write={writeLevel} />
      <div ref={ref} className={styles.frame}>
        {width > 0 && (
          <>
            <svg
              viewBox={`0 0 ${width} ${height * letters}`}
              width={width}
              height={height * letters}
              className={styles.plot}
              onPointerMove={look}
              onPointerDown={look}
              onPointerLeave={leave}
            >
              {children}
            </svg>
            {names}
          </>
        )}
      </div>
    </div>
  );
}

/** The base line and those of the round amounts, behind or on top of the chart. */
export function LevelLines({ drawing, width }: { drawing: Drawing; width: number }) {
  return [0, ...drawing.levels].map((amount) => (
    <path key={amount} d={`M0 ${drawing.y(amount)}H${width}`} className={styles.line} />
  ));
}

/** The axis beside the plot, as wide as its longest label. HTML text with its own direction: inside the SVG, Persian falls apart. */
function Levels({ drawing, write }: { drawing: Drawing; write: ((level: number) => string) | undefined }) {
  const short = useShortUsd();
  return (
    <div className={styles.levels}>
      {drawing.levels.map((amount) => (
        <span key={amount} className={styles.level} style={{ insetBlockStart: drawing.y(amount) }}>
          <bdi translate="no">{(write ?? short)(amount)}</bdi>
        </span>
      ))}
    </div>
  );
}

/**
 * Formats dollars in compact notation. Persian puts the currency after the number: with the sign first, the unit word would precede its
 * number.
 */
function useShortUsd(): (amount: number) => string {
  const format = useFormatter();
  const isPersian = useLocale() === 'fa';
  return (amount) =>
    isPersian
      ? `\u200f${format.number(amount, { notation: 'compact' })} $`
      : format.number(amount, { style: 'currency', currency: 'USD', notation: 'compact' });
}
